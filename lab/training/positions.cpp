#include "lab/training/positions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <system_error>
#include <utility>

#include "base/parse.h"
#include "eval/nnue/architecture.h"
#include "lab/games/dataset.h"
#include "lab/support/arguments.h"
#include "lab/support/files.h"

namespace skua::lab {

TrainingPosition to_training_position(const Position& position, Score score, GameResult result, std::uint32_t game) {
    const Color us = position.side_to_move();
    TrainingPosition packed;
    packed.game = game;
    std::array<std::uint8_t, 64> board{};
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        const auto seen = static_cast<std::size_t>(index_of(relative_square(us, square)));
        packed.occupied |= std::uint64_t{1} << seen;
        board[seen] = static_cast<std::uint8_t>(static_cast<int>(type_of(piece)) + (color_of(piece) == us ? 0 : 6));
    }
    std::size_t next = 0;
    for (std::uint64_t rest = packed.occupied; rest != 0; rest &= rest - 1, ++next) {
        const std::uint8_t code = board[static_cast<std::size_t>(std::countr_zero(rest))];
        packed.pieces[next / 2] = static_cast<std::uint8_t>(packed.pieces[next / 2] | code << (next % 2 * 4));
    }
    packed.score = static_cast<std::int16_t>(from_whites_view(us, score));
    packed.points = static_cast<std::uint8_t>(half_points(result, us));
    packed.mirrored = static_cast<std::uint8_t>((nnue::is_mirrored(position.king_square(us)) ? 1 : 0) |
                                                (nnue::is_mirrored(position.king_square(~us)) ? 2 : 0));
    return packed;
}

void read_inputs(const TrainingPosition& position, ActiveInputs& inputs) {
    inputs.own.clear();
    inputs.other.clear();
    const unsigned own_turn = (position.mirrored & 1) != 0 ? 7 : 0;
    const unsigned other_turn = ((position.mirrored & 2) != 0 ? 7 : 0) ^ 56U;
    std::size_t next = 0;
    for (std::uint64_t rest = position.occupied; rest != 0; rest &= rest - 1, ++next) {
        const auto square = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned code = position.pieces[next / 2] >> (next % 2 * 4) & 15U;
        const unsigned swapped = code < 6 ? code + 6 : code - 6;
        inputs.own.push_back(static_cast<std::uint16_t>(code * 64 + (square ^ own_turn)));
        inputs.other.push_back(static_cast<std::uint16_t>(swapped * 64 + (square ^ other_turn)));
    }
}

int men_of(const TrainingPosition& position) { return std::popcount(position.occupied); }

void look_ahead(GameRecord& record, double share, double k) {
    if (share == 0) { return; }
    // Expectations are mixed, not centipawns: far ahead is hardly different from very far ahead.
    constexpr double Certain = 0.9995;
    std::optional<double> later;
    for (auto ply = record.plies.rbegin(); ply != record.plies.rend() && ply->score != NoScore; ++ply) {
        const double now = std::clamp(logistic(k * ply->score), 1 - Certain, Certain);
        later = later ? (1 - share) * now + share * *later : now;
        if (is_decisive(ply->score)) { continue; }
        ply->score = static_cast<std::int16_t>(std::lround(std::log(*later / (1 - *later)) / k));
    }
}

void add_positions(const GameRecord& record, std::uint32_t game, const PositionFilter& filter,
                   std::vector<TrainingPosition>& positions) {
    Position position = record.start;
    for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
        const MoveScore& each = record.plies[ply];
        if (filter.passes(position, each.move, each.score, static_cast<int>(ply))) {
            positions.push_back(to_training_position(position, each.score, record.result, game));
        }
        position.play(each.move);
    }
}

namespace {

constexpr std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 31) * 0x7FB5D329728EA185ULL;
    value = (value ^ value >> 27) * 0x81DADEF4BC2DD44DULL;
    return value ^ value >> 33;
}

