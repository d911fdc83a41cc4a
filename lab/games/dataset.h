// Files of games: a header, then blocks that stand by themselves. docs/data-format.md describes every byte.
//
// Files are made by programs that run for hours and may be killed at any moment, and are copied around afterwards. So a
// block carries its lengths and checksums, and one that is damaged costs its own games only.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/games/game_record.h"
#include "lab/games/packing.h"

namespace skua::lab {

// What of a file could not be read.
struct Damage {
    std::uint64_t stretches = 0;  // runs of bytes without a sound block in them
    std::uint64_t bytes = 0;      // all together
    std::string reason;           // of the first

    [[nodiscard]] bool any() const { return stretches > 0; }
};
// The one of zip and PNG.
std::uint32_t crc32(std::span<const std::uint8_t> bytes);

// To the user, if there is any.
void tell_damage(const std::string& path, const Damage& damage);

// Finds the sound blocks of a file. What lies between them is damage, and passed over.
class BlockScanner {
public:
    // A seekable stream that begins with a file header; or the reason why it is none of ours.
    static Result<BlockScanner> start(std::unique_ptr<std::istream> input);

    // Goes on to the next block whose checksums are right; false at the end.
    bool next();
    // Of the block found.
    [[nodiscard]] std::uint32_t games() const { return games_; }
    [[nodiscard]] std::uint32_t plies() const { return plies_; }
    [[nodiscard]] const Bytes& payload() const { return payload_; }
    // Its checksums are right and yet it makes no sense.
    void reject(std::string reason);

    // Where it ends, or the header if there was no block yet.
    [[nodiscard]] std::uint64_t sound_end() const { return sound_end_; }
    // Is what follows there the beginning of one more block, as a writer leaves it who was killed?
    [[nodiscard]] bool ends_in_begun_block();
    [[nodiscard]] std::uint64_t file_size() const { return size_; }
    [[nodiscard]] const Damage& damage() const { return damage_; }

private:
    BlockScanner(std::unique_ptr<std::istream> input, std::uint64_t size);

    // Nothing, or the reason why there is no sound block here.
    [[nodiscard]] std::optional<std::string> read_block(std::uint64_t from);
    [[nodiscard]] bool read(std::uint64_t from, std::uint8_t* bytes, std::size_t count);
    // Where the next block could begin, not before `from`; the end of the file if nowhere.
    [[nodiscard]] std::uint64_t find_magic(std::uint64_t from);
    void note_damage(std::uint64_t from, std::uint64_t to, std::string reason);

    std::unique_ptr<std::istream> input_;
    std::uint64_t size_;
    std::uint64_t position_;  // where to look on
    std::uint64_t block_start_ = 0;
    std::uint64_t sound_end_;
    std::uint64_t damage_end_ = 0;
    std::uint32_t games_ = 0;
    std::uint32_t plies_ = 0;
    Bytes payload_;
    Damage damage_;
};

// Reads games one after the other.
class DatasetReader {
public:
    static Result<DatasetReader> open(const std::string& path);
    static Result<DatasetReader> open(std::unique_ptr<std::istream> input);

    // The next game, valid until the next call; null at the end. Every move of it is legal.
    const GameRecord* next();

    // What was unreadable so far.
    [[nodiscard]] const Damage& damage() const { return scanner_.damage(); }
    [[nodiscard]] std::uint64_t file_size() const { return scanner_.file_size(); }
    [[nodiscard]] std::uint64_t blocks() const { return blocks_; }

private:
    explicit DatasetReader(BlockScanner scanner) : scanner_(std::move(scanner)) {}

    BlockScanner scanner_;
    std::vector<GameRecord> games_;  // of the present block
    std::size_t next_ = 0;
    std::uint64_t blocks_ = 0;
};

// All of them, before anything is done with any; or what is wrong with the first that can't be used.
Result<std::vector<DatasetReader>> open_games(std::span<const std::string> paths);
// Calls `job` with every game of the files, one after the other, and tells what of them can't be read. Nothing, or
// which of them can't be used; then no game was read.
std::optional<Error> for_each_game(std::span<const std::string> paths,
                                   const std::function<void(const GameRecord&)>& job);

// Appends games to a file that nobody else may write to meanwhile.
class DatasetWriter {
public:
    enum class Mode : std::uint8_t {
        Append,  // goes on with a file of ours; what a killed writer left half written at its end is cut off
        Create   // refuses a file in which there is more than the header of one of ours
    };
    static Result<std::unique_ptr<DatasetWriter>> open(const std::string& path, Mode mode);
    DatasetWriter(const DatasetWriter&) = delete;
    DatasetWriter& operator=(const DatasetWriter&) = delete;
    // Writes what is left, if it can.
    ~DatasetWriter();

    // Writes a block when enough has come together or is old enough. Nothing, or why writing failed; the games not yet
    // written are then lost, and the file ends with its last sound block.
    std::optional<Error> add(const GameRecord& game);
    std::optional<Error> flush_if_due();
    std::optional<Error> flush();

    // When the file was opened: games that were there, and bytes cut off.
    [[nodiscard]] std::uint64_t games_found() const { return games_found_; }
    [[nodiscard]] std::uint64_t bytes_cut() const { return bytes_cut_; }
    [[nodiscard]] std::uint64_t file_size() const { return size_; }

private:
    DatasetWriter(std::string path, int descriptor);

    [[nodiscard]] std::optional<Error> prepare(Mode mode);
    [[nodiscard]] std::optional<Error> write(const Bytes& bytes);

    std::string path_;
    int descriptor_;
    std::uint64_t size_ = 0;
    std::uint64_t games_found_ = 0;
    std::uint64_t bytes_cut_ = 0;
    GamePacker packer_;
    std::chrono::steady_clock::time_point last_flush_ = std::chrono::steady_clock::now();
};

}  // namespace skua::lab
