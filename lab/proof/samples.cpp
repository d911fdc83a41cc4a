#include "lab/proof/samples.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include "base/parse.h"
#include "base/prng.h"
#include "chess/movegen.h"
#include "chess/pgn.h"
#include "lab/games/dataset.h"
#include "lab/support/files.h"
#include "lab/support/suite.h"

namespace skua::lab::proof {

namespace {

// Keeps so many of any number of things, each with the same chance.
template <typename Thing>
class Reservoir {
public:
    Reservoir(std::size_t size, Prng& prng) : size_(size), prng_(prng) {}

    void add(const Thing& thing) {
        ++seen_;
        if (kept_.size() < size_) {
            kept_.push_back(thing);
        } else if (const std::uint64_t place = prng_.below(seen_); place < size_) {
            kept_[static_cast<std::size_t>(place)] = thing;
        }
    }
    [[nodiscard]] const std::vector<Thing>& kept() const { return kept_; }

private:
    std::size_t size_;
    Prng& prng_;
    std::uint64_t seen_ = 0;
    std::vector<Thing> kept_;
};

struct PlayedGame {
    Position start;
    std::vector<Move> moves;
    std::size_t first = 0;  // the first move that is worth explaining
};

Move other_move(const Position& position, Move played, Prng& prng) {
    std::vector<Move> moves;
    for (const Move move : legal_moves(position)) {
        if (move != played) { moves.push_back(move); }
    }
    return moves.empty() ? Move::none() : moves[static_cast<std::size_t>(prng.below(moves.size()))];
}

Sample sample_of(const PlayedGame& played, Prng& prng) {
    const std::size_t ply = played.first + static_cast<std::size_t>(prng.below(played.moves.size() - played.first));
    Sample sample;
    sample.game = Game(played.start);
    for (std::size_t i = 0; i < ply; ++i) { sample.game.play(played.moves[i]); }
    sample.moves = {played.moves[ply]};
    const Move other = other_move(sample.game.position(), played.moves[ply], prng);
    if (!other.is_none()) { sample.moves.push_back(other); }
    return sample;
}

using Games = Reservoir<PlayedGame>;

void add_game(Games& games, const PlayedGame& game) {
    if (game.moves.size() > game.first) { games.add(game); }
}

std::optional<Error> read_dataset(const std::string& path, Games& games) {
    const std::vector<std::string> paths{path};
    return for_each_game(paths, [&](const GameRecord& record) {
        PlayedGame game{record.start, {}, record.random_plies};
        for (const MoveScore& ply : record.plies) { game.moves.push_back(ply.move); }
        add_game(games, game);
    });
}

std::optional<Error> read_pgn(const std::string& path, Games& games) {
    std::ifstream file(path);
    if (!file) { return Error{in_quotes(path, 200) + " can't be read"}; }
    PgnReader reader(file);
    while (const auto read = reader.next()) {
        if (!*read) { continue; }
        PlayedGame game{(*read)->start, {}, 0};
        for (const PgnMove& move : (*read)->line.moves) { game.moves.push_back(move.move); }
        add_game(games, game);
    }
    if (games.kept().empty()) { return Error{in_quotes(path, 200) + " has no games"}; }
    return std::nullopt;
}

std::optional<Error> add_suite_samples(const std::string& path, std::size_t count, Prng& prng,
                                       std::vector<Sample>& samples) {
    const Result<std::string> text = contents_of(path);
    if (!text) { return Error{text.error()}; }
    Reservoir<Sample> drawn(count, prng);
    const std::optional<Error> error = for_each_record(*text, [&](EpdRecord&& record) -> std::optional<Error> {
        const Result<std::vector<Move>> moves = epd_moves(record, "bm");
        if (!moves) { return Error{moves.error()}; }
        if (!legal_moves(record.position).empty()) { drawn.add({Game(record.position), *moves}); }
        return std::nullopt;
    });
    if (error) { return Error{path + ": " + error->message}; }
    samples.insert(samples.end(), drawn.kept().begin(), drawn.kept().end());
    return std::nullopt;
}

std::optional<Error> add_game_samples(const std::string& path, std::size_t count, Prng& prng,
                                      std::vector<Sample>& samples) {
    Games games(count, prng);
    const auto error = path.ends_with(".pgn") ? read_pgn(path, games) : read_dataset(path, games);
    if (error) { return error; }
    for (const PlayedGame& game : games.kept()) { samples.push_back(sample_of(game, prng)); }
    return std::nullopt;
}

}  // namespace

Result<std::vector<Sample>> draw_samples(const std::vector<std::string>& paths, std::size_t count, std::uint64_t seed) {
    std::vector<Sample> samples;
    for (const std::string& path : paths) {
        Prng prng(seed);
        const auto error = path.ends_with(".epd") ? add_suite_samples(path, count, prng, samples)
                                                  : add_game_samples(path, count, prng, samples);
        if (error) { return *error; }
    }
    return samples;
}

}  // namespace skua::lab::proof
