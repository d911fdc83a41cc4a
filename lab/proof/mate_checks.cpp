#include <algorithm>
#include <string>

#include "chess/movegen.h"
#include "lab/proof/checks.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

namespace {

// The side that mates moves first in the line's root.
struct MateClaim {
    std::size_t root = 0;
    int moves = 0;
    Move first;

    explicit MateClaim(const Case& c)
        : root(c.line.root()),
          moves(c.statement.kind == StatementKind::Checkmate ? 1 : c.statement.number),
          first(root < c.line.size() ? c.line.move(root) : Move::none()) {}
};

bool is_checkmate(const Position& position) { return position.in_check() && legal_moves(position).empty(); }

Finding check_line(const Case& c, const MateClaim& mate) {
    const Position& end = c.line.end();
    if (mate.first.is_none()) { return is_false("the line has no move"); }
    if (!is_checkmate(end) || end.side_to_move() == c.line.before(mate.root).side_to_move()) {
        return is_false("the line does not end in mate");
    }
    const int moves = static_cast<int>(c.line.size() - mate.root + 1) / 2;
    if (moves > mate.moves) { return is_false("the line mates later than is said"); }
    return expect(!c.statement.is_exact || moves == mate.moves, "the line mates sooner than is said");
}

bool is_smothered(const NaiveBoard& board, Square king, Square checker) {
    const Color side = color_of(board.on(king));
    if (type_of(board.on(checker)) != PieceType::Knight) { return false; }
    for (int i = 0; i < 64; ++i) {
        if (are_neighbours(king, square_at(i)) && !board.belongs_to(square_at(i), side)) { return false; }
    }
    return true;
}

// Mated along its first rank by a rook or queen, shut in by its own men in front of it.
bool is_back_rank(const NaiveBoard& board, Square king, Square checker) {
    const Color side = color_of(board.on(king));
    const PieceType type = type_of(board.on(checker));
    if (type != PieceType::Rook && type != PieceType::Queen) { return false; }
    if (rank_number(side, king) != 1 || rank_number(side, checker) != 1) { return false; }
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        const bool is_ahead = are_neighbours(king, square) && rank_number(side, square) == 2;
        if (is_ahead && !board.belongs_to(square, side)) { return false; }
    }
    return true;
}

Finding check_pattern(const Case& c) {
    const bool is_smothered_kind = c.statement.kind == StatementKind::SmotheredMate;
    if (!is_smothered_kind && c.statement.kind != StatementKind::BackRankMate) { return confirmed(); }
    const NaiveBoard board(c.line.end());
    const Color mated = c.line.end().side_to_move();
    const Square king = board.king(mated);
    const std::vector<Square> checkers = board.attackers(king, ~mated);
    if (checkers.size() != 1) { return is_false("the mate is not given by one man"); }
    return is_smothered_kind ? expect(is_smothered(board, king, checkers[0]), "the mate is not smothered")
                             : expect(is_back_rank(board, king, checkers[0]), "it is not a mate on the back rank");
}

// A mate that is too long to be solved: the engine must announce it.
Finding ask_search(const Case& c, const MateClaim& mate) {
    const auto searched = c.searches.lines(c.line.game_before(mate.root), {mate.first}, 1);
    if (!searched || searched->lines.empty()) { return not_checked("the search was cancelled"); }
    const MateIn* const found = std::get_if<MateIn>(&searched->lines[0].score);
    if (found != nullptr && found->wins && found->moves <= mate.moves) { return confirmed(); }
    if (c.statement.check != StatementCheck::Search) { return not_checked("the mate is too long to be solved"); }
    // That it has found a longer mate first does not mean that there is no shorter one.
    if (found != nullptr && found->wins) {
        return not_checked("a longer search finds a mate in " + std::to_string(found->moves));
    }
    return search_denies("a longer search finds no mate");
}

Finding check_length(const Case& c, const MateClaim& mate) {
    const Position& position = c.line.before(mate.root);
    Solver& solver = c.searches.solver();
    const Answer in_time = solver.mates(position, mate.moves, mate.first);
    if (in_time == Answer::No) { return is_false("there is a defence to the mate"); }
    if (in_time == Answer::Unknown) { return ask_search(c, mate); }
    if (!c.statement.is_exact) { return confirmed(); }
    // A move that mates is compared with itself, a mate that is allowed or threatened with all others.
    const bool is_named = c.statement.role == StatementRole::Does || c.statement.role == StatementRole::Better;
    const bool is_own = is_named && c.line.root() == 0;
    const Answer sooner = solver.mates(position, mate.moves - 1, is_own ? mate.first : Move::none());
    return expect(sooner != Answer::Yes, "there is a shorter mate");
}

Finding check_stopped(const Case& c, const MateClaim& mate) {
    const Game after = c.after_subject();
    switch (c.searches.solver().mates(after.position(), mate.moves)) {
        case Answer::No: return confirmed();
        case Answer::Yes: return is_false("the mate is still there after the move");
        case Answer::Unknown: break;
    }
    return not_checked("whether the mate is stopped can't be solved");
}

}  // namespace

Finding check_mate(const Case& c) {
    const MateClaim mate(c);
    if (const Finding line = check_line(c, mate); !line.is_confirmed()) { return line; }
    if (const Finding pattern = check_pattern(c); !pattern.is_confirmed()) { return pattern; }
    if (const Finding length = check_length(c, mate); !length.is_confirmed()) { return length; }
    if (c.statement.kind == StatementKind::StopsMate) { return check_stopped(c, mate); }
    return confirmed();
}

Finding check_perpetual(const Case& c) {
    if (c.line.size() < 3) { return is_false("the line is too short for a perpetual check"); }
    for (std::size_t i = 0; i < c.line.size(); i += 2) {
        if (!c.line.after(i).in_check()) { return is_false("the line has a move that gives no check"); }
    }
    bool is_repeated = false;
    for (std::size_t i = 0; i < c.line.size(); ++i) { is_repeated |= c.line.before(i).key() == c.line.end().key(); }
    if (!is_repeated) { return is_false("the line does not end with a repeated position"); }
    const bool is_named = c.statement.role == StatementRole::Does || c.statement.role == StatementRole::Better;
    switch (c.searches.solver().checks_forever(c.line.before(0), is_named ? c.line.move(0) : Move::none())) {
        case Answer::Yes: return confirmed();
        case Answer::No: return is_false("there is a defence to the checks");
        case Answer::Unknown: break;
    }
    return not_checked("the perpetual check is too long to be solved");
}

}  // namespace skua::lab::proof
