#include "tablebase/tables.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/file.h"
#include "base/mapped_file.h"
#include "base/parse.h"
#include "base/platform.h"
#include "chess/movegen.h"

namespace skua::tablebase {

// The two files of one material, opened when they are first needed.
class Tables::Entry {
public:
    explicit Entry(const Material& material) : material_(material), is_symmetric_(material.is_symmetric()) {}

    [[nodiscard]] const Material& material() const { return material_; }
    [[nodiscard]] bool is_symmetric() const { return is_symmetric_; }
    [[nodiscard]] bool has(TableKind kind) const { return source(kind).is_there; }
    void set_path(TableKind kind, std::string path) {
        source(kind).is_there = true;
        source(kind).name = std::move(path);
    }
    void set_bytes(TableKind kind, std::string name, std::vector<std::uint8_t> bytes) {
        set_path(kind, std::move(name));
        source(kind).memory = std::move(bytes);
        source(kind).is_in_memory = true;
    }

    // Null if there is none, or none that can be used.
    [[nodiscard]] const TableFile* table(TableKind kind, const ProblemHandler& report) {
        Source& wanted = source(kind);
        if (!wanted.is_there) { return nullptr; }
        if (!wanted.is_opened.load(std::memory_order_acquire)) { open(wanted, kind, report); }
        return wanted.is_corrupt.load(std::memory_order_relaxed) ? nullptr : wanted.table.get();
    }
    // A value could not be read: the file is not used any more.
    void give_up(TableKind kind, const ProblemHandler& report) {
        Source& broken = source(kind);
        if (!broken.is_corrupt.exchange(true)) { complain(broken, "its data are corrupt", report); }
    }

private:
    struct Source {
        std::string name;
        bool is_there = false;
        bool is_in_memory = false;
        std::vector<std::uint8_t> memory;
        std::optional<MappedFile> mapped;
        std::unique_ptr<const TableFile> table;
        std::atomic<bool> is_opened{false};
        std::atomic<bool> is_corrupt{false};
    };

    [[nodiscard]] Source& source(TableKind kind) { return sources_[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] const Source& source(TableKind kind) const { return sources_[static_cast<std::size_t>(kind)]; }

    void open(Source& wanted, TableKind kind, const ProblemHandler& report) {
        const std::lock_guard lock(mutex_);
        if (wanted.is_opened.load(std::memory_order_relaxed)) { return; }
        std::string problem;
        if (!wanted.is_in_memory) {
            Result<MappedFile> mapped = MappedFile::open(wanted.name);
            if (mapped) {
                wanted.mapped = std::move(*mapped);
            } else {
                problem = mapped.error();
            }
        }
        if (problem.empty()) {
            const ByteSpan bytes = wanted.is_in_memory ? ByteSpan(wanted.memory) : wanted.mapped->bytes();
            Result<std::unique_ptr<const TableFile>> table = TableFile::read(material_, kind, bytes);
            if (table) {
                wanted.table = std::move(*table);
            } else {
                problem = table.error();
            }
        }
        if (!problem.empty()) { complain(wanted, problem, report); }
        wanted.is_opened.store(true, std::memory_order_release);
    }

    static void complain(const Source& source, const std::string& problem, const ProblemHandler& report) {
        if (report) { report("tablebase file '" + source.name + "' is not used: " + problem); }
    }

    Material material_;
    bool is_symmetric_;
    std::array<Source, 2> sources_;
    std::mutex mutex_;
};

Tables::Tables(ProblemHandler report) : report_(std::move(report)) {}
Tables::~Tables() = default;

// ---------------------------------------------------------------- setting up

namespace {

constexpr std::size_t FirstSlots = 64;

std::size_t slot_of(Key key, std::size_t size) { return static_cast<std::size_t>(key) & (size - 1); }

struct TableName {
    Material material;
    TableKind kind = TableKind::Wdl;
};

std::optional<TableName> parse_table_name(std::string_view file_name) {
    for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
        const std::string_view extension = extension_of(kind);
        if (file_name.size() <= extension.size() || !file_name.ends_with(extension)) { continue; }
        file_name.remove_suffix(extension.size());
        const std::optional<Material> material = Material::from_name(file_name);
        if (!material || material->count() < 3) { return std::nullopt; }
        return TableName{*material, kind};
    }
    return std::nullopt;
}

}  // namespace

void Tables::index_entry(Entry& entry, const Material& material, bool flip) {
    std::size_t place = slot_of(material.key(), slots_.size());
    while (slots_[place].entry != nullptr) { place = (place + 1) & (slots_.size() - 1); }
    slots_[place] = {material.key(), &entry, flip};
}

Tables::Entry& Tables::entry_for(const Material& material) {
    for (const std::unique_ptr<Entry>& entry : entries_) {
        if (entry->material() == material) { return *entry; }
    }
    entries_.push_back(std::make_unique<Entry>(material));
    // At most a quarter full, so that a search for a material without table ends soon.
    std::size_t size = FirstSlots;
    while (size < 8 * entries_.size()) { size *= 2; }
    slots_.assign(size, {});
    for (const std::unique_ptr<Entry>& entry : entries_) {
        index_entry(*entry, entry->material(), false);
        if (!entry->material().is_symmetric()) { index_entry(*entry, entry->material().mirrored(), true); }
    }
    return *entries_.back();
}

bool Tables::add_folder(const std::string& path) {
    std::error_code failed;
    std::filesystem::directory_iterator files(path, failed);
    if (failed) { return false; }
    for (; files != std::filesystem::directory_iterator(); files.increment(failed)) {
        if (failed) { return false; }
        const std::optional<TableName> name = parse_table_name(files->path().filename().string());
        if (!name) { continue; }
        Entry& entry = entry_for(name->material);
        if (entry.has(name->kind)) { continue; }
        entry.set_path(name->kind, files->path().string());
        note(name->kind, name->material.count());
    }
    return true;
}

Tables::PathReading Tables::add_path(std::string_view path) {
    PathReading reading;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(platform::path_list_separator()), path.size());
        const std::string folder(path.substr(0, end));
        if (!folder.empty() && add_folder(folder)) {
            ++reading.read;
        } else if (!folder.empty()) {
            constexpr std::size_t LongestShown = 200;
            reading.problems.push_back("the folder " + in_quotes(folder, LongestShown) +
                                       " can't be read: " + why_not_folder(folder));
        }
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return reading;
}

