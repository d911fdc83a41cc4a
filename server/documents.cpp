#include "server/documents.h"

#include <cstddef>

extern "C" {
extern const char SkuaOpenapiBegin[];
extern const char SkuaOpenapiEnd[];
extern const char SkuaDocsBegin[];
extern const char SkuaDocsEnd[];
}

namespace skua::server {

std::string_view openapi_document() {
    return {SkuaOpenapiBegin, static_cast<std::size_t>(SkuaOpenapiEnd - SkuaOpenapiBegin)};
}

std::string_view docs_page() { return {SkuaDocsBegin, static_cast<std::size_t>(SkuaDocsEnd - SkuaDocsBegin)}; }

}  // namespace skua::server
