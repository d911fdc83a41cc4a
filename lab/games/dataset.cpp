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

#include "base/file.h"
#include "base/parse.h"

namespace skua::lab {

namespace {

constexpr std::array<std::uint8_t, 8> FileMagic{'S', 'k', 'u', 'a', 'G', 'a', 'm', 'e'};
constexpr std::uint32_t FormatVersion = 1;
constexpr std::size_t FileHeaderBytes = 16;

// Neither letters nor anything that compression likes to produce.
constexpr std::array<std::uint8_t, 4> BlockMagic{0xB1, 0x0C, 0x5A, 0xE7};
constexpr std::size_t BlockHeaderBytes = 24;
// Four streams that did not get any shorter, with some room.
constexpr std::uint32_t MaxPayloadBytes = 5 * MaxStreamBytes;

constexpr std::uint32_t GamesPerBlock = 256;
constexpr std::chrono::seconds MaxAge(50);

// ---------------------------------------------------------------------- checksums and numbers

// CRC-32 as in zip and PNG.
constexpr std::array<std::uint32_t, 256> CrcTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) { value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320U : 0U); }
        table[i] = value;
    }
    return table;
}();

void put_u32(std::uint8_t* bytes, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) { bytes[i] = static_cast<std::uint8_t>(value >> (8 * i)); }
}

std::uint32_t get_u32(const std::uint8_t* bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) { value = (value << 8) | bytes[i]; }
    return value;
}

// ---------------------------------------------------------------------- headers

using FileHeader = std::array<std::uint8_t, FileHeaderBytes>;

FileHeader file_header() {
    FileHeader header{};
    std::copy(FileMagic.begin(), FileMagic.end(), header.begin());
    put_u32(&header[8], FormatVersion);
    return header;
}

std::optional<Error> check(const FileHeader& header) {
    if (!std::equal(FileMagic.begin(), FileMagic.end(), header.begin())) { return Error{"it holds no Skua games"}; }
    const std::uint32_t version = get_u32(&header[8]);
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
    put_u32(&header[4], games);
    put_u32(&header[8], plies);
    put_u32(&header[12], static_cast<std::uint32_t>(payload.size()));
    put_u32(&header[16], crc32(payload));
    put_u32(&header[20], crc32(std::span(header).first(20)));
    return header;
}

std::string reason_of_system() { return std::strerror(errno); }

}  // namespace

std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    std::uint32_t crc = ~0U;
    for (const std::uint8_t byte : bytes) { crc = (crc >> 8) ^ CrcTable[(crc ^ byte) & 0xFF]; }
    return ~crc;
}

void tell_damage(const std::string& path, const Damage& damage) {
    if (!damage.any()) { return; }
    std::cerr << path << ": " << damage.bytes << " bytes in " << damage.stretches
              << (damage.stretches == 1 ? " place" : " places") << " can't be read; " << damage.reason << '\n';
}

// ---------------------------------------------------------------------- scanning

namespace {

bool is_sound(const BlockHeader& header) {
    return std::equal(BlockMagic.begin(), BlockMagic.end(), header.begin()) &&
           get_u32(&header[20]) == crc32(std::span(header).first(20)) && get_u32(&header[12]) <= MaxPayloadBytes;
}

}  // namespace

BlockScanner::BlockScanner(std::unique_ptr<std::istream> input, std::uint64_t size)
    : input_(std::move(input)), size_(size), position_(FileHeaderBytes), sound_end_(FileHeaderBytes) {}

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
            sound_end_ = position_;
            return true;
        }
        // Its length can't be trusted, so the next block may begin anywhere.
        const std::uint64_t next = find_magic(position_ + 1);
        note_damage(position_, next, *std::move(reason));
        position_ = next;
    }
    return false;
}

std::optional<std::string> BlockScanner::read_block(std::uint64_t from) {
    BlockHeader header{};
    if (!read(from, header.data(), std::min<std::uint64_t>(header.size(), size_ - from))) { return "can't be read"; }
    if (!std::equal(BlockMagic.begin(), BlockMagic.end(), header.begin())) { return "is not the beginning of a block"; }
    if (size_ - from < header.size()) { return "is a block cut short"; }
    if (!is_sound(header)) { return "is a block with a damaged header"; }
    const std::uint32_t payload_size = get_u32(&header[12]);
    if (size_ - from - header.size() < payload_size) { return "is a block cut short"; }
    payload_.resize(payload_size);
    if (!read(from + header.size(), payload_.data(), payload_.size())) { return "can't be read"; }
    if (get_u32(&header[16]) != crc32(payload_)) { return "is a damaged block"; }
    games_ = get_u32(&header[4]);
    plies_ = get_u32(&header[8]);
    return std::nullopt;
}

bool BlockScanner::ends_in_begun_block() {
    const std::uint64_t rest = size_ - sound_end_;
    BlockHeader header{};
    const std::size_t count = std::min<std::uint64_t>(rest, header.size());
    if (count == 0 || !read(sound_end_, header.data(), count)) { return false; }
    if (count < header.size()) {
        return std::equal(header.begin(),
                          header.begin() + static_cast<std::ptrdiff_t>(std::min(count, BlockMagic.size())),
                          BlockMagic.begin());
    }
    return is_sound(header) && rest - header.size() < get_u32(&header[12]);
}

