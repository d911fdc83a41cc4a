#include "lab/book/merge.h"

#include <algorithm>

#include "lab/book/entries.h"

namespace skua::lab {

namespace {

// Reads a book from its first entry to its last, one position at a time.
class Cursor {
public:
    explicit Cursor(const book::Book& book) : book_(&book) { load(); }

    [[nodiscard]] bool at_end() const { return entries_.empty(); }
    [[nodiscard]] Key key() const { return entries_.front().key; }
    // Each move of the position once.
    [[nodiscard]] const std::vector<book::Entry>& entries() const { return entries_; }
    void advance() { load(); }

private:
    void load() {
        entries_.clear();
        for (; next_ < book_->size(); ++next_) {
            const book::Entry entry = book_->entry(next_);
            if (!entries_.empty() && entry.key != entries_.front().key) { return; }
            const auto is_same = [&](const book::Entry& other) { return other.move == entry.move; };
            if (std::none_of(entries_.begin(), entries_.end(), is_same)) { entries_.push_back(entry); }
        }
    }

    const book::Book* book_;
    std::uint64_t next_ = 0;
    std::vector<book::Entry> entries_;
};

struct Sum {
    std::uint16_t move = 0;
    std::uint64_t weight = 0;
};

void append_sums(std::vector<book::Entry>& result, Key key, const std::vector<Sum>& sums) {
    std::vector<std::uint64_t> weights;
    for (const Sum& sum : sums) { weights.push_back(sum.weight); }
    fit_weights(weights);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        result.push_back({key, sums[i].move, static_cast<std::uint16_t>(weights[i]), 0});
    }
}

}  // namespace

std::vector<book::Entry> merge_books(const std::vector<std::shared_ptr<const book::Book>>& books, MergeRule rule) {
    std::vector<Cursor> cursors;
    for (const auto& book : books) { cursors.emplace_back(*book); }
    std::vector<book::Entry> result;
    for (;;) {
        const Cursor* lowest = nullptr;
        for (const Cursor& cursor : cursors) {
            if (!cursor.at_end() && (lowest == nullptr || cursor.key() < lowest->key())) { lowest = &cursor; }
        }
        if (lowest == nullptr) { break; }
        const Key key = lowest->key();
        std::vector<Sum> sums;
        bool is_decided = false;
        for (Cursor& cursor : cursors) {
            if (cursor.at_end() || cursor.key() != key) { continue; }
            if (!is_decided || rule == MergeRule::AddWeights) {
                for (const book::Entry& entry : cursor.entries()) {
                    auto sum = std::find_if(sums.begin(), sums.end(),
                                            [&](const Sum& other) { return other.move == entry.move; });
                    if (sum == sums.end()) { sum = sums.insert(sums.end(), {entry.move, 0}); }
                    sum->weight += entry.weight;
                }
            }
            is_decided = true;
            cursor.advance();
        }
        append_sums(result, key, sums);
    }
    sort_entries(result);
    return result;
}

}  // namespace skua::lab
