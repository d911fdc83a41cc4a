#include "lab/book/entries.h"

#include <algorithm>
#include <tuple>

#include "lab/support/files.h"

namespace skua::lab {

void fit_weights(std::vector<std::uint64_t>& weights) {
    if (weights.empty()) { return; }
    const std::uint64_t largest = *std::max_element(weights.begin(), weights.end());
    if (largest <= MaxWeight) { return; }
    const double scale = static_cast<double>(MaxWeight) / static_cast<double>(largest);
    for (std::uint64_t& weight : weights) {
        if (weight == 0) { continue; }
        const auto scaled = static_cast<std::uint64_t>(static_cast<double>(weight) * scale + 0.5);
        weight = std::clamp<std::uint64_t>(scaled, 1, MaxWeight);
    }
}

void sort_entries(std::vector<book::Entry>& entries) {
    const auto order = [](const book::Entry& entry) {
        return std::tuple(entry.key, MaxWeight - entry.weight, entry.move);
    };
    std::sort(entries.begin(), entries.end(),
              [&](const book::Entry& a, const book::Entry& b) { return order(a) < order(b); });
}

std::optional<Error> write_book(const std::string& path, std::vector<book::Entry> entries) {
    sort_entries(entries);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(entries.size() * book::EntrySize);
    for (const book::Entry& entry : entries) { book::append_entry(bytes, entry); }
    return write_file(path, bytes_of_span<std::uint8_t>(bytes));
}

}  // namespace skua::lab
