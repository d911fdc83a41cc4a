#include "lab/book/make.h"

#include <algorithm>
#include <fstream>

#include "base/file.h"
#include "base/parse.h"
#include "book/polyglot_key.h"
#include "chess/pgn.h"
#include "lab/book/entries.h"
#include "lab/games/dataset.h"

namespace skua::lab {

namespace {

constexpr std::size_t QuotedPath = 200;

std::uint64_t points_of(GameResult result, Color mover) {
    if (result == GameResult::Draw) { return 1; }
    return (result == GameResult::WhiteWins) == (mover == Color::White) ? 2 : 0;
}

std::vector<Move> moves_of(const PgnGame& game) {
    std::vector<Move> moves;
    for (const PgnMove& each : game.line.moves) { moves.push_back(each.move); }
    return moves;
}

std::optional<Error> add_pgn(BookMaker& maker, const std::string& path,
                             const std::function<void(const std::string&)>& remark) {
    std::ifstream file(path, std::ios::binary);
    if (!file) { return Error{in_quotes(path, QuotedPath) + " can't be read"}; }
    PgnReader reader(file);
    std::uint64_t good = 0;
    while (const std::optional<Result<PgnGame>> game = reader.next()) {
        if (!*game) {
            remark(in_quotes(path, QuotedPath) + ": " + game->error());
            continue;
        }
        ++good;
        maker.add((*game)->start, moves_of(**game), (*game)->result);
    }
    if (good == 0) { return Error{in_quotes(path, QuotedPath) + " has no games in it"}; }
    return std::nullopt;
}

}  // namespace

void BookMaker::add(const Position& start, std::span<const Move> moves, GameResult result, std::size_t skipped) {
    if (result == GameResult::Unfinished) { return; }
    ++games_;
    Game game(start);
    const std::size_t end = std::min(moves.size(), static_cast<std::size_t>(settings_.plies));
    for (std::size_t ply = 0; ply < end; ++ply) {
        const Color mover = game.position().side_to_move();
        const bool is_wanted = ply >= skipped && settings_.only.value_or(mover) == mover;
        if (is_wanted && book::polyglot_knows(game.position())) {
            std::vector<Count>& counts = positions_[book::polyglot_key(game)];
            const std::uint16_t code = book::encode_move(moves[ply]);
            auto count = std::find_if(counts.begin(), counts.end(), [code](const Count& c) { return c.move == code; });
            if (count == counts.end()) { count = counts.insert(counts.end(), {code, 0, 0}); }
            ++count->games;
            count->points += points_of(result, mover);
        }
        game.play(moves[ply]);
    }
}

bool BookMaker::is_kept(const Count& count) const {
    const double share = static_cast<double>(count.points) / (2 * static_cast<double>(count.games));
    return count.games >= settings_.games && count.points > 0 && share >= settings_.score;
}

std::vector<book::Entry> BookMaker::entries() const {
    std::vector<book::Entry> result;
    for (const auto& [key, counts] : positions_) {
        std::vector<Count> kept;
        std::copy_if(counts.begin(), counts.end(), std::back_inserter(kept),
                     [this](const Count& count) { return is_kept(count); });
        std::vector<std::uint64_t> weights;
        for (const Count& count : kept) { weights.push_back(count.points); }
        fit_weights(weights);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            result.push_back({key, kept[i].move, static_cast<std::uint16_t>(weights[i]), 0});
        }
    }
    sort_entries(result);
    return result;
}

std::optional<Error> add_games(BookMaker& maker, const std::string& path,
                               const std::function<void(const std::string&)>& remark) {
    if (!is_file(path)) { return Error{in_quotes(path, QuotedPath) + " can't be read: " + why_not_file(path)}; }
    Result<DatasetReader> own = DatasetReader::open(path);
    if (!own) { return add_pgn(maker, path, remark); }
    while (const GameRecord* game = own->next()) {
        std::vector<Move> moves;
        for (const MoveScore& ply : game->plies) { moves.push_back(ply.move); }
        maker.add(game->start, moves, game->result, game->random_plies);
    }
    if (const Corruption& corruption = own->corruption(); corruption.any()) {
        remark(in_quotes(path, QuotedPath) + ": " + counted(corruption.bytes, "byte") + " can't be read");
    }
    return std::nullopt;
}

}  // namespace skua::lab
