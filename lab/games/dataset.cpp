#include "lab/games/dataset.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/parse.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

constexpr std::array<std::uint8_t, 8> FileMagic{'S', 'k', 'u', 'a', 'G', 'a', 'm', 'e'};
constexpr std::uint32_t FormatVersion = 1;
constexpr std::size_t FileHeaderBytes = 16;

// Unlikely in text or in zstd output.
constexpr std::array<std::uint8_t, 4> BlockMagic{0xB1, 0x0C, 0x5A, 0xE7};
constexpr std::size_t BlockHeaderBytes = 24;
// Four streams that compression did not shorten, with some room.
constexpr std::uint32_t MaxPayloadBytes = 5 * MaxStreamBytes;

constexpr std::uint32_t GamesPerBlock = 256;
constexpr std::chrono::seconds MaxAge(50);

// ---------------------------------------------------------------------- headers

using FileHeader = std::array<std::uint8_t, FileHeaderBytes>;

FileHeader file_header() {
    FileHeader header{};
    std::copy(FileMagic.begin(), FileMagic.end(), header.begin());
    store_little_endian<std::uint32_t>(&header[8], FormatVersion);
    return header;
}

std::optional<Error> check(const FileHeader& header) {
    if (!std::equal(FileMagic.begin(), FileMagic.end(), header.begin())) {
        return Error{"it is not a file of Skua games"};
    }
    const std::uint32_t version = load_little_endian<std::uint32_t>(&header[8]);
    if (version != FormatVersion) {
        return Error{"its format is version " + std::to_string(version) + ", and this program knows version " +
                     std::to_string(FormatVersion) + " only"};
    }
    return std::nullopt;
}

using BlockHeader = std::array<std::uint8_t, BlockHeaderBytes>;

BlockHeader block_header(std::uint32_t games, std::uint32_t plies, const Bytes& payload) {
    BlockHeader header{};
    std::copy(BlockMagic.begin(), BlockMagic.end(), header.begin());
    store_little_endian<std::uint32_t>(&header[4], games);
    store_little_endian<std::uint32_t>(&header[8], plies);
    store_little_endian<std::uint32_t>(&header[12], static_cast<std::uint32_t>(payload.size()));
    store_little_endian<std::uint32_t>(&header[16], crc32(payload));
    store_little_endian<std::uint32_t>(&header[20], crc32(std::span(header).first(20)));
    return header;
}

std::string system_error() { return std::strerror(errno); }

}  // namespace

void report_corruption(const std::string& path, const Corruption& corruption) {
    if (!corruption.any()) { return; }
    std::cerr << path << ": " << corruption.bytes << " bytes in " << corruption.ranges
              << (corruption.ranges == 1 ? " place" : " places") << " can't be read; " << corruption.reason << '\n';
}

// ---------------------------------------------------------------------- scanning

namespace {

bool is_valid(const BlockHeader& header) {
    return std::equal(BlockMagic.begin(), BlockMagic.end(), header.begin()) &&
           load_little_endian<std::uint32_t>(&header[20]) == crc32(std::span(header).first(20)) &&
           load_little_endian<std::uint32_t>(&header[12]) <= MaxPayloadBytes;
}

}  // namespace

BlockScanner::BlockScanner(std::unique_ptr<std::istream> input, std::uint64_t size)
    : input_(std::move(input)), size_(size), position_(FileHeaderBytes), valid_end_(FileHeaderBytes) {}

Result<BlockScanner> BlockScanner::start(std::unique_ptr<std::istream> input) {
    FileHeader header{};
    input->read(reinterpret_cast<char*>(header.data()), static_cast<std::streamsize>(header.size()));
    if (!*input) { return Error{"it is too short to hold games"}; }
    if (std::optional<Error> error = check(header)) { return *std::move(error); }
    input->seekg(0, std::ios::end);
    const std::streamoff size = input->tellg();
    if (!*input || size < 0) { return Error{"its size is unknown"}; }
    return BlockScanner(std::move(input), static_cast<std::uint64_t>(size));
}

bool BlockScanner::next() {
    while (position_ < size_) {
        std::optional<std::string> reason = read_block(position_);
        if (!reason) {
            block_start_ = position_;
            position_ += BlockHeaderBytes + payload_.size();
            valid_end_ = position_;
            return true;
        }
        // The length of a corrupt block can't be trusted, so the next block may begin anywhere behind its first byte.
        const std::uint64_t next = find_header(position_ + 1);
        add_corruption(position_, next, *std::move(reason));
        position_ = next;
    }
    return false;
}

