// Commands in the comments of PGN games, such as [%clk 0:05:30]: what programs write for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skua {

// The argument of the first command of this name in a comment: "0:05:30" of clk; nothing if there is none.
std::optional<std::string_view> pgn_command(std::string_view comment, std::string_view name);

// The comment without the commands of this name, and without the blanks that they leave.
std::string without_pgn_command(std::string_view comment, std::string_view name);

// Milliseconds of a time in the form h:mm:ss, whose seconds may have decimals; nothing for other text.
std::optional<std::int64_t> parse_pgn_time(std::string_view text);

}  // namespace skua
