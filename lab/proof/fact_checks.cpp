#include <algorithm>
#include <cstdlib>
#include <string>

#include "lab/proof/checks.h"
#include "lab/proof/exchange.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

namespace {

// The end of the line, and what is said of it.
struct Scene {
    const Statement& statement;
    const Position& position;
    NaiveBoard board;
    Color owner{};

    explicit Scene(const Case& c) : Scene(c.statement, c.line.end(), NaiveBoard(c.line.end()), c.statement.owner) {}
    Scene(const Statement& told, const Position& where, const NaiveBoard& men, Color whose)
        : statement(told), position(where), board(men), owner(whose) {}

    [[nodiscard]] Square square() const { return statement.men.at(0).square; }
    [[nodiscard]] bool is(PieceType type) const { return type_of(statement.men.at(0).piece) == type; }
    // Pawns of a side on a file, by their squares.
    [[nodiscard]] std::vector<Square> pawns_on(Color side, int file) const {
        std::vector<Square> pawns = board.men(side, PieceType::Pawn);
        std::erase_if(pawns, [file](Square pawn) { return file_number(pawn) != file; });
        return pawns;
    }
    [[nodiscard]] bool is_open(int file) const {
        return pawns_on(Color::White, file).empty() && pawns_on(Color::Black, file).empty();
    }
};

Finding check_passed_pawn(const Scene& scene) {
    for (const Square pawn : scene.board.men(~scene.owner, PieceType::Pawn)) {
        const bool is_near = std::abs(file_number(pawn) - file_number(scene.square())) <= 1;
        const bool is_ahead = rank_number(scene.owner, pawn) > rank_number(scene.owner, scene.square());
        if (is_near && is_ahead) { return is_false("the pawn on " + to_string(pawn) + " can stop it"); }
    }
    return expect(scene.is(PieceType::Pawn), "it is no pawn");
}

Finding check_doubled_pawns(const Scene& scene) {
    return expect(scene.is(PieceType::Pawn) && scene.pawns_on(scene.owner, file_number(scene.square())).size() >= 2,
                  "there is one pawn on the file");
}

Finding check_isolated_pawn(const Scene& scene) {
    const int file = file_number(scene.square());
    return expect(scene.is(PieceType::Pawn) && scene.pawns_on(scene.owner, file - 1).empty() &&
                      scene.pawns_on(scene.owner, file + 1).empty(),
                  "there are pawns beside it");
}

Finding check_bishop_pair(const Scene& scene) {
    const auto is_pair = [&](Color side) {
        bool shades[2] = {false, false};
        for (const Square square : scene.board.men(side, PieceType::Bishop)) {
            shades[(file_number(square) + rank_number(Color::White, square)) % 2] = true;
        }
        return shades[0] && shades[1];
    };
    return expect(is_pair(scene.owner) && !is_pair(~scene.owner), "it does not have the bishop pair alone");
}

// Guarded by a pawn, and no enemy pawn can ever attack it.
Finding check_outpost(const Scene& scene) {
    if (!scene.is(PieceType::Knight) && !scene.is(PieceType::Bishop)) { return is_false("it is no minor piece"); }
    const int rank = rank_number(scene.owner, scene.square());
    for (const Square pawn : scene.board.men(~scene.owner, PieceType::Pawn)) {
        const bool is_beside = std::abs(file_number(pawn) - file_number(scene.square())) == 1;
        if (is_beside && rank_number(scene.owner, pawn) > rank) {
            return is_false("the pawn on " + to_string(pawn) + " can drive it away");
        }
    }
    for (const Square pawn : scene.board.men(scene.owner, PieceType::Pawn)) {
        if (scene.board.attacks(pawn, scene.square())) { return expect(rank >= 4, "it stands in its own half"); }
    }
    return is_false("no pawn guards it");
}

Finding check_open_file(const Scene& scene) {
    if (!scene.is_open(file_number(scene.square()))) { return is_false("the file is not open"); }
    return expect(scene.is(PieceType::Rook), "it is not a rook");
}

Finding check_seventh_rank(const Scene& scene) {
    return expect(scene.is(PieceType::Rook) && rank_number(scene.owner, scene.square()) == 7,
                  "it is not a rook on the seventh rank");
}

Finding check_king_on_open_file(const Scene& scene) {
    return expect(scene.is(PieceType::King) && scene.is_open(file_number(scene.square())), "the file is not open");
}

Finding check_cannot_castle(const Scene& scene) {
    bool can_castle = false;
    for (const CastlingSide side : CastlingSides) {
        can_castle |= scene.position.castling_rook(scene.owner, side) != Square::None;
    }
    return expect(scene.is(PieceType::King) && !can_castle, "it can still castle");
}

int developed(const NaiveBoard& board, Color side) {
    int count = 0;
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop}) {
        for (const Square square : board.men(side, type)) { count += rank_number(side, square) > 1 ? 1 : 0; }
    }
    const int king = file_number(board.king(side));
    return count + (king <= 2 || king >= 6 ? 1 : 0);
}

