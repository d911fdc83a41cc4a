// What the checker found out about a statement.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace skua::lab::proof {

enum class Verdict : std::uint8_t { Confirmed, Refuted, NotChecked, Count };

// What kind of claim a statement makes, and so how much of it must be true.
enum class Claim : std::uint8_t {
    Exact,     // by the rules, on the board, along a line, by trying every move, in a tablebase: always true
    Searched,  // by a search that leaves moves out: nearly always true
    Count
};

struct Finding {
    Verdict verdict = Verdict::Confirmed;
    Claim claim = Claim::Exact;  // the claim that was refuted; without meaning for the other verdicts
    std::string reason;          // in words; empty if confirmed

    [[nodiscard]] bool is_confirmed() const { return verdict == Verdict::Confirmed; }
};

inline Finding confirmed() { return {}; }
inline Finding not_checked(std::string reason) { return {Verdict::NotChecked, Claim::Exact, std::move(reason)}; }
// An exact claim is false.
inline Finding is_false(std::string reason) { return {Verdict::Refuted, Claim::Exact, std::move(reason)}; }
// A longer search says otherwise.
inline Finding search_denies(std::string reason) { return {Verdict::Refuted, Claim::Searched, std::move(reason)}; }

// Confirmed if the condition holds, otherwise false for this reason.
inline Finding expect(bool holds, const std::string& reason) { return holds ? confirmed() : is_false(reason); }
inline Finding expect_searched(bool holds, const std::string& reason) {
    return holds ? confirmed() : search_denies(reason);
}

}  // namespace skua::lab::proof
