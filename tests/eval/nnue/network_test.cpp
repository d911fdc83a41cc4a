// Network files: what was written can be read, and damaged files are refused.
#include "eval/nnue/network.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "eval/nnue/nnue.h"
#include "eval/nnue/support.h"

namespace skua::nnue {
namespace {

TEST(NetworkFile, WhatIsWrittenIsRead) {
    const auto network = random_network(1);
    const std::vector<std::uint8_t> bytes = to_bytes(*network);
    const auto read = parse_network(bytes);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ((*read)->input_weights, network->input_weights);
    EXPECT_EQ((*read)->hidden_bias, network->hidden_bias);
    EXPECT_EQ((*read)->output_weights, network->output_weights);
    EXPECT_EQ((*read)->output_bias, network->output_bias);
    EXPECT_EQ(to_bytes(**read), bytes);
}

TEST(NetworkFile, EveryDamagedByteIsNoticed) {
    const std::vector<std::uint8_t> sound = to_bytes(*random_network(2));
    Prng prng(3);
    for (int i = 0; i < 600; ++i) {
        std::vector<std::uint8_t> bytes = sound;
        // Each byte of the header, then anywhere.
        const std::size_t place = i < 64 ? static_cast<std::size_t>(i) : prng.below(bytes.size() - 64) + 64;
        bytes[place] = static_cast<std::uint8_t>(bytes[place] ^ (1U << prng.below(8)));
        EXPECT_FALSE(parse_network(bytes)) << place;
    }
}

TEST(NetworkFile, WrongLengthsAreNoticed) {
    const std::vector<std::uint8_t> sound = to_bytes(*random_network(4));
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{7}, std::size_t{63}, std::size_t{64}, sound.size() / 2, sound.size() - 1}) {
        EXPECT_FALSE(parse_network({sound.data(), length})) << length;
    }
    std::vector<std::uint8_t> longer = sound;
    longer.push_back(0);
    EXPECT_FALSE(parse_network(longer));
}

TEST(NetworkFile, AnySizeCanBeTakenApart) {
    std::vector<std::int16_t> weights(100 * 32 + 32 + 3 * 2 * 32);
    for (std::size_t i = 0; i < weights.size(); ++i) { weights[i] = static_cast<std::int16_t>(i * 7); }
    const std::vector<std::int32_t> biases{1, -200000, 3};
    const std::vector<std::uint8_t> bytes = make_file(100, 32, weights, biases);
    const auto file = parse_file(bytes);
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->header.inputs, 100U);
    EXPECT_EQ(file->header.hidden, 32U);
    EXPECT_EQ(file->weights, weights);
    EXPECT_EQ(file->output_bias, biases);
    for (std::size_t place = 0; place < bytes.size(); place += place < 64 ? 1 : 99) {
        std::vector<std::uint8_t> damaged = bytes;
        damaged[place] ^= 4;
        EXPECT_FALSE(parse_file(damaged)) << place;
    }
    EXPECT_FALSE(parse_file(std::span(bytes).first(bytes.size() - 1)));
}

