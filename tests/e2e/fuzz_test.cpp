// A grammar fuzzer: valid and broken commands in any order and at any time, in whole lines and in pieces. Whatever
// comes, the program lives, answers isready, and gives one legal best move for every `go`.
//
// SKUA_FUZZ_SEED and SKUA_FUZZ_SECONDS in the environment change seed and length. When something is wrong, all that was
// sent to the program is left in a file that the failure names: feed it to the program again, by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

#include "base/parse.h"
#include "base/prng.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"
#include "e2e/session.h"

namespace skua::e2e {
namespace {

// ---------------------------------------------------------------------- what is sent

class Grammar {
public:
    explicit Grammar(std::uint64_t seed) : prng_(seed) {}

    bool chance(int percent) { return below(100) < percent; }
    int below(int bound) { return static_cast<int>(prng_.below(static_cast<std::uint64_t>(bound))); }

    template <typename List>
    const auto& pick(const List& list) {
        return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
    }

    // A line, most often a good one.
    std::string line() {
        const int kind = below(100);
        if (kind < 24) { return go(); }
        if (kind < 44) { return position(); }
        if (kind < 54) { return "stop"; }
        if (kind < 62) { return "isready"; }
        if (kind < 74) { return set_option(); }
        if (kind < 78) { return "ponderhit"; }
        if (kind < 80) { return "ucinewgame"; }
        if (kind < 88) { return pick(Others); }
        if (kind < 97) { return damaged(chance(50) ? position() : go()); }
        return garbage();
    }

private:
    static constexpr std::array<const char*, 21> Others{"uci",
                                                        "d",
                                                        "eval",
                                                        "flip",
                                                        "help",
                                                        "compiler",
                                                        "debug on",
                                                        "debug off",
                                                        "register later",
                                                        "perft 3",
                                                        "go perft 2",
                                                        "perft 9",
                                                        "perft x",
                                                        "bench 3",
                                                        "bench 60",
                                                        "",
                                                        "   \t ",
                                                        "xyzzy",
                                                        "spsa",
                                                        "perft 4 threads 2 hash 1",
                                                        "stop stop stop"};
    static constexpr std::array<const char*, 12> Fens{
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",                                  // mate
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                                     // stalemate
        "8/8/8/4k3/8/8/4K3/8 w - - 0 1",                                      // nothing left to play for
        "6rk/8/8/8/8/8/7q/7K w - - 0 1",                                      // a single move
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",               // 218 moves
        "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113",                        // mate on the hundredth ply
        "3k4/8/8/8/8/8/4R3/4K3 w - - 100 80",                                 // beyond it
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",  // Chess960
        "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    };
    static constexpr std::array<const char*, 12> BadFens{"4k3/8/8/8/8/8/8/8 w - - 0 1",
                                                         "8/8/8/8/8/8/8/8 w - - 0 1",
                                                         "4k3/8/8/8/8/8/4K3 w - - 0 1",
                                                         "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
                                                         "5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1",
                                                         "4k3/8/8/8/8/8/8/4K3",
                                                         "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
                                                         "nonsense",
                                                         "",
                                                         "4k3/8/8/8/8/8/8/4K3 w - - a b",
                                                         "rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                                         "startpos"};
    static constexpr std::array<const char*, 33> SetOptions{"Hash value 1",
                                                            "Hash value 4",
                                                            "Hash value 33",
                                                            "Hash value 0",
                                                            "Hash value abc",
                                                            "Hash value 999999999999",
                                                            "Threads value 1",
                                                            "Threads value 2",
                                                            "Threads value 3",
                                                            "Threads value 7",
                                                            "Threads value -5",
                                                            "Threads value 99999999999",
                                                            "MultiPV value 1",
                                                            "MultiPV value 3",
                                                            "MultiPV value 256",
                                                            "MultiPV value 257",
                                                            "Clear Hash",
                                                            "Ponder value true",
                                                            "Move Overhead value 0",
                                                            "Move Overhead value 5000",
                                                            "UCI_Chess960 value true",
                                                            "UCI_Chess960 value false",
                                                            "UCI_ShowWDL value true",
                                                            "UCI_AnalyseMode value true",
                                                            "UCI_LimitStrength value true",
                                                            "UCI_LimitStrength value false",
                                                            "UCI_Elo value 1300",
                                                            "Skill Level value 0",
                                                            "Skill Level value 20",
                                                            "Contempt value -30",
                                                            "Minimal value true",
                                                            "Minimal value false",
                                                            "No Such Thing value 7"};

    std::string number() {
        static constexpr std::array<const char*, 10> Odd{
            "0", "-1", "abc", "99999999999999999999", "-99999999999999999999", "1e5", "3.7", "+5", "0x10", ""};
        if (chance(8)) { return pick(Odd); }
        static constexpr std::array<int, 7> Bounds{2, 5, 10, 50, 200, 1000, 5000};
        return std::to_string(1 + below(pick(Bounds)));
    }

    std::string go() {
        static constexpr std::array<const char*, 9> Numbered{"wtime",    "btime", "winc",  "binc", "movestogo",
                                                             "movetime", "depth", "nodes", "mate"};
        if (chance(20)) { return "go infinite"; }
        if (chance(5)) { return "go"; }
        std::string text = "go";
        for (int i = 1 + below(4); i > 0; --i) {
            const int kind = below(20);
            if (kind == 0) {
                text += " infinite";
            } else if (kind <= 2) {
                text += " ponder";
            } else if (kind <= 4) {
                text += " searchmoves";
                static constexpr std::array<const char*, 8> Moves{"e2e4", "d2d4", "e7e5", "a7a8q",
                                                                  "0000", "e2e5", "E2E4", "zz"};
                for (int j = below(4); j > 0; --j) { text += std::string(" ") + pick(Moves); }
            } else {
                text += std::string(" ") + pick(Numbered) + ' ' + number();
            }
        }
        return text;
    }

    std::string position() {
        if (chance(8)) { return std::string("position fen ") + pick(BadFens); }
        Game game;
        std::string text = "position startpos";
        if (chance(60)) {
            const std::string_view fen = pick(Fens);
            text = "position fen " + std::string(fen);
            // Without the option some castling rights are dropped: no castling then, as it might not be legal.
            game = Game(parse_fen(fen, Variant::Chess960)->position);
        }
        const int plies = chance(3) ? 1000 : chance(40) ? below(80) : below(4);
        if (plies > 0) { text += " moves"; }
        for (int i = 0; i < plies; ++i) {
            const MoveList moves = legal_moves(game.position());
            if (moves.empty()) { break; }
            const Move move = moves[static_cast<std::size_t>(below(static_cast<int>(moves.size())))];
            text += ' ' + to_uci(move, chance(50) ? Variant::Chess960 : Variant::Standard);
            game.play(move);
        }
        static constexpr std::array<const char*, 4> BadMoves{" e2e5", " 0000", " xyzzy", " e7e8"};
        if (chance(5)) { text += pick(BadMoves); }
        return text;
    }

    std::string set_option() {
        std::string text = std::string("setoption name ") + pick(SetOptions);
        // Not where half a number would be a good one, and a thousand threads or the whole memory taken.
        const bool large = text.find("9999") != std::string::npos;
        if (!large && chance(5)) { text.resize(static_cast<std::size_t>(below(static_cast<int>(text.size())))); }
        if (chance(5)) {
            for (char& c : text) { c = chance(50) && c != 'n' && c != 'v' ? to_upper(c) : c; }
        }
        return text;
    }

    // Some bytes changed, lost or doubled.
    std::string damaged(std::string text) {
        for (int i = 1 + below(4); i > 0 && !text.empty(); --i) {
            const auto at = static_cast<std::size_t>(below(static_cast<int>(text.size())));
            switch (below(4)) {
                case 0: text[at] = static_cast<char>(below(256)); break;
                case 1: text.erase(at, 1 + static_cast<std::size_t>(below(5))); break;
                case 2: text.insert(at, text.substr(at / 2, static_cast<std::size_t>(below(20)))); break;
                default: text.insert(at, 1, " \t\r\0\x7f\v"[below(6)]); break;
            }
        }
        return text;
    }

    std::string garbage() {
        std::string text(static_cast<std::size_t>(chance(90) ? below(200) : chance(70) ? below(100000) : 2000000), 'x');
        const int alphabet = below(3);
        for (char& c : text) {
            c = alphabet == 0 ? static_cast<char>(below(256)) : alphabet == 1 ? "go depth1 \t"[below(11)] : '\0';
            if (c == '\n' && !chance(2)) { c = '\v'; }
        }
        return text;
    }

    Prng prng_;
};

// ---------------------------------------------------------------------- what must come back

// Counts what the program owes for the lines it was sent.
class Ledger {
public:
    // False if the line must not be sent: it would end the program or leave files behind.
    static bool harmless(std::string_view line) {
        const std::string_view command = command_of(line);
        if (command == "quit") { return false; }
        // With random bytes the option's name might come out.
        std::string lower(line);
        for (char& c : lower) { c = to_lower(c); }
        return command != "setoption" || lower.find("log") == std::string::npos;
    }

    void sent(std::string_view line) {
        std::string_view rest;
        const std::string_view command = command_of(line, &rest);
        if (command == "isready") { ++ready; }
        if (command == "d") { ++diagrams; }
        if (command == "go" && next_word(rest) != "perft") { last_diagram.push_back(diagrams); }
    }

    int ready = 0;
    int diagrams = 0;
    std::vector<int> last_diagram;  // for each search: how many diagrams had been asked for before

private:
    // The first word that is a command, as UCI wants it, and what follows.
    static std::string_view command_of(std::string_view line, std::string_view* rest = nullptr) {
        static constexpr std::array<std::string_view, 19> Commands{
            "uci",  "isready", "setoption", "ucinewgame", "position", "go",   "stop", "ponderhit", "d",       "eval",
            "flip", "perft",   "bench",     "spsa",       "compiler", "help", "quit", "debug",     "register"};
        if (line.size() > MaxLength) { return {}; }
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            if (std::find(Commands.begin(), Commands.end(), word) != Commands.end()) {
                if (rest != nullptr) { *rest = line; }
                return word;
            }
        }
        return {};
    }

    static constexpr std::size_t MaxLength = std::size_t{1} << 20;
};

class Fuzzer {
public:
    explicit Fuzzer(std::uint64_t seed) : seed_(seed), grammar_(seed) {}

