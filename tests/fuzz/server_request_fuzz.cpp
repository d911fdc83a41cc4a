// Requests of strangers: whatever the bytes are, they are read into checked values or refused in words.
#include "fuzz/fuzz_support.h"
#include "server/http.h"
#include "server/requests.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace skua;
    using namespace skua::server;
    const std::string_view text = text_of(data, size);
    const Caps caps;
    const auto check = [](const auto& request) {
        require(request || (!request.refusal().message.empty() && request.refusal().status >= 400));
    };
    const auto search = parse_search(text, caps);
    check(search);
    if (search) {
        // Its key tells equal searches apart, so it must be the same every time.
        require(key_of(*search) == key_of(*parse_search(text, caps)));
        require(search->multipv <= caps.multipv && search->threads <= caps.threads);
    }
    check(parse_explain(text, caps));
    check(parse_position(text, caps));
    check(parse_games(text, caps));
    check(parse_message(text, caps));
    check(parse_target(text));
    return 0;
}
