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

// The clocks of both players. One that has run out stays at zero: the engine keeps a reserve, so that it hardly occurs.
class NodeClocks {
public:
    explicit NodeClocks(const NodeClock& clock) : increment_(clock.increment) { left_.fill(clock.time); }

    [[nodiscard]] Limits limits(Limits limits) const {
        for (const Color color : Colors) {
            limits.time[color] = left_[color];
            limits.increment[color] = increment_;
        }
        limits.nodes_per_millisecond = NodeClock::NodesPerMillisecond;
        return limits;
    }
    void charge(Color color, std::uint64_t nodes) {
        const auto used = static_cast<Milliseconds>(nodes / NodeClock::NodesPerMillisecond);
        left_[color] = std::max<Milliseconds>(left_[color] - used, 0) + increment_;
    }

private:
    Milliseconds increment_;
    EnumArray<Color, Milliseconds> left_{};
};

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
    if (rules_.at_mate_score && is_decisive(score)) { return true; }
    won_plies_ = std::abs(score) < rules_.won_score ? 0 : (won_plies_ * sign > 0 ? won_plies_ : 0) + sign;
    if (rules_.won_plies > 0 && std::abs(won_plies_) >= rules_.won_plies) { return true; }
    drawn_plies_ = ply >= rules_.first_drawn_ply && std::abs(score) <= rules_.drawn_score ? drawn_plies_ + 1 : 0;
    result_ = GameResult::Draw;
    return rules_.drawn_plies > 0 && drawn_plies_ >= rules_.drawn_plies;
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

std::optional<GameRecord> play_from(Game opening, Variant variant, Searcher& white, Searcher& black,
                                    const PlaySettings& settings, const std::atomic<bool>& stop) {
    GameRecord record;
    record.start = opening.start();
    record.variant = variant;
    record.random_plies = static_cast<std::uint32_t>(opening.ply());
    for (const Move move : opening.moves()) { record.plies.push_back({move, NoScore}); }
    const auto ended = [&](GameResult result) {
        record.result = result;
        return std::move(record);
    };
    const auto add = [&](Move move, Score score) { record.plies.push_back({move, static_cast<std::int16_t>(score)}); };

    std::optional<NodeClocks> clocks;
    if (settings.clock) { clocks.emplace(*settings.clock); }
    Game game = std::move(opening);
    for (Adjudicator adjudicator(settings.adjudication); !stop.load(std::memory_order_relaxed);) {
        if (const GameResult by_rules = game.result(); by_rules != GameResult::Unfinished) { return ended(by_rules); }
        if (settings.tables) {
            if (const std::optional<KnownEnd> end = known_end(*settings.tables, game.position())) {
                // Any move will do: the game ends with it.
                add(legal_moves(game.position())[0], end->score);
                return ended(end->result);
            }
        }
        const Color us = game.position().side_to_move();
        Searcher& player = us == Color::White ? white : black;
        const SearchResult result = player.search(game, clocks ? clocks->limits(settings.limits) : settings.limits);
        if (clocks) { clocks->charge(us, result.nodes); }
        const Score score = to_white_view(us, result.score);
        add(result.best, score);
        if (adjudicator.add(score, game.ply())) { return ended(adjudicator.result()); }
        game.play(result.best);
    }
    return std::nullopt;
}

std::optional<GameRecord> play_game(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t seed,
                                    std::uint64_t number, const std::atomic<bool>& stop) {
    Prng prng(Prng(seed).next() ^ number);
    searcher.clear();
    Variant variant = Variant::Standard;
    std::optional<Game> opening = choose_opening(searcher, settings, number, prng, variant, stop);
    if (!opening) { return std::nullopt; }
    return play_from(*std::move(opening), variant, searcher, searcher,
                     {self_play_limits(settings.nodes), std::nullopt, {}, settings.tables}, stop);
}

}  // namespace skua::lab
