// Any text as PGN, with an analysis made up from its moves: annotated games can be read again, a second run adds
// nothing, and reports are well-formed pages.
#include <sstream>
#include <string>
#include <vector>

#include "analysis/annotation.h"
#include "analysis/game_analysis_json.h"
#include "chess/movegen.h"
#include "cli/game_source.h"
#include "cli/summary.h"
#include "fuzz_support.h"
#include "report/html_report.h"

namespace skua {
namespace {

constexpr std::size_t MostMoves = 60;

// Scores, labels and lines that depend on the moves alone: searching would be too slow.
GameAnalysis made_up_analysis(const PgnGame& game) {
    GameAnalysis analysis;
    Position position = game.start;
    for (const PgnMove& each : game.line.moves) {
        const unsigned seed = each.move.raw() * 2654435761U;
        MoveAnalysis move;
        move.move = each.move;
        const ShownScore score = seed % 5 == 0   ? ShownScore(MateIn{static_cast<int>(seed % 9) + 1, seed % 2 == 0})
                                 : seed % 7 == 0 ? ShownScore(TablebaseWin{static_cast<int>(seed % 30), seed % 2 == 0})
                                                 : ShownScore(Centipawns{static_cast<int>(seed % 4000) - 2000});
        move.played = {score, wdl_of(score), {each.move}};
        const MoveList moves = legal_moves(position);
        move.best = {Centipawns{50}, wdl_of(Centipawns{50}), {moves[seed % moves.size()]}};
        move.before = expected_points(move.best.chances);
        move.after = expected_points(move.played.chances);
        move.label = static_cast<MoveLabel>(seed % 8);
        move.clock = seed % 3 == 0 ? std::optional<Milliseconds>(seed % 100'000) : std::nullopt;
        analysis.moves.push_back(move);
        position.play(each.move);
    }
    return analysis;
}

// Every "<" that is not ours is escaped, so that elements close in order.
void require_well_formed(std::string_view page) {
    std::vector<std::string_view> open;
    for (std::size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1)) {
        const std::size_t end = page.find('>', at);
        require(end != std::string_view::npos);
        const std::string_view inside = page.substr(at + 1, end - at - 1);
        const std::string_view name = inside.substr(0, inside.find(' '));
        if (inside.starts_with('!') || inside.ends_with('/') || name == "meta" || name == "br") { continue; }
        if (!name.starts_with('/')) {
            open.push_back(name);
            continue;
        }
        require(!open.empty() && open.back() == name.substr(1));
        open.pop_back();
    }
    require(open.empty());
}

void check_game(const cli::SourceGame& source) {
    const GameAnalysis analysis = made_up_analysis(source.game);
    PgnGame annotated = source.game;
    annotate(annotated, analysis, {std::nullopt, source.problem});
    std::ostringstream written;
    write_pgn(written, annotated);
    std::istringstream input(written.str());
    PgnReader reader(input);
    const auto again = reader.next();
    require(again.has_value() && again->ok());
    require((*again)->line.moves.size() == source.game.line.moves.size());
    // A second run adds nothing.
    PgnGame twice = **again;
    annotate(twice, analysis, {std::nullopt, source.problem});
    std::ostringstream rewritten;
    write_pgn(rewritten, twice);
    require(rewritten.str() == written.str());

    require(!to_json(analysis, source.game).text().empty());
    require(!cli::summary(source.game, analysis, std::nullopt).empty());
    require_well_formed(game_section({source.number, source.game, analysis, source.problem, std::nullopt, 1}));
}

void check(std::string_view text) {
    std::istringstream input{std::string(text)};
    cli::GameSource source(input, {});
    while (const auto game = source.next()) {
        if (game->game.line.moves.size() <= MostMoves) { check_game(*game); }
    }
}

}  // namespace
}  // namespace skua

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::check(skua::text_of(data, size));
    return 0;
}