bool BlockScanner::read(std::uint64_t from, std::uint8_t* bytes, std::size_t count) {
    input_->clear();
    input_->seekg(static_cast<std::streamoff>(from));
    input_->read(reinterpret_cast<char*>(bytes), static_cast<std::streamsize>(count));
    return static_cast<bool>(*input_);
}

std::uint64_t BlockScanner::find_magic(std::uint64_t from) {
    constexpr std::size_t Overlap = BlockMagic.size() - 1;
    Bytes chunk(std::size_t{1} << 16);
    while (from + Overlap < size_) {
        const std::size_t count = std::min<std::uint64_t>(chunk.size(), size_ - from);
        if (!read(from, chunk.data(), count)) { break; }
        const auto end = chunk.begin() + static_cast<std::ptrdiff_t>(count);
        const auto found = std::search(chunk.begin(), end, BlockMagic.begin(), BlockMagic.end());
        if (found != end) { return from + static_cast<std::uint64_t>(found - chunk.begin()); }
        from += count - Overlap;
    }
    return size_;
}

void BlockScanner::reject(std::string reason) { note_damage(block_start_, sound_end_, std::move(reason)); }

void BlockScanner::note_damage(std::uint64_t from, std::uint64_t to, std::string reason) {
    if (!damage_.any()) { damage_.reason = "what begins at byte " + std::to_string(from) + ' ' + std::move(reason); }
    if (!damage_.any() || from != damage_end_) { ++damage_.stretches; }
    damage_.bytes += to - from;
    damage_end_ = to;
}

// ---------------------------------------------------------------------- reading

Result<DatasetReader> DatasetReader::open(const std::string& path) {
    if (is_taken_by_no_file(path)) { return Error{in_quotes(path, 200) + " is no file"}; }
    auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
    if (!*file) { return Error{in_quotes(path, 200) + " can't be opened: " + reason_of_system()}; }
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
            scanner_.reject("is a block that makes no sense: " + games.error());
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
        tell_damage(paths[i], file.damage());
    }
    return std::nullopt;
}

// ---------------------------------------------------------------------- writing

DatasetWriter::DatasetWriter(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

DatasetWriter::~DatasetWriter() {
    flush();
    close(descriptor_);  // and with it the lock
}

Result<std::unique_ptr<DatasetWriter>> DatasetWriter::open(const std::string& path, Mode mode) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) { return Error{in_quotes(path, 200) + " can't be opened: " + reason_of_system()}; }
    std::unique_ptr<DatasetWriter> writer(new DatasetWriter(path, descriptor));
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        return Error{errno == EWOULDBLOCK ? "another program is writing to " + in_quotes(path, 200)
                                          : in_quotes(path, 200) + " can't be locked: " + reason_of_system()};
    }
    if (std::optional<Error> error = writer->prepare(mode)) {
        return Error{in_quotes(path, 200) + " can't be used: " + error->message};
    }
    return writer;
}

std::optional<Error> DatasetWriter::prepare(Mode mode) {
    const off_t size = lseek(descriptor_, 0, SEEK_END);
    if (size < 0) { return Error{"its size is unknown"}; }
    const FileHeader header = file_header();
    if (mode == Mode::Create && static_cast<std::size_t>(size) > header.size()) {
        return Error{"there is something in it already"};
    }
    auto file = std::make_unique<std::ifstream>(path_, std::ios::binary);
    if (static_cast<std::size_t>(size) < header.size()) {
        // New, or its first writer was killed at once: unless somebody else's bytes are in it.
        std::array<char, FileHeaderBytes> begun{};
        file->read(begun.data(), size);
        if (std::memcmp(begun.data(), header.data(), static_cast<std::size_t>(size)) != 0) {
            return Error{"it holds no Skua games"};
        }
        return write(Bytes(header.begin(), header.end()));
    }

    Result<BlockScanner> scanner = BlockScanner::start(std::move(file));
    if (!scanner) { return Error{scanner.error()}; }
    while (scanner->next()) { games_found_ += scanner->games(); }
    // Damage that no killed writer leaves stays where it is: somebody may still mend it, and readers pass over it.
    size_ = scanner->ends_in_begun_block() ? scanner->sound_end() : static_cast<std::uint64_t>(size);
    bytes_cut_ = static_cast<std::uint64_t>(size) - size_;
    if (bytes_cut_ > 0 && ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) { return Error{reason_of_system()}; }
    return std::nullopt;
}

std::optional<Error> DatasetWriter::write(const Bytes& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count =
            pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(size_ + done));
        if (count < 0 && errno == EINTR) { continue; }
        if (count <= 0) {
            const std::string reason = reason_of_system();
            // No half block stays behind; if even that fails, readers will pass over it.
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

}  // namespace skua::lab
