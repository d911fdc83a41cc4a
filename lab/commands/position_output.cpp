#include "lab/commands/position_output.h"

#include <iostream>

#include "base/parse.h"
#include "lab/support/exit_codes.h"
#include "lab/training/positions.h"
#include "lab/training/positions_file.h"

namespace skua::lab {

int report_positions(const std::string& path, std::size_t positions, std::uint32_t games, std::size_t removed,
                     Duplicates duplicates) {
    std::cout << path << ": " << counted(positions, "position") << " of " << counted(games, "game");
    if (duplicates == Duplicates::Remove) { std::cout << "; " << counted(removed, "duplicate") << " removed"; }
    std::cout << '\n';
    return ExitDone;
}

int finish_positions(const std::string& path, std::vector<TrainingPosition>& positions, std::uint32_t games,
                     std::uint64_t seed, Duplicates duplicates) {
    const std::size_t removed = duplicates == Duplicates::Remove ? remove_duplicates(positions) : 0;
    Prng prng(seed);
    shuffle(positions, prng);
    if (const std::optional<Error> error = write_positions(path, positions)) { return complain(error->message); }
    return report_positions(path, positions.size(), games, removed, duplicates);
}

}  // namespace skua::lab
