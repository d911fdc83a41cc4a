// Any bytes as a book: it is refused with a reason, or every position of some games can be asked for its moves, which
// are legal and each there once. So that the fuzzer need not guess keys, the input is also read with the keys of these
// positions in place of its own.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "book/book.h"
#include "book/polyglot_key.h"
#include "chess/movegen.h"
#include "fuzz_support.h"

namespace skua::book {
namespace {

const std::vector<Game>& games() {
    static const std::vector<Game> list = [] {
        std::vector<Game> made;
        for (const std::string_view fen :
             {StartFen, std::string_view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
              std::string_view("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
              std::string_view("8/8/8/8/1k1pP2R/8/8/4K3 b - e3 0 1"),
              std::string_view("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"),
              std::string_view("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1")}) {
            made.emplace_back(parse_fen(fen, Variant::Chess960)->position);
        }
        return made;
    }();
    return list;
}

void check_moves(const Book& book, const Game& game) {
    const std::vector<BookMove> moves = book.moves(game);
    double shares = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        require(game.position().is_legal(moves[i].move));
        require(decode_move(game.position(), encode_move(moves[i].move)) == moves[i].move);
        require(i == 0 || moves[i].weight <= moves[i - 1].weight);
        require(moves[i].share >= 0 && moves[i].share <= 1);
        for (std::size_t j = 0; j < i; ++j) { require(moves[i].move != moves[j].move); }
        shares += moves[i].share;
    }
    require(shares < 1.000001 && (shares > 0.999999 || shares == 0));
    for (const int variety : {0, 1, 50, 100}) {
        Prng prng(7);
        const Move chosen = choose(moves, variety, prng);
        require(chosen.is_none() ? shares == 0 : game.position().is_legal(chosen));
    }
}

void check_bytes(std::span<const std::uint8_t> bytes) {
    const auto book = Book::from_bytes(bytes);
    if (!book) {
        require(!book.error().empty());
        return;
    }
    std::vector<std::uint8_t> again;
    for (std::uint64_t i = 0; i < (*book)->size(); ++i) {
        const Entry entry = (*book)->entry(i);
        append_entry(again, entry);
        require((*book)->contains(entry.key));
        require((*book)->lower_bound(entry.key) <= i);
    }
    require(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()));
    for (const Game& game : games()) { check_moves(**book, game); }
}

void check(std::span<const std::uint8_t> bytes) {
    check_bytes(bytes);
    for (const Game& game : games()) {
        std::vector<std::uint8_t> with_key;
        for (std::size_t i = 0; i + EntrySize <= bytes.size(); i += EntrySize) {
            Entry entry = read_entry(bytes.subspan(i, EntrySize));
            entry.key = polyglot_key(game);
            append_entry(with_key, entry);
        }
        check_bytes(with_key);
    }
}

}  // namespace
}  // namespace skua::book

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::book::check(std::span(data, size));
    return 0;
}
