// Any text as PGN: reading ends, games that are accepted hold legal moves only, and can be written and read again.
#include <sstream>
#include <string>

#include "chess/pgn.h"
#include "fuzz_support.h"

namespace skua {
namespace {

void check_line(const PgnLine& line, Position position) {
    for (const PgnMove& each : line.moves) {
        require(position.is_legal(each.move));
        for (const PgnLine& variation : each.variations) { check_line(variation, position); }
        position.play(each.move);
    }
}

void check(std::string_view text) {
    std::istringstream input{std::string(text)};
    PgnReader reader(input);
    std::size_t count = 0;
    while (const auto game = reader.next()) {
        ++count;
        require(reader.count() == count);
        require(count <= text.size());
        if (!*game) {
            require(game->error().find("game " + std::to_string(count) + ", line ") == 0);
            continue;
        }
        require((*game)->start.is_consistent());
        check_line((*game)->line, (*game)->start);

        std::ostringstream output;
        write_pgn(output, **game);
        std::istringstream written(output.str());
        PgnReader second_reader(written);
        const auto again = second_reader.next();
        require(again.has_value());
        require(again->ok());
        require(**again == **game);
        require(!second_reader.next().has_value());

        std::ostringstream second_output;
        write_pgn(second_output, **again);
        require(second_output.str() == output.str());
    }
}

}  // namespace
}  // namespace skua

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::check(skua::text_of(data, size));
    return 0;
}
