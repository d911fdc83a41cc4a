// Every subcommand of skua-lab. Each function adds its own to a CLI11 application and lives in the file of its name;
// the work that they start is in the other folders.
#pragma once

#include "lab/support/command_line.h"

namespace skua::lab {

void add_datagen(CLI::App& lab);
void add_match(CLI::App& lab);
void add_prove(CLI::App& lab);
void add_suite(CLI::App& lab);
void add_spsa(CLI::App& lab);
void add_terms(CLI::App& lab);
void add_train(CLI::App& lab);
void add_tune(CLI::App& lab);

// skua-lab book ...
void add_book_check(CLI::App& book);
void add_book_grow(CLI::App& book);
void add_book_info(CLI::App& book);
void add_book_make(CLI::App& book);
void add_book_merge(CLI::App& book);

// skua-lab data ...
void add_data_export(CLI::App& data);
void add_data_info(CLI::App& data);
void add_data_merge(CLI::App& data);
void add_data_positions(CLI::App& data);
void add_data_random_walks(CLI::App& data);
void add_data_rescore(CLI::App& data);
void add_data_stats(CLI::App& data);
void add_data_verify(CLI::App& data);

// skua-lab net ...
void add_net_compare(CLI::App& net);
void add_net_info(CLI::App& net);
void add_net_quantise(CLI::App& net);

// skua-lab tb ...
void add_tb_make(CLI::App& tb);

}  // namespace skua::lab
