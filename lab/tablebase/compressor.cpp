#include "lab/tablebase/compressor.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <numeric>
#include <queue>
#include <utility>

#include "base/bytes.h"
#include "tablebase/compressed.h"

namespace skua::lab {

namespace {

using Symbol = std::uint16_t;

constexpr std::size_t MaxSymbols = 4095;  // 12 bits, the last of which marks a single value
constexpr std::size_t MaxValuesOfSymbol = 256;
constexpr std::uint32_t WorthwhilePairs = 16;  // a pair that occurs less often is not worth its three bytes
constexpr int LogBlockSize = 6;
constexpr int LogSpan = 10;
constexpr std::size_t MaxValuesOfBlock = 65536;
constexpr Symbol NoSymbol = 0xFFF;

void append16(Bytes& bytes, std::size_t number) { append_little_endian(bytes, static_cast<std::uint16_t>(number)); }
void append32(Bytes& bytes, std::size_t number) { append_little_endian(bytes, static_cast<std::uint32_t>(number)); }

// A text of symbols in which frequent pairs were replaced by symbols of their own (Re-Pair).
class PairedText {
public:
    explicit PairedText(const std::vector<std::uint16_t>& values) {
        std::map<std::uint16_t, Symbol> symbol_of;
        for (const std::uint16_t value : values) {
            const auto [found, is_new] = symbol_of.try_emplace(value, static_cast<Symbol>(symbols_.size()));
            if (is_new) { symbols_.push_back({value, NoSymbol, 1}); }
            text_.push_back(found->second);
        }
        while (symbols_.size() < MaxSymbols && replace_best_pairs()) {}
    }

    struct SymbolFacts {
        Symbol left = 0;
        Symbol right = NoSymbol;
        std::size_t values = 1;
    };
    [[nodiscard]] const std::vector<SymbolFacts>& symbols() const { return symbols_; }
    [[nodiscard]] const std::vector<Symbol>& text() const { return text_; }

private:
    struct Pair {
        Symbol first = 0;
        Symbol second = 0;
        std::uint32_t count = 0;
    };

    // Replaces the most frequent pairs; false if there are none worth it.
    bool replace_best_pairs() {
        const std::size_t known = symbols_.size();
        // For each pair first how often it occurs, then the symbol that replaces it.
        std::vector<std::uint32_t> table(known * known, 0);
        const auto entry = [&](Symbol first, Symbol second) -> std::uint32_t& { return table[first * known + second]; };
        count_pairs(entry);
        const std::vector<Pair> chosen = choose_pairs(table);
        std::fill(table.begin(), table.end(), NoSymbol);
        for (const Pair& pair : chosen) {
            entry(pair.first, pair.second) = static_cast<std::uint32_t>(symbols_.size());
            symbols_.push_back({pair.first, pair.second, symbols_[pair.first].values + symbols_[pair.second].values});
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < text_.size(); ++i) {
            const std::uint32_t made = i + 1 < text_.size() ? entry(text_[i], text_[i + 1]) : NoSymbol;
            text_[kept++] = made != NoSymbol ? static_cast<Symbol>(made) : text_[i];
            if (made != NoSymbol) { ++i; }
        }
        text_.resize(kept);
        return !chosen.empty();
    }

    template <typename Entry>
    void count_pairs(Entry entry) const {
        bool overlaps = false;  // in a run of equal symbols every second pair overlaps the one before
        for (std::size_t i = 1; i < text_.size(); ++i) {
            const Symbol first = text_[i - 1];
            const Symbol second = text_[i];
            overlaps = first == second && i > 1 && text_[i - 2] == first && !overlaps;
            if (!overlaps && symbols_[first].values + symbols_[second].values <= MaxValuesOfSymbol) {
                ++entry(first, second);
            }
        }
    }

