#include "lab/games/opening_choice.h"

#include <filesystem>
#include <span>
#include <utility>

#include "base/checksum.h"
#include "base/parse.h"
#include "lab/support/files.h"

namespace skua::lab {

void OpeningChoice::add_options(Options& options) {
    options.add_text("--openings", path, "EPD file; each is played with both colours; random if absent");
    options.add("--seed", seed, 0, 1'000'000'000'000,
                "seed of the order of the openings, and of all else that is random");
}

Result<ChosenOpenings> OpeningChoice::open() const {
    ChosenOpenings chosen;
    if (path.empty()) {
        chosen.description = "random openings by seed " + std::to_string(seed);
        return chosen;
    }
    const Result<std::string> text = contents_of(path);
    if (!text) { return Error{text.error()}; }
    Result<std::vector<Opening>> openings = read_openings(*text);
    if (!openings) { return Error{in_quotes(path, 200) + ": " + openings.error()}; }
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text->data()), text->size());
    chosen.description = std::filesystem::path(path).filename().string() + " (" + hexadecimal(crc32(bytes)) +
                         ") shuffled by seed " + std::to_string(seed);
    chosen.openings = *std::move(openings);
    Prng prng(seed);
    shuffle(chosen.openings, prng);
    return chosen;
}

}  // namespace skua::lab