TEST(NetworkFile, SaysWhatDoesNotFit) {
    const std::vector<std::int16_t> weights(Inputs * 32 + 32 + OutputBuckets * 2 * 32, 1);
    const std::vector<std::int32_t> biases(OutputBuckets, 1);
    const auto other = parse_network(make_file(Inputs, 32, weights, biases));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error(), "its hidden size is 32, this program needs " + std::to_string(Hidden));
    const std::string text = "SKUANNUE is not enough";
    EXPECT_FALSE(parse_network({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

TEST(NetworkFile, OutputWeightsThatWouldOverflowAreRefused) {
    auto network = std::make_shared<Network>(*random_network(5));
    network->output_weights[0][0][0] = 129;
    EXPECT_FALSE(parse_network(to_bytes(*network)));
    network->output_weights[0][0][0] = -129;
    EXPECT_FALSE(parse_network(to_bytes(*network)));
    // A lane of the smallest kernel holds the sum of a quarter of all weights; only large networks can exceed it.
    network->output_weights[0][0].fill(128);
    network->output_weights[0][1].fill(-128);
    EXPECT_EQ(bool(parse_network(to_bytes(*network))), Hidden <= 512);
}

TEST(NetworkFile, IsLoadedFromDisk) {
    const std::string path = testing::TempDir() + "skua_net_" + std::to_string(getpid()) + ".nnue";
    const auto network = random_network(6);
    const std::vector<std::uint8_t> bytes = to_bytes(*network);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const auto loaded = load_network(path);
    ASSERT_TRUE(loaded) << loaded.error();
    EXPECT_EQ(raw_evaluate(**loaded, Position()), raw_evaluate(*network, Position()));
    EXPECT_FALSE(load_network(path + std::string("\0x", 2)));
    std::ofstream(path, std::ios::binary | std::ios::app) << "more";
    EXPECT_FALSE(load_network(path));
    std::remove(path.c_str());
    EXPECT_FALSE(load_network(path));
    EXPECT_FALSE(load_network("/"));
}

TEST(NetworkFile, TheEmbeddedOneIsTheOneTheBuildWasGiven) {
    const auto kept = load_network(SKUA_NETWORK);
    ASSERT_TRUE(kept) << kept.error();
    EXPECT_EQ(to_bytes(**kept), to_bytes(*embedded_network()));
    EXPECT_EQ(embedded_network(), embedded_network());
    const std::vector<std::uint8_t> bytes = to_bytes(**kept);
    EXPECT_EQ(embedded_checksum(), parse_header(bytes)->checksum);
}

// What the build says of these bytes as EVALFILE; nothing when it embeds them.
std::string build_complaint(std::span<const std::uint8_t> bytes) {
    const std::string path = testing::TempDir() + "skua_evalfile_" + std::to_string(getpid()) + ".nnue";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const std::string command = SKUA_CHECK_NETWORK " " + path + " 2>&1";
    std::FILE* const output = popen(command.c_str(), "r");
    std::string text;
    for (int letter = std::fgetc(output); letter != EOF; letter = std::fgetc(output)) {
        text += static_cast<char>(letter);
    }
    const int code = pclose(output);
    EXPECT_EQ(code == 0, text.empty()) << text;
    std::remove(path.c_str());
    return text;
}

TEST(NetworkFile, TheBuildRefusesWhatTheProgramWould) {
    const std::vector<std::uint8_t> sound = to_bytes(*random_network(7));
    EXPECT_EQ(build_complaint(sound), "");
    std::vector<std::uint8_t> foreign = sound;
    foreign[0] = 'X';
    for (const std::span<const std::uint8_t> bytes :
         {std::span<const std::uint8_t>(), std::span(sound).first(12), std::span<const std::uint8_t>(foreign)}) {
        EXPECT_NE(build_complaint(bytes).find("it is not a Skua network"), std::string::npos) << build_complaint(bytes);
    }
    EXPECT_NE(build_complaint(std::span(sound).first(1000)).find("it is truncated"), std::string::npos);
    std::vector<std::uint8_t> longer = sound;
    longer.push_back(0);
    EXPECT_NE(build_complaint(longer).find("or too long"), std::string::npos);
    std::vector<std::uint8_t> flipped = sound;
    flipped.back() ^= 1;
    EXPECT_NE(build_complaint(flipped).find("its checksum is wrong"), std::string::npos);
    const std::vector<std::int16_t> weights(Inputs * 32 + 32 + OutputBuckets * 2 * 32, 1);
    const std::string other =
        build_complaint(make_file(Inputs, 32, weights, std::vector<std::int32_t>(OutputBuckets, 1)));
    EXPECT_TRUE(other.starts_with("EVALFILE: the network ")) << other;
    EXPECT_NE(other.find("is 32, this program needs " + std::to_string(Hidden)), std::string::npos) << other;
}

}  // namespace
}  // namespace skua::nnue
