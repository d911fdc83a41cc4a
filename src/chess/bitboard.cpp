#include "chess/bitboard.h"

namespace skua {

std::string to_string(Bitboard set) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) { text += set.contains(square_at(rank * 8 + file)) ? '1' : '.'; }
        text += '\n';
    }
    return text;
}

}  // namespace skua