bool Tables::add_bytes(std::string_view file_name, std::vector<std::uint8_t> bytes) {
    const std::optional<TableName> name = parse_table_name(file_name);
    if (!name) { return false; }
    Entry& entry = entry_for(name->material);
    if (entry.has(name->kind)) { return true; }
    entry.set_bytes(name->kind, std::string(file_name), std::move(bytes));
    note(name->kind, name->material.count());
    return true;
}

void Tables::note(TableKind kind, int pieces) {
    ++counts_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(pieces)];
    if (kind == TableKind::Wdl) { largest_ = std::max(largest_, pieces); }
}

int Tables::count(TableKind kind, int pieces) const {
    return pieces >= 0 && pieces <= MaxPieces
               ? counts_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(pieces)]
               : 0;
}
int Tables::count(TableKind kind) const {
    const auto& counts = counts_[static_cast<std::size_t>(kind)];
    return std::accumulate(counts.begin(), counts.end(), 0);
}

// ---------------------------------------------------------------- probing

namespace {

// Could the side to move capture something, if its king allows it? With few pieces this costs less than making moves.
bool may_capture(const Position& position) {
    const Color us = position.side_to_move();
    return position.en_passant_square() != Square::None || (position.attacks_by(us) & position.pieces(~us)).any();
}

bool has_only_kings(const Position& position) { return position.pieces().count() == 2; }

Position after(const Position& position, Move move) {
    Position next = position;
    next.play(move);
    return next;
}

}  // namespace

bool Tables::may_probe(const Position& position) const {
    return largest_ > 0 && position.castling_rooks().empty() && position.pieces().count() <= largest_;
}

const Tables::Slot* Tables::find(const Position& position) const {
    if (slots_.empty()) { return nullptr; }
    const Key key = position.material_key();
    for (std::size_t place = slot_of(key, slots_.size());; place = (place + 1) & (slots_.size() - 1)) {
        const Slot& slot = slots_[place];
        if (slot.entry == nullptr) { return nullptr; }
        if (slot.key == key) { return &slot; }
    }
}

bool Tables::is_flipped(const Slot& slot, const Position& position) {
    return slot.flip || (slot.entry->is_symmetric() && position.side_to_move() == Color::Black);
}

std::optional<Outcome> Tables::stored_outcome(const Position& position) const {
    if (has_only_kings(position)) { return Outcome::Draw; }
    const Slot* const slot = find(position);
    if (slot == nullptr) { return std::nullopt; }
    const TableFile* const table = slot->entry->table(TableKind::Wdl, report_);
    if (table == nullptr) { return std::nullopt; }
    const std::optional<Outcome> outcome = table->outcome(position, is_flipped(*slot, position));
    if (!outcome) { slot->entry->give_up(TableKind::Wdl, report_); }
    return outcome;
}

