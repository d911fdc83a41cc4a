// Any line as EPD: what is accepted is a sound position, can be written and read again, and the moves it names are
// legal.
#include "chess/epd.h"
#include "fuzz_support.h"

namespace skua {
namespace {

void check(std::string_view line) {
    for (const Variant variant : {Variant::Standard, Variant::Chess960}) {
        const Result<EpdRecord> record = parse_epd(line, variant);
        if (!record) {
            require(!record.error().empty());
            continue;
        }
        require(record->position.is_consistent());

        const std::string text = to_epd(*record);
        require(text.find('\n') == std::string::npos);
        const Result<EpdRecord> again = parse_epd(text, variant);
        require(again.ok());
        require(*again == *record);
        require(to_epd(*again) == text);

        for (const EpdOperation& operation : record->operations) {
            require(record->find(operation.opcode) != nullptr);
            const Result<std::vector<Move>> moves = epd_moves(*record, operation.opcode);
            if (!moves) { continue; }
            for (const Move move : *moves) { require(record->position.is_legal(move)); }
        }
    }
}

}  // namespace
}  // namespace skua

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::check(skua::text_of(data, size));
    return 0;
}
