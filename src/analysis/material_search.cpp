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

}  // namespace

int material_balance(const Position& position, Color side) {
    int balance = 0;
    for (const PieceType type :
         {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        balance += SeeValues[type] * (position.count(side, type) - position.count(~side, type));
    }
    return balance;
}

bool has_winning_capture(const Position& position) {
    MoveList moves;
    generate_moves(position, MoveStage::Noisy, moves);
    for (const Move move : moves) {
        if (see_at_least(position, move, 1)) { return true; }
    }
    return false;
}

bool is_quiet(const Position& position) {
    if (position.in_check() || has_winning_capture(position)) { return false; }
    Position passed = position;
    passed.play_null();
    return !has_winning_capture(passed);
}

MaterialSearch::MaterialSearch()
    : searcher_(RunsOn::CallersThread, HashMegabytes, [] { return std::make_unique<MaterialEvaluator>(); }) {}

std::vector<ForcedGain> MaterialSearch::run(const Game& game, const Limits& limits, int count) {
    searcher_.clear();
    struct Answer {
        Score score = DrawScore;
        std::vector<Move> line;
    };
    std::vector<Answer> answers;
    SearchCallbacks callbacks;
    callbacks.info = [&](const SearchInfo& info) {
        if (cancelled_ && cancelled_()) { searcher_.stop(); }
        if (info.bound != Bound::Exact) { return; }
        const auto index = static_cast<std::size_t>(info.multipv - 1);
        if (answers.size() <= index) { answers.resize(index + 1); }
        answers[index] = {info.score, info.pv};
    };
    SearchSettings settings;
    settings.exact_scores = true;
    settings.multi_pv = count;
    const std::uint64_t nodes = searcher_.search(game, limits, settings, std::move(callbacks)).nodes;
    const int balance = material_balance(game.position(), game.position().side_to_move());
    std::vector<ForcedGain> gains;
    for (Answer& answer : answers) {
        ForcedGain gain;
        gain.mates = is_mate(answer.score) && answer.score > 0;
        gain.is_mated = is_mate(answer.score) && answer.score < 0;
        if (!is_mate(answer.score) && !answer.line.empty()) { gain.centipawns = answer.score - balance; }
        gain.line = std::move(answer.line);
        gain.nodes = nodes;
        gains.push_back(std::move(gain));
    }
    if (gains.empty()) { gains.emplace_back().nodes = nodes; }
    return gains;
}

ForcedGain MaterialSearch::search(const Game& game, std::uint64_t nodes, const std::vector<Move>& moves) {
    Limits limits;
    limits.nodes = nodes;
    limits.search_moves = moves;
    return run(game, limits, 1).front();
}

std::vector<ForcedGain> MaterialSearch::search_best(const Game& game, std::uint64_t nodes, int count) {
    Limits limits;
    limits.nodes = nodes;
    return run(game, limits, count);
}

}  // namespace skua
