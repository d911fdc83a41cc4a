// A FEN and moves as UCI writes them: what is accepted is legal and can be written and read again.
#include "base/parse.h"
#include "chess/game.h"
#include "chess/uci_move.h"
#include "fuzz_support.h"

namespace skua {
namespace {

void check(std::string_view text) {
    Game game(take_position(text));
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        const Position before = game.position();
        const Result<Move> move = parse_uci_move(before, word);
        require(game.position() == before);
        if (!move) {
            require(!move.error().empty());
            continue;
        }
        require(before.is_legal(*move));
        const Result<Move> again = parse_uci_move(before, to_uci(*move, Variant::Chess960));
        require(again.ok() && *again == *move);
        // Only in Chess960 can a king's step mean two things.
        if (!move->is_castling() || file_of(move->from()) == File::E) {
            const Result<Move> standard = parse_uci_move(before, to_uci(*move, Variant::Standard));
            require(standard.ok() && *standard == *move);
        }
        game.play(*move);
        require(game.position().is_consistent());
    }
    // Questions about the whole past must hold as well.
    (void)game.has_upcoming_repetition(0);
    (void)game.is_repetition(0);
    while (game.ply() > 0) { game.undo(); }
    require(game.position().is_consistent());
}

}  // namespace
}  // namespace skua

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::check(skua::text_of(data, size));
    return 0;
}
