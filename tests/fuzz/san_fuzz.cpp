// A FEN and moves as players write them: what is accepted is legal, every legal move has a name of its own, and names
// are read back.
#include <set>
#include <string>

#include "base/parse.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "fuzz_support.h"

namespace skua {
namespace {

void check_names(const Position& position) {
    std::set<std::string> names;
    for (const Move move : legal_moves(position)) {
        const std::string name = to_san(position, move);
        require(names.insert(name).second);
        const Result<Move> again = parse_san(position, name);
        require(again.ok() && *again == move);
    }
}

void check(std::string_view text) {
    Position position = take_position(text);
    check_names(position);
    bool moved = false;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        const Result<Move> move = parse_san(position, word);
        if (!move) {
            require(!move.error().empty());
            continue;
        }
        require(position.is_legal(*move));
        const Result<Move> again = parse_san(position, to_san(position, *move));
        require(again.ok() && *again == *move);
        position.play(*move);
        moved = true;
    }
    if (moved) { check_names(position); }
}

}  // namespace
}  // namespace skua

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::check(skua::text_of(data, size));
    return 0;
}