    // The pairs that occur at least half as often as the most frequent one and can't overlap each other, so that all
    // are replaced in one go.
    [[nodiscard]] std::vector<Pair> choose_pairs(const std::vector<std::uint32_t>& counts) const {
        const std::uint32_t most = *std::max_element(counts.begin(), counts.end());
        const std::uint32_t least = std::max(WorthwhilePairs, most / 2);
        std::vector<Pair> frequent;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] < least) { continue; }
            frequent.push_back(
                {static_cast<Symbol>(i / symbols_.size()), static_cast<Symbol>(i % symbols_.size()), counts[i]});
        }
        std::stable_sort(frequent.begin(), frequent.end(),
                         [](const Pair& a, const Pair& b) { return a.count > b.count; });
        std::vector<bool> is_first(symbols_.size(), false);
        std::vector<bool> is_second(symbols_.size(), false);
        std::vector<Pair> chosen;
        for (const Pair& pair : frequent) {
            if (symbols_.size() + chosen.size() == MaxSymbols) { break; }
            const bool overlaps = is_second[pair.first] || is_first[pair.second];
            if (overlaps || (pair.first == pair.second && is_first[pair.first])) { continue; }
            is_first[pair.first] = true;
            is_second[pair.second] = true;
            chosen.push_back(pair);
        }
        return chosen;
    }

    std::vector<SymbolFacts> symbols_;
    std::vector<Symbol> text_;
};

// The lengths of Huffman codes for symbols that occur this often; every symbol gets a code.
std::vector<int> huffman_lengths(const std::vector<std::size_t>& counts) {
    struct Tree {
        std::size_t count;
        std::size_t left;
        std::size_t right;
    };
    std::vector<Tree> trees;
    const auto is_heavier = [&trees](std::size_t a, std::size_t b) {
        return std::pair(trees[a].count, a) > std::pair(trees[b].count, b);
    };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(is_heavier)> open(is_heavier);
    for (const std::size_t count : counts) {
        trees.push_back({count, 0, 0});
        open.push(trees.size() - 1);
    }
    while (open.size() > 1) {
        const std::size_t a = open.top();
        open.pop();
        const std::size_t b = open.top();
        open.pop();
        trees.push_back({trees[a].count + trees[b].count, a, b});
        open.push(trees.size() - 1);
    }
    std::vector<int> lengths(trees.size(), 0);
    for (std::size_t i = trees.size(); i-- > counts.size();) {
        lengths[trees[i].left] = lengths[i] + 1;
        lengths[trees[i].right] = lengths[i] + 1;
    }
    lengths.resize(counts.size());
    return lengths;
}

// Symbols in the order that the format wants, those with the longest codes first, and their codes.
class SymbolCode {
public:
    explicit SymbolCode(const PairedText& paired) : lengths_(lengths_of(paired)), new_number_(lengths_.size()) {
        std::vector<std::size_t> order(lengths_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [this](std::size_t a, std::size_t b) { return lengths_[a] > lengths_[b]; });
        for (std::size_t i = 0; i < order.size(); ++i) { new_number_[order[i]] = static_cast<Symbol>(i); }
        max_ = lengths_[order.front()];
        min_ = lengths_[order.back()];
        first_symbol_.assign(static_cast<std::size_t>(max_ - min_ + 1), 0);
        first_code_ = first_symbol_;
        std::vector<std::size_t> count(first_symbol_.size(), 0);
        for (const int length : lengths_) { ++count[place(length)]; }
        for (std::size_t i = first_symbol_.size() - 1; i-- > 0;) {
            first_symbol_[i] = first_symbol_[i + 1] + count[i + 1];
            first_code_[i] = (first_code_[i + 1] + count[i + 1]) / 2;
        }
    }

    [[nodiscard]] int length(Symbol symbol) const { return lengths_[symbol]; }
    [[nodiscard]] std::size_t code(Symbol symbol) const {
        const std::size_t i = place(lengths_[symbol]);
        return first_code_[i] + new_number_[symbol] - first_symbol_[i];
    }

    void append_to(std::vector<std::uint8_t>& header, const PairedText& paired) const {
        header.push_back(static_cast<std::uint8_t>(max_));
        header.push_back(static_cast<std::uint8_t>(min_));
        for (const std::size_t symbol : first_symbol_) { append16(header, symbol); }
        append16(header, lengths_.size());
        std::vector<std::array<std::uint8_t, 3>> tree(lengths_.size());
        for (std::size_t i = 0; i < lengths_.size(); ++i) {
            const PairedText::SymbolFacts facts =
                i < paired.symbols().size() ? paired.symbols()[i] : PairedText::SymbolFacts{};
            const bool is_pair = facts.right != NoSymbol;
            const int left = is_pair ? new_number_[facts.left] : facts.left;
            const int right = is_pair ? new_number_[facts.right] : NoSymbol;
            tree[new_number_[i]] = {static_cast<std::uint8_t>(left),
                                    static_cast<std::uint8_t>((left >> 8) | ((right & 0x0F) << 4)),
                                    static_cast<std::uint8_t>(right >> 4)};
        }
        for (const auto& bytes : tree) { header.insert(header.end(), bytes.begin(), bytes.end()); }
        if (tree.size() % 2 != 0) { header.push_back(0); }
    }

private:
    static std::vector<int> lengths_of(const PairedText& paired) {
        std::vector<std::size_t> counts(paired.symbols().size(), 0);
        for (const Symbol symbol : paired.text()) { ++counts[symbol]; }
        if (counts.size() == 1) { counts.push_back(0); }  // a code needs two symbols
        return huffman_lengths(counts);
    }
    [[nodiscard]] std::size_t place(int length) const { return static_cast<std::size_t>(length - min_); }