std::uint64_t hash_of_board(const TrainingPosition& position) {
    std::array<std::uint64_t, 2> pieces{};
    std::memcpy(pieces.data(), position.pieces.data(), sizeof(pieces));
    return mixed(mixed(mixed(position.occupied) + pieces[0]) + pieces[1]);
}

bool is_same_board(const TrainingPosition& a, const TrainingPosition& b) {
    return a.occupied == b.occupied && a.pieces == b.pieces;
}

}  // namespace

std::size_t remove_duplicates(std::vector<TrainingPosition>& positions) {
    // Where each board kept so far stands, 1 for the first; 0 is a free place.
    std::vector<std::uint32_t> places(std::bit_ceil(2 * positions.size() + 1), 0);
    const std::size_t mask = places.size() - 1;
    std::size_t kept = 0;
    for (const TrainingPosition& position : positions) {
        std::size_t at = hash_of_board(position) & mask;
        while (places[at] != 0 && !is_same_board(positions[places[at] - 1], position)) { at = (at + 1) & mask; }
        if (places[at] != 0) { continue; }
        positions[kept++] = position;
        places[at] = static_cast<std::uint32_t>(kept);
    }
    const std::size_t others = positions.size() - kept;
    positions.resize(kept);
    return others;
}

TrainingSet split_by_game(std::vector<TrainingPosition> positions, std::uint64_t validation_part) {
    TrainingSet set;
    const auto is_for_training = [&](const TrainingPosition& position) {
        return mixed(position.game) % validation_part != 0;
    };
    const auto middle = std::partition(positions.begin(), positions.end(), is_for_training);
    set.validation.assign(middle, positions.end());
    positions.erase(middle, positions.end());
    set.training = std::move(positions);
    return set;
}

void shuffle(std::vector<TrainingPosition>& positions, Prng& prng) {
    // Partners are drawn some steps ahead, so that the memory has time to bring them.
    constexpr std::size_t Ahead = 32;
    std::array<std::size_t, Ahead> partners{};
    std::size_t drawn = positions.size();
    for (std::size_t i = positions.size(); i > 1; --i) {
        for (; drawn > 1 && drawn + Ahead > i; --drawn) {
            const std::size_t partner = prng.below(drawn);
            partners[drawn % Ahead] = partner;
            __builtin_prefetch(&positions[partner], 1);
        }
        std::swap(positions[i - 1], positions[partners[i % Ahead]]);
    }
}

// ---------------------------------------------------------------------- files

std::uint32_t checksum_of(std::span<const TrainingPosition> positions) {
    return crc32({reinterpret_cast<const std::uint8_t*>(positions.data()), positions.size_bytes()});
}

namespace {

constexpr std::string_view FileMagic = "SkuaPos1";

struct FileHeader {
    std::array<char, FileMagic.size()> magic{};
    std::uint64_t count = 0;
    std::uint32_t checksum = 0;
    std::uint32_t zero = 0;
};

// The rest of the program may trust it: at most 32 men, one king each, codes and results that exist.
bool is_sound(const TrainingPosition& position) {
    if (men_of(position) > 32 || position.points > 2 || position.mirrored > 3) { return false; }
    std::array<int, 16> counts{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(men_of(position)); ++i) {
        ++counts[position.pieces[i / 2] >> (i % 2 * 4) & 15U];
    }
    return counts[5] == 1 && counts[11] == 1 &&
           std::all_of(counts.begin() + 12, counts.end(), [](int count) { return count == 0; });
}

}  // namespace

std::optional<Error> write_positions(const std::string& path, const std::vector<TrainingPosition>& positions) {
    FileHeader header;
    std::copy(FileMagic.begin(), FileMagic.end(), header.magic.begin());
    header.count = positions.size();
    header.checksum = checksum_of(positions);
    return write_file(path, {bytes_of_span(std::span<const FileHeader>(&header, 1)),
                             bytes_of_span(std::span<const TrainingPosition>(positions))});
}