// A table may hold any value where a capture is at least as good: it compresses better. En passant is unknown to the
// tables, so it is always played out.
std::optional<Tables::Resolved> Tables::resolve(const Position& position) const {
    Outcome best = Outcome::Loss;
    bool captures = false;
    if (may_capture(position)) {
        int tried = 0;
        MoveList moves;
        generate_moves(position, MoveStage::Noisy, moves);
        for (const Move move : moves) {
            if (!position.is_capture(move)) { continue; }
            ++tried;
            const std::optional<Resolved> reply = resolve(after(position, move));
            if (!reply) { return std::nullopt; }
            best = std::max(best, -reply->outcome);
            if (best == Outcome::Win) { return Resolved{best, true}; }
        }
        captures = tried > 0;
        if (captures && tried == count_legal_moves(position)) { return Resolved{best, true}; }
    }
    const std::optional<Outcome> stored = stored_outcome(position);
    if (!stored) { return std::nullopt; }
    if (captures && best >= *stored) { return Resolved{best, best > Outcome::Draw}; }
    return Resolved{*stored, false};
}

std::optional<Outcome> Tables::probe_wdl(const Position& position) const {
    if (!may_probe(position)) { return std::nullopt; }
    const std::optional<Resolved> resolved = resolve(position);
    return resolved ? std::optional(resolved->outcome) : std::nullopt;
}

std::optional<int> Tables::probe_dtz(const Position& position) const {
    return may_probe(position) ? distance(position) : std::nullopt;
}

std::optional<int> Tables::distance(const Position& position) const {
    const std::optional<Resolved> resolved = resolve(position);
    if (!resolved) { return std::nullopt; }
    if (resolved->outcome == Outcome::Draw) { return 0; }
    if (resolved->zeroing) { return zeroing_distance(resolved->outcome); }
    if (resolved->outcome > Outcome::Draw) {
        const std::optional<bool> wins = pawn_move_reaches(position, resolved->outcome);
        if (!wins) { return std::nullopt; }
        if (*wins) { return zeroing_distance(resolved->outcome); }
    }

    const Slot* const slot = find(position);
    const TableFile* const table = slot != nullptr ? slot->entry->table(TableKind::Dtz, report_) : nullptr;
    if (table == nullptr) { return std::nullopt; }
    const std::optional<TableFile::Distance> stored =
        table->distance(position, is_flipped(*slot, position), resolved->outcome);
    if (!stored) {
        slot->entry->give_up(TableKind::Dtz, report_);
        return std::nullopt;
    }
    if (stored->other_side) { return distance_by_search(position, resolved->outcome); }
    const bool rule_spoils = resolved->outcome == Outcome::CursedWin || resolved->outcome == Outcome::BlessedLoss;
    return (stored->plies + (rule_spoils ? 100 : 0)) * sign_of(resolved->outcome);
}

std::optional<bool> Tables::pawn_move_reaches(const Position& position, Outcome outcome) const {
    if (position.pieces(position.side_to_move(), PieceType::Pawn).empty()) { return false; }
    for (const Move move : legal_moves(position)) {
        if (type_of(position.moved_piece(move)) != PieceType::Pawn || position.is_capture(move)) { continue; }
        const std::optional<Resolved> reply = resolve(after(position, move));
        if (!reply) { return std::nullopt; }
        if (-reply->outcome == outcome) { return true; }
    }
    return false;
}

std::optional<int> Tables::distance_by_search(const Position& position, Outcome outcome) const {
    std::optional<int> best;
    for (const Move move : legal_moves(position)) {
        const Position next = after(position, move);
        int distance_after = 0;
        if (position.is_zeroing(move)) {
            const std::optional<Resolved> reply = resolve(next);
            if (!reply) { return std::nullopt; }
            distance_after = zeroing_distance(-reply->outcome);
        } else {
            const std::optional<int> reply = distance(next);
            if (!reply) { return std::nullopt; }
            const bool mates = *reply == -1 && next.in_check() && !has_legal_move(next);
            distance_after = mates ? 1 : -*reply + sign_of(-*reply);
        }
        if (sign_of(distance_after) == sign_of(outcome) && (!best || distance_after < *best)) { best = distance_after; }
    }
    // Without moves the side to move is checkmated: a stalemate would be a draw.
    return best.value_or(-1);
}

}  // namespace skua::tablebase