    std::vector<int> lengths_;
    std::vector<Symbol> new_number_;
    int max_ = 0;
    int min_ = 0;
    // For each length from the shortest on.
    std::vector<std::size_t> first_symbol_;
    std::vector<std::size_t> first_code_;
};

// Fills blocks of fixed size with codes, the most significant bit first.
class BlockWriter {
public:
    void add(std::size_t code, int bits, std::size_t values) {
        constexpr int BlockBits = 8 << LogBlockSize;
        if (lengths_.empty() || used_bits_ + bits > BlockBits || lengths_.back() + values > MaxValuesOfBlock) {
            blocks_.resize((lengths_.size() + 1) << LogBlockSize);
            lengths_.push_back(0);
            used_bits_ = 0;
        }
        const std::size_t begin = (lengths_.size() - 1) << LogBlockSize;
        for (int i = bits; i-- > 0; ++used_bits_) {
            if ((code >> i) & 1) {
                blocks_[begin + static_cast<std::size_t>(used_bits_ / 8)] |=
                    static_cast<std::uint8_t>(0x80 >> (used_bits_ % 8));
            }
        }
        lengths_.back() += values;
    }

    [[nodiscard]] const std::vector<std::uint8_t>& blocks() const { return blocks_; }
    [[nodiscard]] const std::vector<std::size_t>& lengths() const { return lengths_; }

private:
    std::vector<std::uint8_t> blocks_;
    std::vector<std::size_t> lengths_;
    int used_bits_ = 0;
};

// Where the middle value of each span lies. Behind the end, the last block goes on.
std::vector<std::uint8_t> make_sparse_index(const std::vector<std::size_t>& lengths, std::size_t size) {
    std::vector<std::uint8_t> bytes;
    constexpr std::size_t Span = std::size_t{1} << LogSpan;
    std::size_t block = 0;
    std::size_t begin = 0;  // of the block
    for (std::size_t middle = Span / 2; middle < size + Span / 2; middle += Span) {
        while (block + 1 < lengths.size() && middle >= begin + lengths[block]) { begin += lengths[block++]; }
        append32(bytes, block);
        append16(bytes, middle - begin);
    }
    return bytes;
}

}  // namespace

CompressedValues compress(const std::vector<std::optional<std::uint16_t>>& values, std::uint8_t flags) {
    // A value that is never asked for becomes the one before it: long runs compress best.
    std::vector<std::uint16_t> filled;
    const auto first = std::find_if(values.begin(), values.end(), [](const auto& value) { return value.has_value(); });
    std::uint16_t last = first != values.end() ? **first : std::uint16_t{0};
    for (const std::optional<std::uint16_t>& value : values) { filled.push_back(last = value.value_or(last)); }

    CompressedValues result;
    const auto is_first = [&](std::uint16_t value) { return value == filled.front(); };
    // The header has a byte for a single value.
    if (filled.front() <= 0xFF && std::all_of(filled.begin(), filled.end(), is_first)) {
        result.header = {static_cast<std::uint8_t>(flags | tablebase::CompressedTable::SingleValue),
                         static_cast<std::uint8_t>(filled.front())};
        return result;
    }
    const PairedText paired(filled);
    const SymbolCode code(paired);
    BlockWriter writer;
    for (const Symbol symbol : paired.text()) {
        writer.add(code.code(symbol), code.length(symbol), paired.symbols()[symbol].values);
    }
    result.header = {flags, LogBlockSize, LogSpan, 0};
    append32(result.header, writer.lengths().size());
    code.append_to(result.header, paired);
    result.sparse_index = make_sparse_index(writer.lengths(), filled.size());
    for (const std::size_t length : writer.lengths()) { append16(result.block_lengths, length - 1); }
    result.blocks = writer.blocks();
    return result;
}

}  // namespace skua::lab
