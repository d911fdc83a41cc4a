#include "server/jobs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "cli/game_source.h"

namespace skua::server {

namespace {

constexpr std::array<std::string_view, 5> StateNames{"waiting", "running", "done", "failed", "cancelled"};

bool is_over(JobState state) { return state != JobState::Waiting && state != JobState::Running; }

}  // namespace

std::string_view name_of(JobState state) { return StateNames[static_cast<std::size_t>(state)]; }

std::optional<JobState> job_state_named(std::string_view name) {
    const auto found = std::find(StateNames.begin(), StateNames.end(), name);
    if (found == StateNames.end()) { return std::nullopt; }
    return static_cast<JobState>(found - StateNames.begin());
}

Refusal no_such_job() { return {404, "no_such_job", "the job is unknown, or too old"}; }

TaskResult failed_task(const GameTask& task, const std::string& why) {
    TaskResult result;
    result.number = task.number;
    result.error = why;
    return result;
}

Checked<std::vector<GameTask>> split_games(const GamesRequest& request, const Caps& caps) {
    std::istringstream input(request.pgn);
    cli::GameSource source(input, {});
    std::vector<GameTask> games;
    std::string problem;
    while (const std::optional<cli::SourceGame> game = source.next()) {
        if (!game->problem.empty() && problem.empty()) { problem = game->problem; }
        if (!game->has_moves()) { continue; }
        if (games.size() == caps.games) {
            return Refusal{422, "too_many_games", "pgn has more than " + std::to_string(caps.games) + " games", "pgn"};
        }
        if (game->game.line.moves.size() > caps.plies) {
            return Refusal{422, "too_long_game",
                           "game " + std::to_string(game->number) + " has more than " + std::to_string(caps.plies) +
                               " moves of both sides",
                           "pgn"};
        }
        std::ostringstream text;
        write_pgn(text, game->game);
        games.push_back(
            {"", games.size() + 1, text.str(), game->problem, game->game.line.moves.size(), request.effort, 0});
    }
    if (games.empty()) {
        return Refusal{422, "no_games", problem.empty() ? "pgn has no game with moves" : "pgn: " + problem, "pgn"};
    }
    return games;
}

JobState state_of(const std::vector<TaskState>& games) {
    const auto all = [&](auto test) { return std::all_of(games.begin(), games.end(), test); };
    const auto is = [](JobState state) { return [state](const TaskState& game) { return game.state == state; }; };
    if (all([](const TaskState& game) { return is_over(game.state); })) {
        if (std::any_of(games.begin(), games.end(), is(JobState::Cancelled))) { return JobState::Cancelled; }
        return all(is(JobState::Failed)) ? JobState::Failed : JobState::Done;
    }
    return all(is(JobState::Waiting)) ? JobState::Waiting : JobState::Running;
}

Json to_json(const JobProgress& progress) {
    Json games = Json::array();
    for (const TaskState& game : progress.games) {
        games.add(Json::object({{"number", game.number},
                                {"state", name_of(game.state)},
                                {"moves", game.moves},
                                {"error", game.error.empty() ? Json() : Json(game.error)}}));
    }
    const double share =
        progress.steps == 0 ? 1 : static_cast<double>(progress.steps_done) / static_cast<double>(progress.steps);
    return Json::object({{"id", progress.job.id},
                         {"state", name_of(progress.state)},
                         {"created", progress.job.created},
                         {"limits", to_json(progress.job.effort)},
                         {"progress", std::round(share * 1000) / 1000},
                         {"games", std::move(games)}});
}

}  // namespace skua::server
