// skua-lab <subcommand> ...: the training tools.
#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <iostream>
#include <new>

#include "lab/commands/commands.h"

namespace {

using namespace skua::lab;

int run(int argc, char** argv) {
    CommandLine line("skua-lab", "Plays training games, trains networks and tunes parameters for Skua");
    CLI::App& lab = line.top();
    add_datagen(lab);
    CLI::App& data = line.add_group("data", "Inspect, convert and check files of games");
    add_data_info(data);
    add_data_stats(data);
    add_data_verify(data);
    add_data_merge(data);
    add_data_rescore(data);
    add_data_positions(data);
    add_data_random_walks(data);
    add_data_export(data);
    add_train(lab);
    CLI::App& net = line.add_group("net", "Inspect, convert and check networks");
    add_net_info(net);
    add_net_quantise(net);
    add_net_compare(net);
    CLI::App& book = line.add_group("book", "Make, inspect and check opening books");
    add_book_make(book);
    add_book_grow(book);
    add_book_merge(book);
    add_book_info(book);
    add_book_check(book);
    add_tune(lab);
    add_terms(lab);
    add_spsa(lab);
    add_match(lab);
    add_suite(lab);
    add_prove(lab);
    CLI::App& tb = line.add_group("tb", "Make endgame tablebases");
    add_tb_make(tb);
    return line.run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
    // If the parent has closed one of these descriptors, the next file to be opened would get its number and our
    // output.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(descriptor, F_GETFD) == -1) { open("/dev/null", O_RDWR); }
    }
    std::ios::sync_with_stdio(false);
    try {
        const int code = run(argc, argv);
        if (!std::cout.flush()) { return complain("the output can't be written"); }
        return code;
    } catch (const std::bad_alloc&) {
        return complain("there is not enough memory");
    } catch (const std::exception& error) { return complain(error.what()); }
}
