#include <iostream>

#include "lab/commands/commands.h"
#include "lab/support/files.h"
#include "lab/tuning/weights_file.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string before;
    std::string now = "src/eval/classical/weights.inc";
};

Result<std::vector<WrittenTerm>> read_terms(const std::string& path) {
    const Result<std::string> text = contents_of(path);
    if (!text) { return Error{text.error()}; }
    Result<std::vector<WrittenTerm>> terms = read_weights(*text);
    if (!terms) { return Error{path + ": " + terms.error()}; }
    return terms;
}

int run(const Settings& settings) {
    const Result<std::vector<WrittenTerm>> before = read_terms(settings.before);
    if (!before) { return complain(before.error()); }
    const Result<std::vector<WrittenTerm>> now = read_terms(settings.now);
    if (!now) { return complain(now.error()); }
    std::cout << describe_weights(*before, *now);
    return ExitDone;
}

}  // namespace

void add_terms(CLI::App& lab) {
    auto [options, settings] = add_command(lab, "terms", "List the terms of the classical evaluation as Markdown", run);
    options.add_file("older-weights", settings.before, "weights.inc of an older version, to compare with");
    options.add_text("--weights", settings.now, "the present weights.inc");
}

}  // namespace skua::lab
