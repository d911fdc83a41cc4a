// Documents that the program carries: the description of its interface, and the page that shows it.
#pragma once

#include <string_view>

namespace skua::server {

// OpenAPI 3.1, as server/openapi.json has it.
std::string_view openapi_document();
// server/docs.html
std::string_view docs_page();

}  // namespace skua::server