    void run(milliseconds duration) {
        const auto end = Clock::now() + duration;
        while (Clock::now() < end && !testing::Test::HasFailure()) { talk_to_one_process(end); }
        std::printf("seed %llu: %d processes, %d lines, %d searches\n", static_cast<unsigned long long>(seed_),
                    processes_, lines_, searches_);
        EXPECT_GT(searches_, 0);
        if (testing::Test::HasFailure()) {
            const std::string path = testing::TempDir() + "skua_fuzz_" + std::to_string(seed_) + ".in";
            std::ofstream(path, std::ios::binary) << record_;
            ADD_FAILURE() << "all that was sent: " << path;
        }
    }

private:
    void talk_to_one_process(Clock::time_point end) {
        ++processes_;
        record_.clear();
        EngineProcess engine;
        std::size_t memory = 0;
        const int rounds = 20 + grammar_.below(60);
        for (int round = 0; round < rounds && Clock::now() < end && !testing::Test::HasFailure(); ++round) {
            send_burst(engine);
            settle(engine);
            // Measured in a known state, once everything has been used.
            if (round == 15 || (round > 15 && round % 20 == 0)) {
                ledger_ = {};
                deliver(engine, "setoption name Threads value 1");
                deliver(engine, "setoption name Hash value 1");
                settle(engine);
                if (memory == 0) { memory = engine.resident_bytes(); }
                EXPECT_LT(engine.resident_bytes(), memory + (std::size_t{64 * Slowness} << 20)) << "memory grows";
            }
        }
        if (testing::Test::HasFailure()) { return; }
        // The end, in one of many ways, often in the middle of something.
        if (grammar_.chance(50)) { deliver(engine, "go infinite"); }
        if (grammar_.chance(20)) { engine.close_output(); }
        if (grammar_.chance(50)) {
            deliver(engine, "quit");
        } else {
            if (grammar_.chance(30)) { engine.send_bytes("position startpos moves e2"); }
            engine.close_input();
        }
        const std::optional<ExitStatus> status = engine.wait_for_exit();
        ASSERT_TRUE(status) << "does not end";
        EXPECT_TRUE(status->clean()) << status->text();
        EXPECT_EQ(engine.errors(), "");
    }

