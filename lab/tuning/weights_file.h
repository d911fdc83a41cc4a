// Reads src/eval/classical/weights.inc, and rewrites it with other values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/classical/weights.h"

namespace skua::lab {

// The same text with the values of every TERM replaced; comments and rules stay. An Error says why it is not such a
// text.
Result<std::string> rewrite_weights(std::string_view text, const classical::Weights& weights);

// A TERM of such a text, which may come from another version of this program.
struct WrittenTerm {
    std::string family;
    std::string name;
    std::string phrase;
    std::string remark;  // the comment in the line before it, or empty
    std::vector<Pair> values;
};
Result<std::vector<WrittenTerm>> read_weights(std::string_view text);
// The weights of this program's terms in such a text; an Error if one is missing or has another number of values.
Result<classical::Weights> own_weights(const std::vector<WrittenTerm>& terms);

// The terms of `now` as Markdown tables, one for each family, with their values in `before` beside those they have now.
std::string describe_weights(const std::vector<WrittenTerm>& before, const std::vector<WrittenTerm>& now);

}  // namespace skua::lab
