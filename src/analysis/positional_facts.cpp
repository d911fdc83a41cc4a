#include "analysis/positional_facts.h"

#include <algorithm>
#include <optional>

#include "eval/classical/classical.h"

namespace skua {

namespace {

using classical::Term;

struct Source {
    Term term;
    StatementKind kind;
    bool is_good;
    int size;
};

constexpr Source Sources[] = {
    {Term::PassedPawn, StatementKind::PassedPawn, true, 40},
    {Term::DoubledPawn, StatementKind::DoubledPawns, false, 15},
    {Term::IsolatedPawn, StatementKind::IsolatedPawn, false, 15},
    {Term::KnightOutpost, StatementKind::Outpost, true, 40},
    {Term::BishopOutpost, StatementKind::Outpost, true, 30},
    {Term::RookOpenFile, StatementKind::OpenFile, true, 25},
    {Term::RookSeventh, StatementKind::SeventhRank, true, 30},
    {Term::KingOpenFile, StatementKind::KingOnOpenFile, false, 40},
};
constexpr int BishopPairSize = 40;
constexpr int CastlingSize = 50;
constexpr int LastOpeningMove = 15;
constexpr int LeastDevelopment = 2;
constexpr int DevelopmentSize = 20;  // for each piece
constexpr int PassedRankSize = 20;   // for each rank beyond the fourth

bool is_pawn_fact(StatementKind kind) {
    return kind == StatementKind::PassedPawn || kind == StatementKind::DoubledPawns ||
           kind == StatementKind::IsolatedPawn;
}

std::optional<classical::BreakdownLine> line_of(const std::vector<classical::BreakdownLine>& lines, Term term) {
    const auto found = std::find_if(lines.begin(), lines.end(), [term](const auto& line) { return line.term == term; });
    return found == lines.end() ? std::nullopt : std::optional(*found);
}

std::vector<classical::BreakdownLine> all_lines(const Position& position) {
    const classical::Breakdown breakdown = classical::break_down(position);
    std::vector<classical::BreakdownLine> lines;
    for (const classical::Family family : classical::AllFamilies) {
        for (const classical::BreakdownLine& line : lines_of(breakdown, family)) { lines.push_back(line); }
    }
    return lines;
}

void add_bishops_and_castling(std::vector<PositionalFact>& facts, const Position& position, Color side) {
    const Bitboard bishops = position.pieces(side, PieceType::Bishop);
    const Bitboard enemy_bishops = position.pieces(~side, PieceType::Bishop);
    const auto is_pair = [](Bitboard set) { return (set & LightSquares).any() && (set & DarkSquares).any(); };
    if (is_pair(bishops) && !is_pair(enemy_bishops)) {
        PositionalFact fact{StatementKind::BishopPair, side, {}, 0, true, BishopPairSize};
        for (const Square square : bishops) { fact.men.push_back({position.piece_on(square), square}); }
        facts.push_back(fact);
    }
    const Square king = position.king_square(side);
    const bool has_right = (position.castling_rooks() & position.pieces(side)).any();
    const bool in_centre =
        file_of(king) >= File::D && file_of(king) <= File::F && relative_rank(side, king) <= Rank::R2;
    if (!has_right && in_centre && position.count(~side, PieceType::Queen) > 0) {
        facts.push_back({StatementKind::CannotCastle, side, {{position.piece_on(king), king}}, 0, false, CastlingSize});
    }
}

// The evaluation also counts pawns that only enemy pawns beside their way can stop, by taking them at once.
bool is_attacked_by_pawn(const Position& position, Square pawn) {
    const Color owner = color_of(position.piece_on(pawn));
    return pawn_attacks(~owner, position.pieces(~owner, PieceType::Pawn)).contains(pawn);
}

// Minor pieces that have left their first rank, and castling, or having given it up for a safe square.
int developed(const Position& position, Color side) {
    const Bitboard minors = position.pieces(side, PieceType::Knight, PieceType::Bishop);
    const Bitboard home = bitboard_of(relative_rank(side, Rank::R1));
    const File king = file_of(position.king_square(side));
    const bool is_castled = king <= File::C || king >= File::G;
    return (minors & ~home).count() + (is_castled ? 1 : 0);
}

void add_development(std::vector<PositionalFact>& facts, const Position& position, Color side) {
    const bool is_opening = position.count(Color::White, PieceType::Queen) > 0 &&
                            position.count(Color::Black, PieceType::Queen) > 0 &&
                            position.fullmove_number() <= LastOpeningMove;
    const int ahead = developed(position, side) - developed(position, ~side);
    if (is_opening && ahead >= LeastDevelopment) {
        facts.push_back({StatementKind::Development, side, {}, ahead, true, ahead * DevelopmentSize});
    }
}

}  // namespace

bool PositionalFact::is_same(const PositionalFact& other) const {
    if (kind != other.kind || owner != other.owner) { return false; }
    // As far as half of the difference there is about the same.
    if (kind == StatementKind::Development) { return 2 * other.number > number; }
    return !is_pawn_fact(kind) || file_of(men[0].square) == file_of(other.men[0].square);
}

std::vector<PositionalFact> facts_of(const Position& position) {
    std::vector<PositionalFact> facts;
    const std::vector<classical::BreakdownLine> lines = all_lines(position);
    for (const Color side : Colors) {
        for (const Source& source : Sources) {
            const auto line = line_of(lines, source.term);
            if (!line || line->counts[side] == 0) { continue; }
            // In an ending a king stands where it likes.
            const bool has_queen = position.count(~side, PieceType::Queen) > 0;
            if (source.kind == StatementKind::KingOnOpenFile && !has_queen) { continue; }
            for (const Square square : line->squares[side] & position.pieces(side)) {
                if (source.kind == StatementKind::PassedPawn && is_attacked_by_pawn(position, square)) { continue; }
                PositionalFact fact{source.kind, side,           {{position.piece_on(square), square}},
                                    0,           source.is_good, source.size};
                if (source.kind == StatementKind::PassedPawn) {
                    fact.size += PassedRankSize * std::max(0, index_of(relative_rank(side, square)) - 3);
                }
                facts.push_back(fact);
            }
        }
        add_bishops_and_castling(facts, position, side);
        add_development(facts, position, side);
    }
    std::stable_sort(facts.begin(), facts.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
    return facts;
}

std::vector<PositionalFact> facts_only_in(const std::vector<Position>& these, const std::vector<Position>& others) {
    const auto has = [](const Position& position, const PositionalFact& fact) {
        const std::vector<PositionalFact> facts = facts_of(position);
        return std::any_of(facts.begin(), facts.end(),
                           [&](const PositionalFact& other) { return fact.is_same(other); });
    };
    std::vector<PositionalFact> result;
    for (const PositionalFact& fact : facts_of(these.front())) {
        const bool in_all =
            std::all_of(these.begin(), these.end(), [&](const Position& each) { return has(each, fact); });
        const bool in_none =
            std::none_of(others.begin(), others.end(), [&](const Position& each) { return has(each, fact); });
        if (in_all && in_none) { result.push_back(fact); }
    }
    return result;
}

}  // namespace skua
