// The text of src/eval/classical/weights.inc: read, and written with other values.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/classical/weights.h"

namespace skua::lab {

// The same text, comments and all, with the values of every TERM replaced; or why it is not such a text.
Result<std::string> rewrite_weights(std::string_view text, const classical::Weights& weights);

// A TERM of such a text, which may be one of another version of this program.
struct WrittenTerm {
    std::string family;
    std::string name;
    std::string phrase;
    std::string remark;  // the comment before it, or nothing
    std::vector<Pair> values;
};
Result<std::vector<WrittenTerm>> read_weights(std::string_view text);

// The terms of `now` as Markdown tables, one for each family, with their values in `before` beside those they have now.
std::string describe_weights(const std::vector<WrittenTerm>& before, const std::vector<WrittenTerm>& now);

int run_terms(std::span<const std::string_view> arguments);

}  // namespace skua::lab