Finding check_development(const Scene& scene) {
    const int ahead = developed(scene.board, scene.owner) - developed(scene.board, ~scene.owner);
    return expect(ahead == scene.statement.number, "it is ahead by " + std::to_string(ahead));
}

bool contains(const std::vector<PlacedPiece>& men, const PlacedPiece& man) {
    return std::find(men.begin(), men.end(), man) != men.end();
}

// The men that are named fall in the line; the explained move itself may have taken one.
Finding check_named(const Case& c) {
    const Color owner = c.statement.owner;
    const std::vector<PlacedPiece> won = c.line.fallen(0, ~owner);
    std::vector<PlacedPiece> given = c.line.fallen(0, owner);
    if (c.statement.from == LineFrom::After && c.position().captured_piece(c.explained) != Piece::None) {
        given.push_back({c.position().captured_piece(c.explained), c.explained.to()});
    }
    for (const PlacedPiece& man : c.statement.won) {
        if (!contains(won, man)) { return is_false("the man on " + to_string(man.square) + " does not fall"); }
    }
    for (const PlacedPiece& man : c.statement.given) {
        if (!contains(given, man)) { return is_false("the man on " + to_string(man.square) + " is not given"); }
    }
    return confirmed();
}

// More than before the explained move, at an end where the opponent can't take it back at once.
Finding check_ahead(const Case& c, const Scene& scene) {
    const int number = scene.statement.number;
    const int won = scene.board.balance(scene.owner) - NaiveBoard(c.position()).balance(scene.owner);
    if (number < 1 || won < number) { return is_false("the line wins " + std::to_string(won)); }
    if (const Finding named = check_named(c); !named.is_confirmed()) { return named; }
    if (scene.position.side_to_move() == scene.owner) { return confirmed(); }
    return expect(won - best_exchange(scene.position) >= number, "at the end of the line it can be won back");
}

using Check = Finding (*)(const Scene&);

// Null for kinds that are no facts.
Check check_for(StatementKind kind) {
    switch (kind) {
        case StatementKind::PassedPawn: return check_passed_pawn;
        case StatementKind::DoubledPawns: return check_doubled_pawns;
        case StatementKind::IsolatedPawn: return check_isolated_pawn;
        case StatementKind::BishopPair: return check_bishop_pair;
        case StatementKind::Outpost: return check_outpost;
        case StatementKind::OpenFile: return check_open_file;
        case StatementKind::SeventhRank: return check_seventh_rank;
        case StatementKind::KingOnOpenFile: return check_king_on_open_file;
        case StatementKind::CannotCastle: return check_cannot_castle;
        case StatementKind::Development: return check_development;
        default: return nullptr;
    }
}

}  // namespace

// What is kept was there before the explained move: the pair of bishops, or a passed pawn on the same file.
Finding check_kept(const Case& c) {
    Scene scene(c);
    scene.board = NaiveBoard(c.position());
    if (c.statement.kind == StatementKind::BishopPair) { return check_bishop_pair(scene); }
    for (const Square pawn : scene.pawns_on(c.statement.owner, file_number(scene.square()))) {
        Statement earlier = c.statement;
        earlier.men[0].square = pawn;
        if (check_passed_pawn({earlier, c.position(), scene.board, c.statement.owner}).is_confirmed()) {
            return confirmed();
        }
    }
    return is_false("there was no passed pawn before");
}

Finding check_fact(const Case& c) {
    const Scene scene(c);
    if (scene.position.in_check()) { return is_false("the line ends in check"); }
    for (const PlacedPiece& man : c.statement.men) {
        if (!scene.board.has(man) || color_of(man.piece) != c.statement.owner) {
            return is_false("there is no such man on " + to_string(man.square));
        }
    }
    if (c.statement.kind == StatementKind::AheadInMaterial) { return check_ahead(c, scene); }
    const Check check = check_for(c.statement.kind);
    if (check == nullptr) { return not_checked("no check is known for this kind"); }
    if (c.statement.men.empty() && c.statement.kind != StatementKind::Development) {
        return is_false("no man is named");
    }
    const bool can_be_kept =
        c.statement.kind == StatementKind::PassedPawn || c.statement.kind == StatementKind::BishopPair;
    if (can_be_kept && c.statement.number > 0) {
        if (const Finding kept = check_kept(c); !kept.is_confirmed()) { return kept; }
    }
    return check(scene);
}

}  // namespace skua::lab::proof
