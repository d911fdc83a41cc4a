// Files of games: a header, then independent blocks. docs/data-format.md describes every byte.
//
// The programs that write these files run for hours and may be killed at any moment, and the files are copied around.
// So each block carries its lengths and checksums, and a corrupt block costs only its own games.
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

// The parts of a file that could not be read.
struct Corruption {
    std::uint64_t ranges = 0;  // runs of bytes without a valid block in them
    std::uint64_t bytes = 0;   // in all ranges
    std::string reason;        // why the first range can't be read

    [[nodiscard]] bool any() const { return ranges > 0; }
};
// Prints one line for the user, if there is any corruption.
void report_corruption(const std::string& path, const Corruption& corruption);

// Finds the valid blocks of a file and skips everything between them. The time it takes is proportional to the size of
// the file, whatever the file contains.
class BlockScanner {
public:
    // Takes a seekable stream that begins with a file header; an Error says why it is not a file of games.
    static Result<BlockScanner> start(std::unique_ptr<std::istream> input);

    // Advances to the next block whose checksums are right; false at the end of the file.
    bool next();
    // These describe the block that next() found.
    [[nodiscard]] std::uint32_t games() const { return games_; }
    [[nodiscard]] std::uint32_t plies() const { return plies_; }
    [[nodiscard]] const Bytes& payload() const { return payload_; }
    // Counts the block as corrupt, though its checksums are right.
    void reject(std::string reason);

    // Where the last valid block ends, or the file header if there was none yet.
    [[nodiscard]] std::uint64_t valid_end() const { return valid_end_; }
    // Does a truncated block follow there, as a killed writer leaves it?
    [[nodiscard]] bool ends_in_truncated_block();
    [[nodiscard]] std::uint64_t file_size() const { return size_; }
    [[nodiscard]] const Corruption& corruption() const { return corruption_; }

private:
    BlockScanner(std::unique_ptr<std::istream> input, std::uint64_t size);

    // Nothing, or the reason why there is no valid block at `from`.
    [[nodiscard]] std::optional<std::string> read_block(std::uint64_t from);
    [[nodiscard]] bool read(std::uint64_t from, std::uint8_t* bytes, std::size_t count);
    // Where the next block could begin, not before `from`; the end of the file if nowhere.
    [[nodiscard]] std::uint64_t find_header(std::uint64_t from);
    void add_corruption(std::uint64_t from, std::uint64_t to, std::string reason);

    std::unique_ptr<std::istream> input_;
    std::uint64_t size_;
    std::uint64_t position_;  // where the search for the next block begins
    std::uint64_t block_start_ = 0;
    std::uint64_t valid_end_;
    std::uint64_t corruption_end_ = 0;
    std::uint64_t wasted_bytes_ = 0;  // read for blocks whose payload turned out to be corrupt
    std::uint32_t games_ = 0;
    std::uint32_t plies_ = 0;
    Bytes payload_;
    Corruption corruption_;
};

// Reads games one after the other.
class DatasetReader {
public:
    static Result<DatasetReader> open(const std::string& path);
    static Result<DatasetReader> open(std::unique_ptr<std::istream> input);

    // The next game, valid until the next call; null at the end. All its moves are legal.
    const GameRecord* next();

    // What could not be read so far.
    [[nodiscard]] const Corruption& corruption() const { return scanner_.corruption(); }
    [[nodiscard]] std::uint64_t file_size() const { return scanner_.file_size(); }
    [[nodiscard]] std::uint64_t blocks() const { return blocks_; }

private:
    explicit DatasetReader(BlockScanner scanner) : scanner_(std::move(scanner)) {}

    BlockScanner scanner_;
    std::vector<GameRecord> games_;  // those of the current block
    std::size_t next_ = 0;
    std::uint64_t blocks_ = 0;
};

// Opens all files before anything is read; an Error names the first that can't be used.
Result<std::vector<DatasetReader>> open_games(std::span<const std::string> paths);
// Calls `job` with every game of the files in order, and reports what can't be read. An Error names a file that can't
// be used at all; then no game was read.
std::optional<Error> for_each_game(std::span<const std::string> paths,
                                   const std::function<void(const GameRecord&)>& job);

// Appends games to a file. No other program can open it for writing meanwhile.
class DatasetWriter {
public:
    enum class Mode : std::uint8_t {
        Append,  // continues a file of games; cuts off a block at its end that a killed writer left truncated
        Create   // refuses a file that has more in it than the header
    };
    static Result<std::unique_ptr<DatasetWriter>> open(const std::string& path, Mode mode);
    DatasetWriter(const DatasetWriter&) = delete;
    DatasetWriter& operator=(const DatasetWriter&) = delete;
    // Writes the remaining games, if it can.
    ~DatasetWriter();

    // Writes a block when it is full or old enough. When writing fails, the games not yet written are lost and the file
    // ends with its last valid block.
    std::optional<Error> add(const GameRecord& game);
    std::optional<Error> flush_if_due();
    std::optional<Error> flush();
    // Takes back all games that were added, and removes a file that was not there before. No more may be added.
    void discard();

    // The games that were in the file when it was opened, and the bytes cut off then.
    [[nodiscard]] std::uint64_t games_found() const { return games_found_; }
    [[nodiscard]] std::uint64_t bytes_cut() const { return bytes_cut_; }
    [[nodiscard]] std::uint64_t file_size() const { return size_; }

private:
    DatasetWriter(std::string path, int descriptor);

    [[nodiscard]] std::optional<Error> prepare(Mode mode);
    [[nodiscard]] std::optional<Error> write(const Bytes& bytes);

    std::string path_;
    int descriptor_;
    bool is_new_ = false;            // it was not there before
    std::uint64_t size_before_ = 0;  // when it was opened
    std::uint64_t size_ = 0;
    std::uint64_t games_found_ = 0;
    std::uint64_t bytes_cut_ = 0;
    GamePacker packer_;
    std::chrono::steady_clock::time_point last_flush_ = std::chrono::steady_clock::now();
};

}  // namespace skua::lab