    // Some lines, in pieces of any size.
    void send_burst(EngineProcess& engine) {
        ledger_ = {};
        std::string bytes;
        for (int i = 1 + grammar_.below(12); i > 0; --i) {
            const std::string text = grammar_.line();
            // Damage may have made two lines of it.
            std::string_view rest = text;
            for (;;) {
                const std::size_t line_end = rest.find('\n');
                const std::string line(rest.substr(0, line_end));
                if (Ledger::harmless(line)) {
                    // The position of a search is known by the diagram before it.
                    bytes += "d\n";
                    ledger_.sent("d");
                    bytes += line + (grammar_.chance(5) ? "\r\n" : "\n");
                    ledger_.sent(line);
                    ++lines_;
                }
                if (line_end == std::string_view::npos) { break; }
                rest.remove_prefix(line_end + 1);
            }
        }
        record_ += bytes;
        std::string_view rest = bytes;
        while (!rest.empty()) {
            const std::size_t most =
                grammar_.chance(30) ? 1 + static_cast<std::size_t>(grammar_.below(40)) : rest.size();
            const std::size_t size = std::min(rest.size(), most);
            if (!engine.send_bytes(rest.substr(0, size))) {
                ADD_FAILURE() << "does not read any more; " << engine.errors();
                return;
            }
            rest.remove_prefix(size);
            if (grammar_.chance(4)) {
                heard_ = concatenated(std::move(heard_), engine.read_for(milliseconds(grammar_.below(20))));
            }
        }
    }

