#include "analysis/statement_json.h"

#include "analysis/statement_text.h"
#include "chess/uci_move.h"

namespace skua {

Json to_json(const std::vector<Statement>& statements, const Position& before, Move explained, Variant variant) {
    Json list = Json::array();
    for (const Statement& statement : statements) {
        Json line = Json::array();
        for (const Move move : statement.line) { line.add(to_uci(move, variant)); }
        list.add(Json::object({{"kind", name_of(statement.kind)},
                               {"role", name_of(statement.role)},
                               {"text", to_text(statement, before, explained)},
                               {"line", line},
                               {"from", statement.from == LineFrom::Before ? "before" : "after"},
                               {"check", name_of(statement.check)},
                               {"nodes", statement.nodes}}));
    }
    return list;
}

}  // namespace skua
