#include "lab/selfplay.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/prng.h"
#include "lab/openings.h"

namespace skua {

namespace {

// One move may cost so many times the usual.
constexpr std::uint64_t HardLimitFactor = 20;

// An opening in which one side is further ahead than this teaches nothing.
constexpr Score MaxOpeningScore = 400;
constexpr std::uint64_t OpeningNodes = 2000;

constexpr Score WonScore = 1500;
constexpr int WonPlies = 4;
constexpr Score DrawnScore = 8;
constexpr int DrawnPlies = 10;
constexpr int FirstDrawnPly = 60;

// A balanced opening; the first so many of its moves are not to be learned from.
Game choose_opening(SoloSearch& searcher, const SelfPlaySettings& settings, std::uint64_t number, Prng& prng,
                    Variant& variant) {
    constexpr std::uint64_t Million = 1000000;
    Limits limits;
    limits.nodes = OpeningNodes;
    for (;;) {
        const bool chess960 =
            prng.below(Million) < static_cast<std::uint64_t>(settings.chess960_share * static_cast<double>(Million));
        variant = chess960 ? Variant::Chess960 : Variant::Standard;
        const Position start = chess960 ? random_chess960_start(prng) : Position();
        Game game = random_opening(start, settings.random_plies + static_cast<int>(number % 2), prng);
        if (std::abs(searcher.search(game, limits).score) <= MaxOpeningScore) { return game; }
    }
}

// How a game ended by the rules; nothing while it goes on.
std::optional<Outcome> outcome_by_rules(const Game& game) {
    switch (game.state()) {
        case GameState::Ongoing: return std::nullopt;
        case GameState::Checkmate: return win_for(~game.position().side_to_move());
        default: return Outcome::Draw;
    }
}

}  // namespace

bool Adjudicator::saw(Score score, int ply) {
    const int sign = score > 0 ? 1 : -1;
    outcome_ = score > 0 ? Outcome::WhiteWins : Outcome::BlackWins;
    if (is_decisive(score)) { return true; }
    won_plies_ = std::abs(score) < WonScore ? 0 : (won_plies_ * sign > 0 ? won_plies_ : 0) + sign;
    if (std::abs(won_plies_) >= WonPlies) { return true; }
    drawn_plies_ = ply >= FirstDrawnPly && std::abs(score) <= DrawnScore ? drawn_plies_ + 1 : 0;
    outcome_ = Outcome::Draw;
    return drawn_plies_ >= DrawnPlies;
}

std::optional<GameRecord> play_game(SoloSearch& searcher, const SelfPlaySettings& settings, std::uint64_t seed,
                                    std::uint64_t number, const std::atomic<bool>& stop) {
    Prng prng(Prng(seed).next() ^ number);
    searcher.clear();

    GameRecord record;
    Game game = choose_opening(searcher, settings, number, prng, record.variant);
    record.start = game.start();
    record.opening_plies = static_cast<std::uint32_t>(game.ply());
    for (const Move move : game.moves()) { record.plies.push_back({move, NoScore}); }

    Limits limits;
    limits.soft_nodes = settings.nodes;
    limits.nodes = settings.nodes * HardLimitFactor;
    for (Adjudicator adjudicator; !stop.load(std::memory_order_relaxed);) {
        if (const std::optional<Outcome> outcome = outcome_by_rules(game)) {
            record.outcome = *outcome;
            return record;
        }
        const SearchResult result = searcher.search(game, limits);
        const Score score = from_whites_view(game.position().side_to_move(), result.score);
        record.plies.push_back({result.best, static_cast<std::int16_t>(score)});
        if (adjudicator.saw(score, game.ply())) {
            record.outcome = adjudicator.outcome();
            return record;
        }
        game.play(result.best);
    }
    return std::nullopt;
}

}  // namespace skua
