// A page about the analysis of games: one file that needs no other, and no script.
#pragma once

#include <memory>
#include <ostream>

#include "report/game_section.h"
#include "report/report_facts.h"
#include "report/spool.h"

namespace skua {

// Takes the games one by one and holds none of them in memory, so that there may be any number.
class HtmlReport {
public:
    // `only_game` gives the page its title; null for an index of several games.
    HtmlReport(std::ostream& page, ReportFacts facts, const PgnGame* only_game);

    // False when nothing more can be written.
    bool add(const ReportGame& game);
    // Writes the rest of the page. False if something could not be written.
    [[nodiscard]] bool finish();

private:
    std::ostream& page_;
    ReportFacts facts_;
    std::unique_ptr<Spool> games_;  // what comes after the index; null without an index
};

}  // namespace skua
