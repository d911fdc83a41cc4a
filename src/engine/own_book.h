// The opening book that an engine plays from, with its options.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/prng.h"
#include "base/result.h"
#include "book/book.h"
#include "chess/game.h"
#include "engine/options.h"

namespace skua {

class OwnBook {
public:
    OwnBook();

    void describe_options(Options& options);
    // The same seed makes the same choices among book moves; without a call they differ from engine to engine.
    void set_seed(std::uint64_t seed) { prng_ = Prng(seed); }

    struct Answer {
        Move move;
        Move ponder;         // the book's reply to it; none if it has none
        std::string remark;  // says where the move comes from
    };
    // The move to play; nothing if the book is switched off, doesn't go on here, or only repeats positions of the game.
    [[nodiscard]] std::optional<Answer> answer(const Game& game);

    // The book that is used, or would be; an Error says why there is none.
    [[nodiscard]] Result<std::shared_ptr<const book::Book>> book() const;
    // "the built-in book", or the file in quotes.
    [[nodiscard]] std::string name() const;

private:
    bool is_on_ = false;
    int depth_ = 255;  // plies of a game for which the book is used
    int variety_ = 0;
    std::string path_;                        // empty: the built-in book
    std::shared_ptr<const book::Book> file_;  // null: the built-in book
    Result<std::shared_ptr<const book::Book>> built_in_;
    Prng prng_;
};

}  // namespace skua
