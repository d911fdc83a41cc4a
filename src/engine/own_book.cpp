#include "engine/own_book.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/parse.h"
#include "chess/san.h"

namespace skua {

namespace {

constexpr int MaxDepth = 255;
constexpr int MaxVariety = 100;
constexpr std::size_t QuotedPath = 200;

// Half-moves before the position since the game began, as its move number tells.
int plies_into_game(const Position& position) {
    return 2 * (position.fullmove_number() - 1) + (position.side_to_move() == Color::Black ? 1 : 0);
}

bool repeats_position(Game& game, Move move) {
    game.play(move);
    const bool repeats = game.earlier_occurrences() > 0;
    game.undo();
    return repeats;
}

}  // namespace

OwnBook::OwnBook()
    : built_in_(book::embedded_book()),
      prng_(static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count())) {}

Result<std::shared_ptr<const book::Book>> OwnBook::book() const {
    if (file_) { return file_; }
    if (!built_in_) { return Error{"the built-in book can't be used: " + built_in_.error()}; }
    return built_in_;
}

std::string OwnBook::name() const { return file_ ? in_quotes(path_, QuotedPath) : "the built-in book"; }

void OwnBook::describe_options(Options& options) {
    options.add_check("OwnBook", is_on_, "play at once where the opening book has a move");
    options.add_text("BookFile", "", "file of the opening book, in Polyglot's format; empty for the built-in one",
                     [this](const std::string& path) -> Result<OptionChange> {
                         std::shared_ptr<const book::Book> wanted;
                         if (!path.empty()) {
                             Result<std::shared_ptr<const book::Book>> opened = book::Book::open(path);
                             if (!opened) {
                                 return Error{"the book " + in_quotes(path, QuotedPath) +
                                              " can't be used: " + opened.error() + "; the old one stays"};
                             }
                             wanted = *std::move(opened);
                         }
                         return OptionChange([this, path, wanted]() -> std::optional<Error> {
                             path_ = path;
                             file_ = wanted;
                             return std::nullopt;
                         });
                     });
    options.add_spin("BookDepth", depth_, 1, MaxDepth, "use the book for this many plies of a game");
    options.add_spin("BookVariety", variety_, 0, MaxVariety,
                     "0 always plays the book's best move; 100 plays each move as often as its weight says");
}

std::optional<OwnBook::Answer> OwnBook::answer(const Game& game) {
    if (!is_on_ || plies_into_game(game.position()) >= depth_) { return std::nullopt; }
    const Result<std::shared_ptr<const book::Book>> used = book();
    if (!used) { return std::nullopt; }
    std::vector<book::BookMove> moves = (*used)->moves(game);
    Game next = game;
    moves.erase(std::remove_if(moves.begin(), moves.end(),
                               [&](const book::BookMove& each) { return repeats_position(next, each.move); }),
                moves.end());
    const Move move = book::choose(moves, variety_, prng_);
    if (move.is_none()) { return std::nullopt; }

    const auto chosen =
        std::find_if(moves.begin(), moves.end(), [move](const book::BookMove& each) { return each.move == move; });
    Answer answer;
    answer.move = move;
    answer.remark = "book move " + to_san(game.position(), move) + ", weight " + std::to_string(chosen->weight) +
                    ", from " + name();
    next.play(move);
    if (next.state() == GameState::Ongoing) { answer.ponder = book::choose((*used)->moves(next), 0, prng_); }
    return answer;
}

}  // namespace skua
