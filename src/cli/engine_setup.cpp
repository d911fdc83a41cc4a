#include "cli/engine_setup.h"

#include <cstdlib>

#include "base/parse.h"
#include "eval/nnue/network.h"

namespace skua::cli {

namespace {

// Analyses remember more than a game does.
constexpr int DefaultHash = 64;

std::string option_value(const Engine& engine, std::string_view name) { return engine.options().find(name)->value(); }

}  // namespace

void EngineSettings::add_to(Arguments& arguments) {
    arguments.add_number("--threads", "n", threads, 1, 1024, "threads that search; 1 without it");
    arguments.add_number("--hash", "MB", hash, 1, 1 << 20,
                         "memory for searches in megabytes; " + std::to_string(DefaultHash) + " without it");
    arguments.add_text("--tables", "folders", tables, "Syzygy tablebases; without it those of SYZYGY_PATH");
}

std::optional<Error> set_up(Engine& engine, const EngineSettings& settings, Streams& streams) {
    if (!engine.startup_notice().empty()) { streams.errors << "skua: " << engine.startup_notice() << '\n'; }
    if (auto error = engine.set_option("Hash", std::to_string(settings.hash.value_or(DefaultHash)))) { return error; }
    if (auto error = engine.set_option("Threads", std::to_string(settings.threads.value_or(1)))) { return error; }
    std::optional<std::string> tables = settings.tables;
    if (const char* const variable = std::getenv("SYZYGY_PATH"); !tables && variable != nullptr) { tables = variable; }
    return tables && !tables->empty() ? engine.set_option("SyzygyPath", *tables) : std::nullopt;
}

std::string engine_name() { return "Skua " SKUA_VERSION; }

std::string network_name(const Engine& engine) {
    const bool is_used = engine.evaluator_kind() == EvaluatorKind::Nnue && engine.network() != nullptr;
    return is_used ? hexadecimal(nnue::embedded_checksum()) : "";
}

std::string engine_identity(const Engine& engine) {
    return engine_name() + ' ' + option_value(engine, "Evaluation") + ' ' + network_name(engine) + " tables " +
           option_value(engine, "SyzygyPath");
}

}  // namespace skua::cli
