#include "lab/proof/proof_run.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "analysis/position_statements.h"
#include "analysis/statement_text.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "lab/proof/checker.h"
#include "lab/support/parallel.h"

namespace skua::lab::proof {

namespace {

constexpr int HashMegabytes = 32;

std::optional<Error> set_up(Engine& engine, const ProofSettings& settings) {
    if (auto error = engine.set_option("Hash", std::to_string(HashMegabytes))) { return error; }
    return settings.tables.empty() ? std::nullopt : engine.set_option("SyzygyPath", settings.tables);
}

// One thread's engines: one explains, the other one checks.
class Worker {
public:
    Worker(const ProofSettings& settings, std::function<bool()> is_stopped)
        : error_(set_up(explaining_, settings)),
          is_stopped_(std::move(is_stopped)),
          checker_(checking_, settings.check, is_stopped_) {
        settings_.nodes = settings.check.nodes;
        if (!error_) { error_ = set_up(checking_, settings); }
    }

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

    // Nothing if it was stopped.
    [[nodiscard]] std::optional<std::vector<ResultRow>> work(const Sample& sample) {
        const auto explained = explain_position(explaining_, sample.game, sample.moves, settings_, is_stopped_);
        if (!explained) { return std::nullopt; }
        std::vector<ResultRow> rows;
        check(rows, sample.game, Move::none(), explained->threats);
        if (explained->best) { check(rows, sample.game, explained->best->move, explained->best->statements); }
        for (const MoveAnalysis& move : explained->moves) {
            if (move.move == explained->best->move) { continue; }
            check(rows, sample.game, move.move, move.statements);
        }
        if (is_stopped_()) { return std::nullopt; }
        return rows;
    }

private:
    void check(std::vector<ResultRow>& rows, const Game& game, Move move, const std::vector<Statement>& statements) {
        const Position& position = game.position();
        for (const Statement& statement : statements) {
            const std::uint64_t before = checker_.nodes();
            ResultRow row;
            row.finding = checker_.check(game, move, statement);
            row.fen = to_fen(position);
            row.move = move.is_none() ? "" : to_san(position, move);
            row.kind = skua::name_of(statement.kind);
            row.role = skua::name_of(statement.role);
            row.check = skua::name_of(statement.check);
            row.text = to_text(statement, position, move);
            row.nodes = checker_.nodes() - before;
            rows.push_back(std::move(row));
        }
    }

    Engine explaining_;
    Engine checking_;
    std::optional<Error> error_;
    std::function<bool()> is_stopped_;
    AnalysisSettings settings_;
    Checker checker_;
};

}  // namespace

std::string conditions_of(const ProofSettings& settings, const std::vector<std::string>& files, std::size_t count,
                          std::uint64_t seed) {
    std::string text = std::to_string(settings.check.nodes) + " nodes; factor " +
                       std::to_string(settings.check.factor) + "; " + std::to_string(count) +
                       " positions a file; seed " + std::to_string(seed) +
                       (settings.tables.empty() ? "" : "; with tablebases") + ";";
    for (const std::string& file : files) { text += ' ' + file; }
    std::replace(text.begin(), text.end(), ',', ' ');
    return text;
}

std::optional<Error> run_proof(Results& results, const std::vector<Sample>& samples, const ProofSettings& settings,
                               const std::function<bool()>& is_stopped) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;  // guards the next
    std::optional<Error> failure;
    const auto fail = [&](const Error& error) {
        const std::lock_guard lock(mutex);
        if (!failure) { failure = error; }
        stop = true;
    };
    in_parallel(settings.threads, [&](std::size_t thread) {
        Worker worker(settings, [&, thread] {
            if (thread == 0 && is_stopped()) { stop = true; }
            return stop.load();
        });
        if (worker.error()) { return fail(*worker.error()); }
        for (std::size_t i = next++; i < samples.size() && !stop; i = next++) {
            if (results.has(i)) { continue; }
            const auto rows = worker.work(samples[i]);
            if (!rows) { return; }
            if (const std::optional<Error> error = results.add(i, *rows)) { return fail(*error); }
        }
    });
    return failure;
}

}  // namespace skua::lab::proof