    static std::vector<Line> concatenated(std::vector<Line> a, std::vector<Line> b) {
        std::move(b.begin(), b.end(), std::back_inserter(a));
        return a;
    }

    void deliver(EngineProcess& engine, const std::string& line) {
        record_ += line + '\n';
        ledger_.sent(line);
        engine.send(line);
    }

    // Ends what is running and compares what came with what is owed.
    void settle(EngineProcess& engine) {
        deliver(engine, "stop");
        deliver(engine, "isready");
        int ready = 0;
        std::vector<std::string> fens;
        std::vector<std::string> best_moves;
        const auto count = [&](const std::vector<Line>& lines) {
            for (const Line& line : lines) {
                const std::string& text = line.text;
                if (text == "readyok") { ++ready; }
                if (text.starts_with("Fen: ")) { fens.push_back(text.substr(5)); }
                if (text.starts_with("bestmove ")) { best_moves.emplace_back(split_words(text)[1]); }
                if (text.starts_with("info ")) { parse_info(text); }
            }
        };
        count(std::exchange(heard_, {}));
        while (ready < ledger_.ready) {
            const auto lines = engine.read_until("readyok");
            if (!lines) {
                ADD_FAILURE() << (engine.running() ? "hangs" : "is dead") << "; " << engine.errors();
                return;
            }
            count(*lines);
        }
        EXPECT_EQ(ready, ledger_.ready);
        EXPECT_EQ(engine.errors(), "");
        ASSERT_EQ(fens.size(), static_cast<std::size_t>(ledger_.diagrams));
        ASSERT_EQ(best_moves.size(), ledger_.last_diagram.size()) << "one bestmove for each go";
        searches_ += static_cast<int>(best_moves.size());
        for (std::size_t i = 0; i < best_moves.size(); ++i) {
            if (ledger_.last_diagram[i] == 0) { continue; }
            const std::string& fen = fens[static_cast<std::size_t>(ledger_.last_diagram[i]) - 1];
            const Result<FenReading> reading = parse_fen(fen, Variant::Chess960);
            ASSERT_TRUE(reading) << fen;
            if (best_moves[i] == "(none)") {
                EXPECT_FALSE(has_legal_move(reading->position)) << fen;
            } else {
                EXPECT_TRUE(parse_uci_move(reading->position, best_moves[i])) << best_moves[i] << " in " << fen;
            }
        }
    }

    std::uint64_t seed_;
    Grammar grammar_;
    Ledger ledger_;
    std::string record_;
    std::vector<Line> heard_;
    int processes_ = 0;
    int lines_ = 0;
    int searches_ = 0;
};

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : parse_integer<std::uint64_t>(text).value_or(otherwise);
}

void run_fuzzer(std::uint64_t seed, int seconds) {
    const auto length =
        static_cast<std::int64_t>(environment("SKUA_FUZZ_SECONDS", static_cast<std::uint64_t>(seconds)));
    Fuzzer(environment("SKUA_FUZZ_SEED", seed)).run(milliseconds(length * 1000));
}

TEST(Fuzz, SixSeconds) { run_fuzzer(1, 6); }

TEST(Fuzz, SixSecondsWithAnotherSeed) { run_fuzzer(2, 6); }

TEST(LongFuzz, FiveMinutes) { run_fuzzer(static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()), 300); }

}  // namespace
}  // namespace skua::e2e
