#include "cli/explain.h"

#include <algorithm>
#include <utility>

#include "analysis/position_statements.h"
#include "base/platform.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "cli/effort.h"
#include "cli/engine_setup.h"

namespace skua::cli {

namespace {

struct ExplainSettings {
    Position position;
    Variant variant = Variant::Standard;
    std::vector<Move> moves;
    AnalysisSettings analysis;
    EngineSettings engine;
    bool json = false;
    std::vector<std::string> remarks;  // about the FEN
};

// The number of words at the start that are a FEN: four fields, and counters that may follow.
std::size_t count_fen_words(const std::vector<std::string_view>& words) {
    constexpr std::size_t Fields = 4;
    constexpr std::size_t FieldsWithCounters = 6;
    std::size_t count = std::min(words.size(), Fields);
    while (count < std::min(words.size(), FieldsWithCounters) && parse_integer<int>(words[count])) { ++count; }
    return count;
}

// The FEN may be in quotes or not.
std::optional<Error> parse_position(const std::vector<std::string>& positional, ExplainSettings& settings) {
    std::string joined;
    for (const std::string& word : positional) { joined += word + ' '; }
    const std::vector<std::string_view> words = split_words(joined);
    if (words.empty()) { return Error{"which position? give a FEN in quotes, or startpos"}; }
    std::size_t next = 1;
    if (words[0] != "startpos") {
        next = count_fen_words(words);
        std::string fen;
        for (std::size_t i = 0; i < next; ++i) { fen += std::string(words[i]) + ' '; }
        const Result<FenReading> reading = parse_fen(fen, Variant::Chess960);
        if (!reading) { return Error{reading.error()}; }
        settings.position = reading->position;
        settings.remarks = reading->remarks;
        const Result<FenReading> standard = parse_fen(fen, Variant::Standard);
        if (standard && !standard->chess960_rights.empty()) { settings.variant = Variant::Chess960; }
    }
    for (; next < words.size(); ++next) {
        const Result<Move> move = parse_san(settings.position, words[next]);
        if (!move) { return Error{move.error()}; }
        settings.moves.push_back(*move);
    }
    return std::nullopt;
}

// The help, if that is wanted.
Result<std::string> parse(const std::vector<std::string>& words, ExplainSettings& settings) {
    Arguments arguments("explain \"<fen>\" [<move>...] [options]",
                        "Says what is going on in a position: what is threatened, what the best move does, and why\n"
                        "the given moves are worse. startpos is the start position.");
    arguments.add_flag("--json", settings.json, "for programs");
    EffortWords effort;
    effort.add_to(arguments);
    settings.engine.add_to(arguments);
    if (const std::optional<Error> error = arguments.parse(words)) { return *error; }
    if (arguments.wants_help()) { return arguments.help(); }
    const Result<AnalysisSettings> analysis = effort.settings();
    if (!analysis) { return Error{analysis.error()}; }
    settings.analysis = *analysis;
    if (const std::optional<Error> error = parse_position(arguments.positional(), settings)) { return *error; }
    return std::string();
}

int run(const ExplainSettings& settings, Streams& streams) {
    const platform::InterruptWatch watch;
    Engine engine;
    engine.set_notice_handler([&streams](const std::string& sentence) { streams.errors << sentence << '\n'; });
    if (const std::optional<Error> error = set_up(engine, settings.engine, streams)) {
        streams.errors << "skua: " << error->message << '\n';
        return Failed;
    }
    for (const std::string& remark : settings.remarks) { streams.errors << remark << '\n'; }
    const std::optional<PositionStatements> explained = explain_position(
        engine, Game(settings.position), settings.moves, settings.analysis, [&watch] { return watch.interrupted(); });
    if (!explained) { return Interrupted; }
    streams.output << (settings.json ? to_json(*explained, settings.variant).text() : to_text(*explained)) << '\n'
                   << std::flush;
    return streams.output ? Done : Failed;
}

}  // namespace

int explain(const std::vector<std::string>& words, Streams& streams) {
    ExplainSettings settings;
    const Result<std::string> help = parse(words, settings);
    if (!help) { return misused("explain", help.error(), streams); }
    if (!help->empty()) { return show_help(*help, streams); }
    return run(settings, streams);
}

}  // namespace skua::cli
