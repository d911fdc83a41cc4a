// Reads any bytes as a file of games, and as the payload of a block without its checksum. What is accepted must be
// playable.
#include <memory>
#include <span>
#include <sstream>

#include "fuzz_support.h"
#include "lab/games/dataset.h"

namespace skua::lab {
namespace {

void check(const GameRecord& game) {
    Position position = game.start;
    require(position.is_consistent());
    for (const MoveScore& ply : game.plies) {
        require(position.is_legal(ply.move));
        position.play(ply.move);
    }
}

void check(std::span<const std::uint8_t> bytes) {
    auto input = std::make_unique<std::istringstream>(std::string(bytes.begin(), bytes.end()));
    if (Result<DatasetReader> reader = DatasetReader::open(std::move(input)); reader) {
        while (const GameRecord* game = reader->next()) { check(*game); }
        require(reader->corruption().bytes <= bytes.size());
    }
    if (bytes.size() < 2) { return; }
    const Result<std::vector<GameRecord>> games = unpack_games(bytes.subspan(2), bytes[0], bytes[1]);
    if (!games) {
        require(!games.error().empty());
        return;
    }
    for (const GameRecord& game : *games) { check(game); }
}

}  // namespace
}  // namespace skua::lab

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::lab::check(std::span(data, size));
    return 0;
}