std::optional<std::string> BlockScanner::read_block(std::uint64_t from) {
    BlockHeader header{};
    if (!read(from, header.data(), std::min<std::uint64_t>(header.size(), size_ - from))) { return "can't be read"; }
    if (!std::equal(BlockMagic.begin(), BlockMagic.end(), header.begin())) { return "is not the beginning of a block"; }
    if (size_ - from < header.size()) { return "is a truncated block"; }
    if (!is_valid(header)) { return "is a block with a corrupt header"; }
    const std::uint32_t payload_size = load_little_endian<std::uint32_t>(&header[12]);
    if (size_ - from - header.size() < payload_size) { return "is a truncated block"; }
    // Corrupt blocks hardly overlap, unless a file is crafted so: then the same bytes would be read again and again.
    if (wasted_bytes_ + payload_size > 2 * size_) { return "is a corrupt block"; }
    payload_.resize(payload_size);
    if (!read(from + header.size(), payload_.data(), payload_.size())) { return "can't be read"; }
    if (load_little_endian<std::uint32_t>(&header[16]) != crc32(payload_)) {
        wasted_bytes_ += payload_size;
        return "is a corrupt block";
    }
    games_ = load_little_endian<std::uint32_t>(&header[4]);
    plies_ = load_little_endian<std::uint32_t>(&header[8]);
    return std::nullopt;
}

bool BlockScanner::ends_in_truncated_block() {
    const std::uint64_t rest = size_ - valid_end_;
    BlockHeader header{};
    const std::size_t count = std::min<std::uint64_t>(rest, header.size());
    if (count == 0 || !read(valid_end_, header.data(), count)) { return false; }
    if (count < header.size()) {
        return std::equal(header.begin(),
                          header.begin() + static_cast<std::ptrdiff_t>(std::min(count, BlockMagic.size())),
                          BlockMagic.begin());
    }
    return is_valid(header) && rest - header.size() < load_little_endian<std::uint32_t>(&header[12]);
}

bool BlockScanner::read(std::uint64_t from, std::uint8_t* bytes, std::size_t count) {
    input_->clear();
    input_->seekg(static_cast<std::streamoff>(from));
    input_->read(reinterpret_cast<char*>(bytes), static_cast<std::streamsize>(count));
    return static_cast<bool>(*input_);
}

std::uint64_t BlockScanner::find_header(std::uint64_t from) {
    constexpr std::size_t Overlap = BlockMagic.size() - 1;
    constexpr std::size_t LargestChunk = std::size_t{1} << 16;
    // Small at first: in a crafted file the next header may follow at once, very often.
    Bytes chunk(256);
    for (; from + Overlap < size_; chunk.resize(std::min(2 * chunk.size(), LargestChunk))) {
        const std::size_t count = std::min<std::uint64_t>(chunk.size(), size_ - from);
        if (!read(from, chunk.data(), count)) { break; }
        const auto end = chunk.begin() + static_cast<std::ptrdiff_t>(count);
        for (auto at = chunk.begin(); (at = std::search(at, end, BlockMagic.begin(), BlockMagic.end())) != end; ++at) {
            BlockHeader header{};
            const bool is_whole = static_cast<std::size_t>(end - at) >= header.size();
            if (is_whole) { std::copy_n(at, header.size(), header.begin()); }
            if (!is_whole || is_valid(header)) { return from + static_cast<std::uint64_t>(at - chunk.begin()); }
        }
        from += count - Overlap;
    }
    return size_;
}

void BlockScanner::reject(std::string reason) { add_corruption(block_start_, valid_end_, std::move(reason)); }

void BlockScanner::add_corruption(std::uint64_t from, std::uint64_t to, std::string reason) {
    if (!corruption_.any()) {
        corruption_.reason = "what begins at byte " + std::to_string(from) + ' ' + std::move(reason);
    }
    if (!corruption_.any() || from != corruption_end_) { ++corruption_.ranges; }
    corruption_.bytes += to - from;
    corruption_end_ = to;
}

// ---------------------------------------------------------------------- reading

Result<DatasetReader> DatasetReader::open(const std::string& path) {
    if (exists_but_is_not_regular_file(path)) {
        return Error{in_quotes(path, 200) + " can't be read: " + why_not_file(path)};
    }
    auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
    if (!*file) { return Error{in_quotes(path, 200) + " can't be opened: " + system_error()}; }
    Result<DatasetReader> reader = open(std::move(file));
    if (!reader) { return Error{in_quotes(path, 200) + " can't be used: " + reader.error()}; }
    return reader;
}

Result<DatasetReader> DatasetReader::open(std::unique_ptr<std::istream> input) {
    Result<BlockScanner> scanner = BlockScanner::start(std::move(input));
    if (!scanner) { return Error{scanner.error()}; }
    return DatasetReader(*std::move(scanner));
}

const GameRecord* DatasetReader::next() {
    while (next_ == games_.size()) {
        if (!scanner_.next()) { return nullptr; }
        next_ = 0;
        games_.clear();
        Result<std::vector<GameRecord>> games = unpack_games(scanner_.payload(), scanner_.games(), scanner_.plies());
        if (!games) {
            scanner_.reject("is an invalid block: " + games.error());
            continue;
        }
        games_ = *std::move(games);
        ++blocks_;
    }
    return &games_[next_++];
}

Result<std::vector<DatasetReader>> open_games(std::span<const std::string> paths) {
    std::vector<DatasetReader> readers;
    for (const std::string& path : paths) {
        Result<DatasetReader> reader = DatasetReader::open(path);
        if (!reader) { return Error{reader.error()}; }
        readers.push_back(*std::move(reader));
    }
    return readers;
}

