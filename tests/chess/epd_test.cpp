#include "chess/epd.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "chess/random_positions.h"
#include "chess/support.h"

namespace skua {
namespace {

using Strings = std::vector<std::string>;

EpdRecord record_of(std::string_view line) {
    const Result<EpdRecord> record = parse_epd(line);
    if (!record) {
        ADD_FAILURE() << line << ": " << record.error();
        return {};
    }
    return *record;
}

std::string refusal_of_epd(std::string_view line) {
    const Result<EpdRecord> record = parse_epd(line);
    return record ? "" : record.error();
}

constexpr std::string_view Board = "4k3/8/8/8/8/8/8/R3K2R w KQ -";

std::string with_board(std::string_view operations) { return std::string(Board) + ' ' + std::string(operations); }

TEST(ParseEpd, PositionAlone) {
    const EpdRecord record = record_of(Board);
    EXPECT_EQ(to_fen(record.position), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    EXPECT_TRUE(record.operations.empty());
    EXPECT_EQ(record.id(), "");
    EXPECT_EQ(record.find("bm"), nullptr);
}

TEST(ParseEpd, OperationsInOrder) {
    const EpdRecord record = record_of(with_board("bm O-O-O Rh8+; am Ke2; id \"two words; one quote\"; noop;"));
    const std::vector<EpdOperation> expected{
        {"bm", {"O-O-O", "Rh8+"}}, {"am", {"Ke2"}}, {"id", {"two words; one quote"}}, {"noop", {}}};
    EXPECT_EQ(record.operations, expected);
    EXPECT_EQ(record.id(), "two words; one quote");
    ASSERT_NE(record.find("am"), nullptr);
    EXPECT_EQ(record.find("am")->operands, Strings{"Ke2"});
}

TEST(ParseEpd, UntidyLines) {
    const std::vector<EpdOperation> expected{{"bm", {"Rh8+"}}, {"id", {"x"}}};
    for (const std::string_view operations : {"bm Rh8+; id \"x\"", "bm Rh8+;id \"x\";", "  bm   Rh8+ ;; id x ; ",
                                              "bm Rh8+; id\"x\";\r\n", ";bm Rh8+ ;id \"x\""}) {
        if (operations.find("id\"") != std::string_view::npos) {
            EXPECT_NE(refusal_of_epd(with_board(operations)), "") << operations;
        } else {
            EXPECT_EQ(record_of(with_board(operations)).operations, expected) << operations;
        }
    }
}

TEST(ParseEpd, EmptyAndManyOperands) {
    const EpdRecord record = record_of(with_board("c0 \"\"; pv Ke2 Kd7 \"a b\" Kf3;"));
    EXPECT_EQ(record.operations[0].operands, Strings{""});
    EXPECT_EQ(record.operations[1].operands, (Strings{"Ke2", "Kd7", "a b", "Kf3"}));
}

TEST(ParseEpd, CountersFromOperations) {
    const EpdRecord record = record_of(with_board("hmvc 7; id \"a\"; fmvn 31;"));
    EXPECT_EQ(record.position.halfmove_clock(), 7);
    EXPECT_EQ(record.position.fullmove_number(), 31);
    EXPECT_EQ(record.operations.size(), 1u);
    EXPECT_EQ(to_epd(record), with_board("hmvc 7; fmvn 31; id \"a\";"));
}

TEST(ParseEpd, CountersOfAFen) {
    for (const std::string_view rest : {"12 34", "12 34 bm Ke2;", "12 34; bm Ke2", "12 34 ;bm Ke2"}) {
        const EpdRecord record = record_of(with_board(rest));
        EXPECT_EQ(record.position.halfmove_clock(), 12) << rest;
        EXPECT_EQ(record.position.fullmove_number(), 34) << rest;
        EXPECT_EQ(record.operations.size(), rest.size() > 5 ? 1u : 0u) << rest;
    }
    EXPECT_EQ(record_of(with_board("5 bm Ke2;")).position.halfmove_clock(), 5);
    EXPECT_EQ(record_of(with_board("5 6 hmvc 9;")).position.halfmove_clock(), 9);
    // Out of range as in a FEN.
    EXPECT_EQ(record_of(with_board("-1 0")).position.halfmove_clock(), 0);
    EXPECT_EQ(record_of(with_board("-1 0")).position.fullmove_number(), 1);
}

TEST(ParseEpd, PerftLines) {
    const EpdRecord record =
        record_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902");
    const std::vector<EpdOperation> expected{{"D1", {"20"}}, {"D2", {"400"}}, {"D3", {"8902"}}};
    EXPECT_EQ(record.operations, expected);
    EXPECT_EQ(record.position, Position());
}

TEST(ParseEpd, RefusalsHaveReasons) {
    EXPECT_EQ(refusal_of_epd(""), "the FEN is empty");
    EXPECT_NE(refusal_of_epd("4k3/8/8/8/8/8/8/R3K2R w KQ"), "");
    EXPECT_NE(refusal_of_epd("4k3/8/8/8/8/8/8/R3K2R w KQ; bm e4;"), "");
    EXPECT_EQ(refusal_of_epd("8/8/8/8/8/8/8/4K3 w - - bm e4;"), "Black has no king");
    EXPECT_EQ(refusal_of_epd(with_board("id \"no end;")), "the quote \"\"no end;\" does not end");
    EXPECT_EQ(refusal_of_epd(with_board("bm Ke2; !x y;")), "\"!x\" is not the name of an operation");
    EXPECT_EQ(refusal_of_epd(with_board("hmvc;")), "hmvc needs one number");
    EXPECT_EQ(refusal_of_epd(with_board("hmvc 1 2;")), "hmvc needs one number");
    EXPECT_EQ(refusal_of_epd(with_board("fmvn soon;")), "fmvn needs one number");
    EXPECT_NE(refusal_of_epd(with_board("0 1x")), "");
    EXPECT_NE(refusal_of_epd(with_board("0 1 2")), "");
    // An error in the position is reported first.
    EXPECT_EQ(refusal_of_epd("8/8/8/8/8/8/8/4K3 w - - !!"), "Black has no king");
}

TEST(ParseEpd, SurvivesAnyText) {
    EXPECT_NE(refusal_of_epd(std::string(100'000, 'k')), "");
    EXPECT_NE(refusal_of_epd(std::string(100'000, ';')), "");
    EXPECT_EQ(record_of(with_board("c0 \"" + std::string(100'000, 'x') + "\";")).operations[0].operands[0].size(),
              100'000u);
    EXPECT_EQ(record_of(with_board(std::string("c0 \"a\0b\";", 9))).operations[0].operands, Strings{"a b"});
}

TEST(ParseEpd, VariantDecidesOnCastlingRights) {
    const std::string_view line = "4k3/8/8/8/8/8/8/1R2K3 w B - id \"x\";";
    EXPECT_EQ(parse_epd(line, Variant::Chess960)->position.castling_rooks(), Bitboard(Square::B1));
    EXPECT_TRUE(parse_epd(line, Variant::Standard)->position.castling_rooks().empty());
}

TEST(EpdMoves, AreLegalMovesOfThePosition) {
    const EpdRecord record = record_of(with_board("bm O-O-O Rh8+; am Ke2, Kd1; pv e4;"));
    const Result<std::vector<Move>> best = epd_moves(record, "bm");
    ASSERT_TRUE(best.ok());
    EXPECT_EQ(*best, (std::vector<Move>{Move::castling(Square::E1, Square::A1), Move::normal(Square::H1, Square::H8)}));
    const Result<std::vector<Move>> avoid = epd_moves(record, "am");
    ASSERT_TRUE(avoid.ok());
    EXPECT_EQ(text_of(*avoid), "e1d1 e1e2");
    EXPECT_TRUE(epd_moves(record, "sm")->empty());
    const Result<std::vector<Move>> illegal = epd_moves(record, "pv");
    ASSERT_FALSE(illegal.ok());
    EXPECT_EQ(illegal.error(), "pv: \"e4\" is not legal here");
}

TEST(ToEpd, WritesFourFieldsAndOperations) {
    EpdRecord record;
    record.operations = {
        {"bm", {"e4", "d4"}}, {"id", {"first"}}, {"c9", {"a", "b"}}, {"acd", {"7"}}, {"x", {"", "a;b"}}};
    EXPECT_EQ(
        to_epd(record),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id \"first\"; c9 \"a\" \"b\"; acd 7; x \"\" "
        "\"a;b\";");
    EXPECT_EQ(record_of(to_epd(record)), record);
}

TEST(ToEpd, WhatCannotBeWrittenStaysReadable) {
    EpdRecord record;
    record.operations = {{"id", {"say \"hi\"\nthere"}}};
    const std::string line = to_epd(record);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(record_of(line).id(), "say 'hi' there");
}

TEST(EpdProperties, RandomRecordsAreReadBack) {
    Prng prng(77);
    const std::string letters = "abKQ x;+#=-.,:/!?0189(){}[]";
    visit_random_positions(20240602, 3'000, [&](const Game& game) {
        // Through FEN, since a line of text does not remember the past.
        EpdRecord record{position_of(to_fen(game.position())), {}};
        for (std::uint64_t i = prng.below(4); i > 0; --i) {
            EpdOperation operation{"op" + std::to_string(i), {}};
            for (std::uint64_t j = prng.below(3); j > 0; --j) {
                std::string operand;
                for (std::uint64_t k = prng.below(6); k > 0; --k) { operand += letters[prng.below(letters.size())]; }
                operation.operands.push_back(operand);
            }
            record.operations.push_back(operation);
        }
        ASSERT_EQ(record_of(to_epd(record)), record) << to_epd(record);
    });
}

TEST(EpdProperties, SharedSuitesAreUnderstood) {
    int records = 0;
    for (const std::string_view name : {"suites/wac.epd", "suites/bratko-kopec.epd", "perft/standard.epd",
                                        "openings/balanced.epd", "openings/dfrc.epd"}) {
        std::ifstream file(std::string(SKUA_SHARED_DATA) + '/' + std::string(name));
        int line_number = 0;
        for (std::string line; std::getline(file, line) && line_number < 2'000;) {
            ++line_number;
            const Result<EpdRecord> record = parse_epd(line);
            ASSERT_TRUE(record.ok()) << name << ' ' << line_number << ": " << record.error();
            for (const std::string_view opcode : {"bm", "am"}) {
                const Result<std::vector<Move>> moves = epd_moves(*record, opcode);
                ASSERT_TRUE(moves.ok()) << name << ' ' << line_number << ": " << moves.error();
            }
            if (const EpdOperation* const moves = record->find("D1")) {
                EXPECT_EQ(moves->operands, Strings{std::to_string(count_legal_moves(record->position))}) << line;
            }
            ASSERT_EQ(record_of(to_epd(*record)), *record);
            ++records;
        }
    }
    if (records == 0) { GTEST_SKIP() << "the shared data are not here"; }
}

}  // namespace
}  // namespace skua
