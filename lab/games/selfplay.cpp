#include "lab/games/selfplay.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "chess/movegen.h"
#include "lab/games/openings.h"
#include "lab/games/tablebase_end.h"

namespace skua::lab {

namespace {

// The hard node limit of a move is this many times the soft one.
constexpr std::uint64_t HardLimitFactor = 20;

// Openings that are further from balance than this are not played.
constexpr Score MaxOpeningScore = 200;
constexpr std::uint64_t OpeningNodes = 2000;

constexpr Score WonScore = 1000;
constexpr int WonPlies = 4;
constexpr Score DrawnScore = 8;
constexpr int DrawnPlies = 10;
constexpr int FirstDrawnPly = 60;

}  // namespace

Limits self_play_limits(std::uint64_t nodes) {
    Limits limits;
    limits.soft_nodes = nodes;
    limits.nodes = nodes * HardLimitFactor;
    return limits;
}

bool Adjudicator::add(Score score, int ply) {
    const int sign = score > 0 ? 1 : -1;
    result_ = score > 0 ? GameResult::WhiteWins : GameResult::BlackWins;
    if (is_decisive(score)) { return true; }
    won_plies_ = std::abs(score) < WonScore ? 0 : (won_plies_ * sign > 0 ? won_plies_ : 0) + sign;
    if (std::abs(won_plies_) >= WonPlies) { return true; }
    drawn_plies_ = ply >= FirstDrawnPly && std::abs(score) <= DrawnScore ? drawn_plies_ + 1 : 0;
    result_ = GameResult::Draw;
    return drawn_plies_ >= DrawnPlies;
}

std::optional<Game> choose_opening(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t number,
                                   Prng& prng, Variant& variant, const std::atomic<bool>& stop) {
    constexpr std::uint64_t Million = 1000000;
    Limits limits;
    limits.nodes = OpeningNodes;
    while (!stop.load(std::memory_order_relaxed)) {
        const bool chess960 =
            prng.below(Million) < static_cast<std::uint64_t>(settings.chess960_share * static_cast<double>(Million));
        variant = chess960 ? Variant::Chess960 : Variant::Standard;
        const Position start = chess960 ? random_chess960_start(prng) : Position();
        Game game = random_opening(start, settings.random_plies + static_cast<int>(number % 2), prng);
        if (std::abs(searcher.search(game, limits).score) <= MaxOpeningScore) { return game; }
    }
    return std::nullopt;
}

GameResult play_to_the_end(Game game, Searcher& white, Searcher& black, const SelfPlaySettings& settings,
                           const std::atomic<bool>& stop, const std::function<void(Move, Score)>& played) {
    const Limits limits = self_play_limits(settings.nodes);
    for (Adjudicator adjudicator; !stop.load(std::memory_order_relaxed);) {
        if (const GameResult by_rules = game.result(); by_rules != GameResult::Unfinished) { return by_rules; }
        if (settings.tables) {
            if (const std::optional<KnownEnd> end = known_end(*settings.tables, game.position())) {
                // Any move will do: the game ends with it.
                played(legal_moves(game.position())[0], end->score);
                return end->result;
            }
        }
        const Color us = game.position().side_to_move();
        const SearchResult result = (us == Color::White ? white : black).search(game, limits);
        const Score score = to_white_view(us, result.score);
        played(result.best, score);
        if (adjudicator.add(score, game.ply())) { return adjudicator.result(); }
        game.play(result.best);
    }
    return GameResult::Unfinished;
}

std::optional<GameRecord> play_game(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t seed,
                                    std::uint64_t number, const std::atomic<bool>& stop) {
    Prng prng(Prng(seed).next() ^ number);
    searcher.clear();

    GameRecord record;
    std::optional<Game> opening = choose_opening(searcher, settings, number, prng, record.variant, stop);
    if (!opening) { return std::nullopt; }
    record.start = opening->start();
    record.random_plies = static_cast<std::uint32_t>(opening->ply());
    for (const Move move : opening->moves()) { record.plies.push_back({move, NoScore}); }

    record.result =
        play_to_the_end(*std::move(opening), searcher, searcher, settings, stop, [&](Move move, Score score) {
            record.plies.push_back({move, static_cast<std::int16_t>(score)});
        });
    if (record.result == GameResult::Unfinished) { return std::nullopt; }
    return record;
}

}  // namespace skua::lab
