// The checks of all kinds of statements, by family. Each re-proves what its kind says, with the rules, the naive board
// and longer searches, and with nothing of what made the statement.
//
// Where searches are asked, a statement may lose some of its force before it counts as refuted: a better move must
// still be better by 2.5 points of 100, the only good move by 5, a strong reply by 1.25; a lost game may reach 20
// points and a won one 80; a sacrifice may cost 5; what is won by force must still be worth what the sentence promises.
// Mates, perpetual checks, lines, boards and tablebases leave no room.
#pragma once

#include "lab/proof/finding.h"
#include "lab/proof/replayed_line.h"
#include "lab/proof/searches.h"

namespace skua::lab::proof {

// A statement with its replayed line.
struct Case {
    const Game& before;  // ends with the position before the explained move
    Move explained;      // none if the statement is about the position
    const Statement& statement;
    const ReplayedLine& line;
    Searches& searches;

    [[nodiscard]] const Position& position() const { return before.position(); }
    // The move that the statement is about: the explained one or the better one; none if there is neither.
    [[nodiscard]] Move subject() const;
    // The game after that move.
    [[nodiscard]] Game after_subject() const;
};

// Does the line begin where its role says, and are all named moves legal? (role_checks.cpp)
Finding check_role(const Case& c);
// Was what a move leaves undone a threat before, and is the better move better?
Finding check_role_by_search(const Case& c);

// Ends of the game by the rules, the only legal move, the opening book (rule_checks.cpp)
Finding check_rules(const Case& c);
// Mates, threatened and stopped ones too, and perpetual check (mate_checks.cpp)
Finding check_mate(const Case& c);
Finding check_perpetual(const Case& c);
// Material won by force (material_checks.cpp)
Finding check_material(const Case& c);
// Forks, pins and the like, by geometry (motif_checks.cpp)
Finding check_motif(const Case& c);
// Facts of the board at the end of the line (fact_checks.cpp)
Finding check_fact(const Case& c);
// What only the engine's search can say (search_checks.cpp)
Finding check_searched(const Case& c);
Finding check_reply(const Case& c);
// Tablebases (tablebase_checks.cpp)
Finding check_tablebase(const Case& c);
// An exchange of two men, after which the result is known.
Finding check_trade(const Case& c);
// Is the opponent worse off than if it could pass, by the tablebases or by 7.5 points of 100?
Finding check_zugzwang(const Case& c);

}  // namespace skua::lab::proof
