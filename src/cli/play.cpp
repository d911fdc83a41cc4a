#include "cli/play.h"

#include <utility>

#include "cli/play_session.h"
#include "cli/play_settings.h"

namespace skua::cli {

int play(const std::vector<std::string>& words, Streams& streams) {
    PlaySettings settings;
    const Result<std::string> help = parse_play(words, streams.is_interactive, settings);
    if (!help) { return misused("play", help.error(), streams); }
    if (!help->empty()) { return show_help(*help, streams); }
    return PlaySession(std::move(settings), streams).run();
}

}  // namespace skua::cli
