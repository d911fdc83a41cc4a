#include "lab/training/position_source.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parse.h"
#include "base/prng.h"
#include "lab/training/positions_file.h"

namespace skua::lab {

namespace {

constexpr std::uint64_t EpochStride = 1000003;
constexpr std::uint64_t ShardStride = 7919;

}  // namespace

std::string MemoryPositions::identity() const {
    return std::to_string(set_.training.size()) + ' ' + std::to_string(checksum_of(set_.training)) + ' ' +
           std::to_string(checksum_of(set_.validation));
}

void MemoryPositions::start_epoch(int epoch) {
    Prng prng(seed_ + EpochStride * static_cast<std::uint64_t>(epoch));
    shuffle(set_.training, prng);
    at_ = 0;
}

Result<std::span<const TrainingPosition>> MemoryPositions::next(std::size_t count) {
    const std::size_t first = at_;
    at_ = std::min(at_ + count, set_.training.size());
    return std::span<const TrainingPosition>(set_.training).subspan(first, at_ - first);
}

Result<std::unique_ptr<StreamedPositions>> StreamedPositions::open(const std::vector<std::string>& paths,
                                                                   std::uint64_t validation_part, std::uint64_t seed,
                                                                   const std::function<bool()>& is_interrupted) {
    std::unique_ptr<StreamedPositions> source(new StreamedPositions(validation_part, seed));
    for (const std::string& path : paths) {
        std::vector<TrainingPosition> positions;
        if (std::optional<Error> error = read_positions(path, positions, is_interrupted)) { return *std::move(error); }
        const TrainingSet set = split_by_game(std::move(positions), validation_part);
        source->shards_.push_back({path, checksum_of(set.training)});
        source->size_ += set.training.size();
        source->validation_.insert(source->validation_.end(), set.validation.begin(), set.validation.end());
    }
    return source;
}

std::string StreamedPositions::identity() const {
    std::string text = "streamed " + std::to_string(size_) + ' ' + std::to_string(checksum_of(validation_));
    for (const Shard& shard : shards_) { text += ' ' + std::to_string(shard.checksum); }
    return text;
}

StreamedPositions::Loaded StreamedPositions::load(const Shard& shard, std::uint64_t seed) const {
    std::vector<TrainingPosition> positions;
    if (std::optional<Error> error = read_positions(shard.path, positions)) { return {{}, std::move(error)}; }
    TrainingSet set = split_by_game(std::move(positions), validation_part_);
    if (checksum_of(set.training) != shard.checksum) {
        return {{}, Error{in_quotes(shard.path, 200) + " was changed during the training"}};
    }
    Prng prng(seed);
    shuffle(set.training, prng);
    return {std::move(set.training), std::nullopt};
}

void StreamedPositions::read_ahead() {
    if (next_shard_ == order_.size()) { return; }
    const std::size_t index = order_[next_shard_++];
    const std::uint64_t seed = seed_ + EpochStride * static_cast<std::uint64_t>(epoch_) + ShardStride * (index + 1);
    loading_ = std::async(std::launch::async, [this, index, seed] { return load(shards_[index], seed); });
}

void StreamedPositions::start_epoch(int epoch) {
    epoch_ = epoch;
    order_.resize(shards_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    Prng prng(seed_ + EpochStride * static_cast<std::uint64_t>(epoch));
    for (std::size_t i = order_.size(); i > 1; --i) { std::swap(order_[i - 1], order_[prng.below(i)]); }
    next_shard_ = 0;
    current_.clear();
    at_ = 0;
    read_ahead();
}

Result<std::span<const TrainingPosition>> StreamedPositions::next(std::size_t count) {
    if (current_.size() - at_ >= count) {
        at_ += count;
        return std::span<const TrainingPosition>(current_).subspan(at_ - count, count);
    }
    batch_.clear();
    while (batch_.size() < count) {
        if (at_ == current_.size()) {
            if (!loading_.valid()) { break; }
            Loaded loaded = loading_.get();
            if (loaded.error) { return *std::move(loaded.error); }
            current_ = std::move(loaded.positions);
            at_ = 0;
            read_ahead();
        }
        const std::size_t taken = std::min(count - batch_.size(), current_.size() - at_);
        const auto first = current_.begin() + static_cast<std::ptrdiff_t>(at_);
        batch_.insert(batch_.end(), first, first + static_cast<std::ptrdiff_t>(taken));
        at_ += taken;
    }
    return std::span<const TrainingPosition>(batch_);
}

}  // namespace skua::lab
