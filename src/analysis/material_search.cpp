#include "analysis/material_search.h"

#include <memory>
#include <utility>

#include "chess/movegen.h"
#include "chess/see.h"

namespace skua {

namespace {

constexpr std::size_t HashMegabytes = 8;

class MaterialEvaluator : public Evaluator {
public:
    void reset(const Position&) override {}
    void push(const BoardDelta&) override {}
    void pop() override {}
    [[nodiscard]] Score evaluate(const Position& position) override {
        return material_balance(position, position.side_to_move());
    }
    [[nodiscard]] CacheStatistics cache_statistics() const override { return {}; }
};

bool wins_something(const Position& position) {
    MoveList moves;
    generate_moves(position, MoveStage::Noisy, moves);
    for (const Move move : moves) {
        if (see_at_least(position, move, 1)) { return true; }
    }
    return false;
}

}  // namespace

int material_balance(const Position& position, Color side) {
    int balance = 0;
    for (const PieceType type :
         {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        balance += SeeValues[type] * (position.count(side, type) - position.count(~side, type));
    }
    return balance;
}

bool is_quiet(const Position& position) {
    if (position.in_check() || wins_something(position)) { return false; }
    Position passed = position;
    passed.play_null();
    return !wins_something(passed);
}

MaterialSearch::MaterialSearch()
    : searcher_(RunsOn::CallersThread, HashMegabytes, [] { return std::make_unique<MaterialEvaluator>(); }) {}

ForcedGain MaterialSearch::search(const Game& game, std::uint64_t nodes, const std::vector<Move>& moves) {
    searcher_.clear();
    Limits limits;
    limits.nodes = nodes;
    limits.search_moves = moves;
    ForcedGain gain;
    SearchCallbacks callbacks;
    Score score = DrawScore;
    callbacks.info = [&](const SearchInfo& info) {
        if (info.bound != Bound::Exact) { return; }
        score = info.score;
        gain.line = info.pv;
    };
    SearchSettings settings;
    settings.correct_evaluations = false;
    gain.nodes = searcher_.search(game, limits, settings, std::move(callbacks)).nodes;
    gain.mates = is_mate(score) && score > 0;
    gain.is_mated = is_mate(score) && score < 0;
    if (!is_mate(score) && !gain.line.empty()) {
        gain.centipawns = score - material_balance(game.position(), game.position().side_to_move());
    }
    return gain;
}

}  // namespace skua
