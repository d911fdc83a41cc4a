// Any text as a FEN: what is accepted is a sound position whose moves, keys and notation agree with each other.
#include <bitset>

#include "chess/movegen.h"
#include "fuzz_support.h"

namespace skua {
namespace {

void check_notation(const Position& position, Variant variant) {
    for (const CastlingLetters letters : {CastlingLetters::XFen, CastlingLetters::Shredder}) {
        const std::string fen = to_fen(position, letters);
        const Result<FenReading> again = parse_fen(fen, variant);
        require(again.ok());
        require(again->remarks.empty());
        require(again->position == position);
        require(to_fen(again->position, letters) == fen);
    }
}

void check_moves(const Position& position, std::size_t sample) {
    const MoveList moves = legal_moves(position);
    require(count_legal_moves(position) == static_cast<int>(moves.size()));
    require(has_legal_move(position) == !moves.empty());

    MoveList stages;
    generate_moves(position, MoveStage::Noisy, stages);
    generate_moves(position, MoveStage::Quiet, stages);
    require(stages.size() == moves.size());

    std::bitset<65536> generated;
    for (const Move move : moves) {
        require(stages.contains(move));
        require(!generated[move.raw()]);
        generated[move.raw()] = true;
        require(position.is_legal(move));

        Position after = position;
        after.play(move);
        require(after.is_consistent());
        require(after.key() == position.key_after(move));
        require(after.in_check() == position.gives_check(move));
    }
    // All 65,536 encodings would be slow: another part of them for each input.
    constexpr std::size_t Stride = 61;
    for (std::size_t raw = sample % Stride; raw < generated.size(); raw += Stride) {
        require(position.is_legal(Move::from_raw(static_cast<std::uint16_t>(raw))) == generated[raw]);
    }
}

void check(std::string_view text) {
    std::size_t sample = 0;
    for (const char c : text) { sample = sample * 31 + static_cast<unsigned char>(c); }
    for (const Variant variant : {Variant::Standard, Variant::Chess960}) {
        const Result<FenReading> reading = parse_fen(text, variant);
        if (!reading) {
            require(!reading.error().empty());
            continue;
        }
        require(reading->position.is_consistent());
        check_notation(reading->position, variant);
        check_moves(reading->position, sample);
    }
}

}  // namespace
}  // namespace skua

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::check(skua::text_of(data, size));
    return 0;
}