std::optional<Error> for_each_game(std::span<const std::string> paths,
                                   const std::function<void(const GameRecord&)>& job) {
    Result<std::vector<DatasetReader>> files = open_games(paths);
    if (!files) { return Error{files.error()}; }
    for (std::size_t i = 0; i < files->size(); ++i) {
        DatasetReader& file = (*files)[i];
        while (const GameRecord* const record = file.next()) { job(*record); }
        report_corruption(paths[i], file.corruption());
    }
    return std::nullopt;
}

// ---------------------------------------------------------------------- writing

DatasetWriter::DatasetWriter(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

DatasetWriter::~DatasetWriter() {
    flush();
    close(descriptor_);  // which also releases the lock
}

Result<std::unique_ptr<DatasetWriter>> DatasetWriter::open(const std::string& path, Mode mode) {
    if (std::optional<Error> error = cant_be_file(path)) { return *std::move(error); }
    int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const bool is_new = descriptor >= 0;
    if (!is_new) { descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666); }
    if (descriptor < 0) { return Error{in_quotes(path, 200) + " can't be opened: " + system_error()}; }
    std::unique_ptr<DatasetWriter> writer(new DatasetWriter(path, descriptor));
    writer->is_new_ = is_new;
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        return Error{errno == EWOULDBLOCK ? "another program is writing to " + in_quotes(path, 200)
                                          : in_quotes(path, 200) + " can't be locked: " + system_error()};
    }
    if (std::optional<Error> error = writer->prepare(mode)) {
        return Error{in_quotes(path, 200) + " can't be used: " + error->message};
    }
    return writer;
}

std::optional<Error> DatasetWriter::prepare(Mode mode) {
    const off_t size = lseek(descriptor_, 0, SEEK_END);
    if (size < 0) { return Error{"its size is unknown"}; }
    size_before_ = static_cast<std::uint64_t>(size);
    const FileHeader header = file_header();
    if (mode == Mode::Create && static_cast<std::size_t>(size) > header.size()) {
        return Error{"there is something in it already"};
    }
    auto file = std::make_unique<std::ifstream>(path_, std::ios::binary);
    if (static_cast<std::size_t>(size) < header.size()) {
        // The file is new, or its first writer was killed at once; but other bytes than ours are refused.
        std::array<char, FileHeaderBytes> there{};
        file->read(there.data(), size);
        if (std::memcmp(there.data(), header.data(), static_cast<std::size_t>(size)) != 0) {
            return Error{"it is not a file of Skua games"};
        }
        return write(Bytes(header.begin(), header.end()));
    }

    Result<BlockScanner> scanner = BlockScanner::start(std::move(file));
    if (!scanner) { return Error{scanner.error()}; }
    while (scanner->next()) { games_found_ += scanner->games(); }
    // Other corruption stays where it is: it might still be repaired, and readers skip it.
    size_ = scanner->ends_in_truncated_block() ? scanner->valid_end() : static_cast<std::uint64_t>(size);
    bytes_cut_ = static_cast<std::uint64_t>(size) - size_;
    if (bytes_cut_ > 0 && ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) { return Error{system_error()}; }
    return std::nullopt;
}

std::optional<Error> DatasetWriter::write(const Bytes& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count =
            pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(size_ + done));
        if (count < 0 && errno == EINTR) { continue; }
        if (count <= 0) {
            const std::string reason = system_error();
            // Don't leave half a block behind; should that fail, readers will skip it.
            [[maybe_unused]] const int ignored = ftruncate(descriptor_, static_cast<off_t>(size_));
            return Error{in_quotes(path_, 200) + " can't be written to: " + reason};
        }
        done += static_cast<std::size_t>(count);
    }
    size_ += bytes.size();
    return std::nullopt;
}

std::optional<Error> DatasetWriter::add(const GameRecord& game) {
    packer_.add(game);
    if (packer_.games() >= GamesPerBlock || packer_.is_full()) { return flush(); }
    return flush_if_due();
}

std::optional<Error> DatasetWriter::flush_if_due() {
    if (std::chrono::steady_clock::now() - last_flush_ < MaxAge) { return std::nullopt; }
    return flush();
}

std::optional<Error> DatasetWriter::flush() {
    last_flush_ = std::chrono::steady_clock::now();
    if (packer_.games() == 0) { return std::nullopt; }
    const std::uint32_t games = packer_.games();
    const std::uint32_t plies = packer_.plies();
    const Bytes payload = packer_.pack();
    const BlockHeader header = block_header(games, plies, payload);
    Bytes block(header.begin(), header.end());
    block.insert(block.end(), payload.begin(), payload.end());
    return write(block);
}

void DatasetWriter::discard() {
    packer_ = GamePacker();
    // Should one of these fail, the games written so far stay, and can be read.
    [[maybe_unused]] const int ignored =
        is_new_ ? unlink(path_.c_str()) : ftruncate(descriptor_, static_cast<off_t>(size_before_ - bytes_cut_));
}

}  // namespace skua::lab
