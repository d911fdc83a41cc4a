// Where the trainer takes its positions from: from memory, or from files one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/training/positions.h"

namespace skua::lab {

class PositionSource {
public:
    PositionSource() = default;
    PositionSource(const PositionSource&) = delete;
    PositionSource& operator=(const PositionSource&) = delete;
    virtual ~PositionSource() = default;

    // The number of training positions in an epoch.
    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual const std::vector<TrainingPosition>& validation() const = 0;
    // A text that differs for other positions.
    [[nodiscard]] virtual std::string identity() const = 0;
    // Begins an epoch, counted from 1, in an order of its own.
    virtual void start_epoch(int epoch) = 0;
    // The next positions of the epoch: `count` of them, fewer at its end, then none. They stay until the next call.
    virtual Result<std::span<const TrainingPosition>> next(std::size_t count) = 0;
};

// All positions in memory. Each epoch shuffles them further, starting from the order that the epoch before left.
class MemoryPositions : public PositionSource {
public:
    MemoryPositions(TrainingSet& set, std::uint64_t seed) : set_(set), seed_(seed) {}

    [[nodiscard]] std::size_t size() const override { return set_.training.size(); }
    [[nodiscard]] const std::vector<TrainingPosition>& validation() const override { return set_.validation; }
    [[nodiscard]] std::string identity() const override;
    void start_epoch(int epoch) override;
    Result<std::span<const TrainingPosition>> next(std::size_t count) override;

private:
    TrainingSet& set_;
    const std::uint64_t seed_;
    std::size_t at_ = 0;
};

// Positions from files, of which no more than two are in memory at a time: the current one, and the next, which is read
// meanwhile. Each epoch takes the files in another order and shuffles each, so every file should be a random part of
// the whole, as data positions --shards writes them. The validation positions of all files stay in memory.
class StreamedPositions : public PositionSource {
public:
    // Reads every file once. When `is_interrupted` is true, it ends with an Error.
    static Result<std::unique_ptr<StreamedPositions>> open(const std::vector<std::string>& paths,
                                                           std::uint64_t validation_part, std::uint64_t seed,
                                                           const std::function<bool()>& is_interrupted);

    [[nodiscard]] std::size_t size() const override { return size_; }
    [[nodiscard]] const std::vector<TrainingPosition>& validation() const override { return validation_; }
    [[nodiscard]] std::string identity() const override;
    void start_epoch(int epoch) override;
    Result<std::span<const TrainingPosition>> next(std::size_t count) override;

private:
    struct Shard {
        std::string path;
        std::uint32_t checksum = 0;  // of its training positions
    };
    struct Loaded {
        std::vector<TrainingPosition> positions;
        std::optional<Error> error;
    };

    StreamedPositions(std::uint64_t validation_part, std::uint64_t seed)
        : validation_part_(validation_part), seed_(seed) {}
    [[nodiscard]] Loaded load(const Shard& shard, std::uint64_t seed) const;
    // Begins to read the next file of the epoch, if there is one.
    void read_ahead();

    const std::uint64_t validation_part_;
    const std::uint64_t seed_;
    std::vector<Shard> shards_;
    std::size_t size_ = 0;
    std::vector<TrainingPosition> validation_;
    int epoch_ = 0;
    std::vector<std::size_t> order_;  // of the files in this epoch
    std::size_t next_shard_ = 0;      // in that order: the next to be read
    std::future<Loaded> loading_;
    std::vector<TrainingPosition> current_;
    std::size_t at_ = 0;                   // the next position of the current file
    std::vector<TrainingPosition> batch_;  // where positions of two files are put together
};

}  // namespace skua::lab
