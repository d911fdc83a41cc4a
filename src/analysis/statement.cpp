#include "analysis/statement.h"

#include "base/enum_array.h"

namespace skua {

std::string_view name_of(StatementKind kind) {
    switch (kind) {
#define KIND(kind, name)      \
    case StatementKind::kind: \
        return name;
#include "analysis/statement_kinds.inc"
#undef KIND
        case StatementKind::Count: break;
    }
    return "";
}

std::string_view name_of(StatementRole role) {
    static constexpr EnumArray<StatementRole, std::string_view> Names{"does",   "better",   "allows", "threatens",
                                                                      "leaves", "leads_to", "remark"};
    return Names[role];
}

std::string_view name_of(StatementCheck check) {
    static constexpr EnumArray<StatementCheck, std::string_view> Names{
        "rules", "board", "tablebase", "book", "mate_search", "material_search", "search"};
    return Names[check];
}

}  // namespace skua
