// The whole engine as an object: without text protocols and without global state, so that several can live in one
// process.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "book/book.h"
#include "chess/game.h"
#include "engine/options.h"
#include "engine/report.h"
#include "eval/evaluators.h"
#include "search/limits.h"
#include "tablebase/tables.h"

namespace skua {

// Gets a sentence for the user that answers no command, such as what is wrong with a file. It may be called from any
// thread, and must not call the engine.
using NoticeHandler = std::function<void(const std::string&)>;

// All functions are called from one controlling thread. Those that change the engine stop a running search themselves
// and return after it has reported its best move; the caller need not.
class Engine {
public:
    Engine();
    // Uses this in place of the network that is embedded in the program. With an error instead of a network the engine
    // starts with the classical evaluation.
    explicit Engine(Result<std::shared_ptr<const nnue::Network>> embedded);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    // ---------------------------------------------------------------- setting up
    [[nodiscard]] const Options& options() const;
    // Validates the value without touching a running search; call the result to apply it.
    [[nodiscard]] Result<OptionChange> prepare_option(std::string_view name, std::string_view value);
    std::optional<Error> set_option(std::string_view name, std::string_view value);
    // In analysis both sides are treated alike: contempt does not count, and no book is used. Holds for later searches.
    void set_analysis_mode(bool on);
    // These receive the reports of searches started later.
    void set_callbacks(EngineCallbacks callbacks);
    // Receives the notices from now on. Called before the first search, and before options are set.
    void set_notice_handler(NoticeHandler handler);

    // Makes the choice among book moves repeatable.
    void set_book_seed(std::uint64_t seed);

    // Clears all that was learned from earlier searches.
    void new_game();
    void set_game(Game game);
    [[nodiscard]] const Game& game() const;

    // ---------------------------------------------------------------- searching
    // Starts a search and returns at once; best_move is called exactly once for it. Where the opening book has a move
    // and the search is for playing one (not infinite, pondering, for a mate or among given moves, nor in analysis),
    // that move is the answer, after one ply of search for its score: a notice says so.
    void go(const Limits& limits);
    // Makes a running search end soon.
    void stop();
    void ponder_hit();
    // Returns when the running search, if there is one, has reported its best move.
    void wait();
    // Returns whether it has, after at most this long. Where there are no threads it is run to its end, however long
    // that takes.
    bool wait_for(std::chrono::milliseconds time);

    // Where there are no threads (platform::max_threads), a search runs only inside these functions: here for a slice
    // of about this length. Returns whether there is more to do: call it again then.
    bool run_slice(std::chrono::milliseconds length);

    // ---------------------------------------------------------------- what it uses
    // How often the pawn cache was used since the engine was made.
    [[nodiscard]] CacheStatistics cache_statistics() const;
    // The evaluation used in search, and the network that it uses or would use.
    [[nodiscard]] EvaluatorKind evaluator_kind() const;
    // The network is null if there is none that can be used.
    [[nodiscard]] const nnue::Network* network() const;
    // The tablebases of SyzygyPath; null if that is empty.
    [[nodiscard]] std::shared_ptr<const tablebase::Tables> tablebases() const;
    // The opening book that is used with the option OwnBook, or would be; an Error says why there is none.
    [[nodiscard]] Result<std::shared_ptr<const book::Book>> book() const;
    // "the built-in book", or its file in quotes.
    [[nodiscard]] std::string book_name() const;
    // Says why the engine started without the network; empty if it has one. Front ends show it once.
    [[nodiscard]] const std::string& startup_notice() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace skua
