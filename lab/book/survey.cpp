#include "lab/book/survey.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "base/parse.h"
#include "book/polyglot_key.h"
#include "chess/fen.h"
#include "chess/movegen.h"

namespace skua::lab {

namespace {

constexpr std::size_t MaxExamples = 10;

// A move's 16 bits are two squares and a piece; no position has a move from a square to itself, a promotion to
// something else than knight, bishop, rook and queen, or the highest bit set.
bool is_malformed(std::uint16_t code) {
    constexpr int Squares = 6;
    constexpr int Queen = 4;
    return (code >> (2 * Squares)) > Queen || ((code >> Squares) & 63) == (code & 63);
}

class Surveyor {
public:
    explicit Surveyor(const book::Book& book) : book_(book) {}

    BookSurvey run() {
        read_entries();
        walk();
        result_.orphans = result_.positions - result_.reached;
        return result_;
    }

private:
    // A position of the walk, as the move that leads to it: the key needs to know that one.
    struct Step {
        Position before;
        Move move;
        int ply = 0;

        [[nodiscard]] Game game() const {
            Game game(before);
            if (!move.is_none()) { game.play(move); }
            return game;
        }
    };

    void note(const std::string& sentence) {
        if (result_.examples.size() < MaxExamples) { result_.examples.push_back(sentence); }
    }

    void read_entries() {
        result_.entries = book_.size();
        std::vector<std::uint16_t> codes;  // of the present position
        Key key = 0;
        for (std::uint64_t i = 0; i < book_.size(); ++i) {
            const book::Entry entry = book_.entry(i);
            const std::string name = "entry " + std::to_string(i + 1);
            if (i > 0 && entry.key < key) {
                ++result_.out_of_order;
                note(name + " is out of order");
            }
            if (i == 0 || entry.key != key) {
                ++result_.positions;
                codes.clear();
            }
            key = entry.key;
            if (is_malformed(entry.move)) {
                ++result_.malformed;
                note(name + " has no possible move: " + hexadecimal(entry.move));
            }
            if (std::find(codes.begin(), codes.end(), entry.move) != codes.end()) {
                ++result_.duplicates;
                note(name + " repeats a move of its position");
            }
            codes.push_back(entry.move);
            result_.most_moves = std::max<std::uint64_t>(result_.most_moves, codes.size());
            result_.largest_weight = std::max(result_.largest_weight, entry.weight);
            result_.zero_weights += entry.weight == 0 ? 1 : 0;
        }
    }

    void walk() {
        visit({Position(), Move::none(), 0});
        while (!queue_.empty()) {
            const Step step = queue_.front();
            queue_.pop_front();
            Game game = step.game();
            const Key key = book::polyglot_key(game);
            const bool is_known = book_.contains(key);
            std::vector<Move> book_moves;
            if (is_known) {
                ++result_.reached;
                result_.plies = std::max(result_.plies, step.ply);
                book_moves = check_moves(game.position(), key);
            }
            for (const Move move : legal_moves(game.position())) {
                // A position that the book does not have is passed through once, but never two in a row.
                const bool in_book = std::find(book_moves.begin(), book_moves.end(), move) != book_moves.end();
                if (in_book || leads_into_book(game, move)) { visit({game.position(), move, step.ply + 1}); }
            }
        }
    }

    [[nodiscard]] bool leads_into_book(Game& game, Move move) const {
        game.play(move);
        const bool leads = book_.contains(book::polyglot_key(game));
        game.undo();
        return leads;
    }

    void visit(const Step& step) {
        if (visited_.insert(book::polyglot_key(step.game())).second) { queue_.push_back(step); }
    }

    // The legal moves among the entries of a position that was reached.
    std::vector<Move> check_moves(const Position& position, Key key) {
        std::vector<Move> moves;
        for (std::uint64_t i = book_.lower_bound(key); i < book_.size(); ++i) {
            const book::Entry entry = book_.entry(i);
            if (entry.key != key) { break; }
            const Move move = book::decode_move(position, entry.move);
            const std::string name = "entry " + std::to_string(i + 1);
            if (move.is_none()) {
                if (is_malformed(entry.move)) { continue; }
                ++result_.illegal;
                note(name + " has an illegal move in " + to_fen(position));
            } else if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
                moves.push_back(move);
            } else if (move.is_castling() && !has_same_code_before(i, key, entry.move)) {
                ++result_.duplicates;
                note(name + " castles a second time, written in another way");
            }
        }
        return moves;
    }

    [[nodiscard]] bool has_same_code_before(std::uint64_t index, Key key, std::uint16_t code) const {
        for (std::uint64_t i = book_.lower_bound(key); i < index; ++i) {
            if (book_.entry(i).move == code) { return true; }
        }
        return false;
    }

    const book::Book& book_;
    BookSurvey result_;
    std::unordered_set<Key> visited_;
    std::deque<Step> queue_;
};

}  // namespace

BookSurvey survey_book(const book::Book& book) { return Surveyor(book).run(); }

}  // namespace skua::lab
