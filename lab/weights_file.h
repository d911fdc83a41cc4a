// The text of src/eval/classical/weights.inc with other values.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "eval/classical/weights.h"

namespace skua {

// The same text, comments and all, with the values of every TERM replaced; or why it is not such a text.
Result<std::string> rewrite_weights(std::string_view text, const classical::Weights& weights);

}  // namespace skua