std::optional<Error> read_positions(const std::string& path, std::vector<TrainingPosition>& positions) {
    std::ifstream in;
    if (is_file(path)) { in.open(path, std::ios::binary); }
    if (!in.is_open()) { return Error{in_quotes(path) + " can't be opened"}; }
    FileHeader header;
    in.read(reinterpret_cast<char*>(&header), sizeof(header));
    if (!in || std::string_view(header.magic.data(), header.magic.size()) != FileMagic) {
        return Error{in_quotes(path) + " is no file of positions; skua-lab data positions makes them from games"};
    }
    std::error_code failure;
    const std::uintmax_t size = std::filesystem::file_size(path, failure);
    if (failure || header.zero != 0 || header.count > size / sizeof(TrainingPosition) ||
        size - sizeof(header) != header.count * sizeof(TrainingPosition)) {
        return Error{in_quotes(path) + " is cut off, or too long"};
    }
    const std::size_t before = positions.size();
    positions.resize(before + header.count);
    const std::span<TrainingPosition> added = std::span(positions).subspan(before);
    in.read(reinterpret_cast<char*>(added.data()), static_cast<std::streamsize>(added.size_bytes()));
    if (!in || checksum_of(added) != header.checksum || !std::all_of(added.begin(), added.end(), is_sound)) {
        positions.resize(before);
        return Error{in_quotes(path) + " is damaged"};
    }
    return std::nullopt;
}

// ---------------------------------------------------------------------- commands

std::optional<Error> must_be_new(const std::string& path) {
    if (std::optional<Error> error = cant_write(path)) { return error; }
    std::error_code none_yet;
    if (std::filesystem::file_size(path, none_yet) > 0 && !none_yet) {
        return Error{in_quotes(path) + " has something in it already"};
    }
    return std::nullopt;
}

int finish_positions(const std::string& path, std::vector<TrainingPosition>& positions, std::uint32_t games,
                     std::uint64_t seed, Duplicates duplicates) {
    const std::size_t others = duplicates == Duplicates::Remove ? remove_duplicates(positions) : 0;
    Prng prng(seed);
    shuffle(positions, prng);
    if (const std::optional<Error> error = write_positions(path, positions)) { return complain(error->message); }
    std::cout << path << ": " << positions.size() << " positions of " << games << " games";
    if (duplicates == Duplicates::Remove) { std::cout << "; " << others << " more had been there before"; }
    std::cout << '\n';
    return ExitDone;
}

int run_positions(std::span<const std::string_view> arguments) {
    PositionFilter filter;
    std::int64_t opening = filter.opening_plies;
    std::int64_t seed = 1;
    bool duplicates = false;
    double ahead = 0;
    double k = DefaultK;
    ArgumentReader reader("data positions", "<new file> <games>...",
                          "Writes the positions of games that a network can learn from: quiet ones, each board once,\n"
                          "in random order.",
                          2, std::numeric_limits<std::size_t>::max());
    reader.add<std::int64_t>("--opening", opening, 0, 1000, "plies left out at the start of each game");
    reader.add_flag("--checks", filter.checks, "positions in check, too");
    reader.add_flag("--captures", filter.captures, "positions where a capture or promotion was played, too");
    reader.add_flag("--duplicates", duplicates, "a board as often as it comes");
    reader.add<double>("--ahead", ahead, 0, 0.99, "share of what was thought a ply later in each score");
    reader.add<double>("--k", k, 1e-4, 0.1, "for --ahead: from centipawns to the expected share of the point");
    reader.add<std::int64_t>("--seed", seed, 0, 1'000'000'000'000, "of the order");
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    filter.opening_plies = static_cast<int>(opening);
    if (const std::optional<Error> error = must_be_new(paths->front())) { return complain(error->message); }

    std::vector<TrainingPosition> positions;
    std::uint32_t games = 0;
    const std::optional<Error> error = for_each_game(std::span(*paths).subspan(1), [&](GameRecord game) {
        look_ahead(game, ahead, k);
        add_positions(game, ++games, filter, positions);
    });
    if (error) { return complain(error->message); }
    return finish_positions(paths->front(), positions, games, static_cast<std::uint64_t>(seed),
                            duplicates ? Duplicates::Keep : Duplicates::Remove);
}

}  // namespace skua::lab
