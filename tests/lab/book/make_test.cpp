#include "lab/book/make.h"

#include "book/polyglot_key.h"
#include "chess/uci_move.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

const Key Start = book::polyglot_key(Game());

std::vector<Move> moves_of(const std::vector<std::string>& words) {
    Position position;
    std::vector<Move> moves;
    for (const std::string& word : words) {
        moves.push_back(*parse_uci_move(position, word));
        position.play(moves.back());
    }
    return moves;
}

std::uint16_t code(std::string_view move) { return book::encode_move(*parse_uci_move(Position(), move)); }

TEST(BookMaker, WeighsMovesByResults) {
    MakeSettings settings;
    settings.games = 1;
    BookMaker maker(settings);
    maker.add(Position(), moves_of({"e2e4", "e7e5"}), GameResult::WhiteWins);
    maker.add(Position(), moves_of({"e2e4", "c7c5"}), GameResult::Draw);
    maker.add(Position(), moves_of({"d2d4", "d7d5"}), GameResult::BlackWins);
    maker.add(Position(), moves_of({"g1f3"}), GameResult::Unfinished);
    EXPECT_EQ(maker.games(), 3U);
    const Key after_e4 = 0x823c9b50fd114196;
    std::vector<book::Entry> of_start;
    std::vector<book::Entry> of_e4;
    const std::vector<book::Entry> entries = maker.entries();
    for (const book::Entry& entry : entries) {
        if (entry.key == Start) { of_start.push_back(entry); }
        if (entry.key == after_e4) { of_e4.push_back(entry); }
    }
    // 1.d4 never scored, nor did 1...e5.
    EXPECT_EQ(of_start, (std::vector<book::Entry>{{Start, code("e2e4"), 3, 0}}));
    ASSERT_EQ(of_e4.size(), 1U);
    EXPECT_EQ(of_e4[0].weight, 1);
    EXPECT_EQ(entries.size(), 3U);
}

TEST(BookMaker, KeepsToItsLimits) {
    const auto entries_with = [](const MakeSettings& settings) {
        BookMaker maker(settings);
        for (int i = 0; i < 3; ++i) { maker.add(Position(), moves_of({"e2e4", "e7e5", "g1f3"}), GameResult::Draw); }
        maker.add(Position(), moves_of({"e2e4", "e7e5", "f1c4"}), GameResult::BlackWins);
        maker.add(Position(), moves_of({"d2d4"}), GameResult::WhiteWins);
        return maker.entries().size();
    };
    MakeSettings settings;
    EXPECT_EQ(entries_with(settings), 3U);
    settings.games = 4;
    EXPECT_EQ(entries_with(settings), 2U);
    settings.games = 1;
    EXPECT_EQ(entries_with(settings), 4U);
    settings.plies = 1;
    EXPECT_EQ(entries_with(settings), 2U);
    settings.plies = 40;
    settings.only = Color::Black;
    EXPECT_EQ(entries_with(settings), 1U);
    settings.only = Color::White;
    EXPECT_EQ(entries_with(settings), 3U);
    settings.only.reset();
    settings.score = 0.5;
    // 1.e4 scored three halves in four games.
    EXPECT_EQ(entries_with(settings), 3U);
}

TEST(BookMaker, ScalesLargeWeights) {
    MakeSettings settings;
    settings.plies = 1;
    BookMaker maker(settings);
    const std::vector<Move> e4 = moves_of({"e2e4"});
    const std::vector<Move> d4 = moves_of({"d2d4"});
    for (int i = 0; i < 40000; ++i) { maker.add(Position(), e4, GameResult::WhiteWins); }
    for (int i = 0; i < 10000; ++i) { maker.add(Position(), d4, GameResult::WhiteWins); }
    const std::vector<book::Entry> entries = maker.entries();
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0].weight, 65535);
    EXPECT_EQ(entries[1].weight, 16384);
}

class BookFromFiles : public LabTest {
protected:
    std::size_t entries_from(const std::string& name) {
        MakeSettings settings;
        settings.games = 1;
        BookMaker maker(settings);
        remarks.clear();
        const std::optional<Error> error =
            add_games(maker, path(name), [this](const std::string& remark) { remarks.push_back(remark); });
        reason = error ? error->message : "";
        return maker.entries().size();
    }
    std::vector<std::string> remarks;
    std::string reason;
};

TEST_F(BookFromFiles, ReadsPgn) {
    put_bytes(path("a.pgn"),
              "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"1-0\"]\n\n1. e4 e9 1-0\n\n"
              "[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n");
    EXPECT_EQ(entries_from("a.pgn"), 4U);
    EXPECT_EQ(reason, "");
    ASSERT_EQ(remarks.size(), 1U);
    EXPECT_NE(remarks[0].find("game 2"), std::string::npos) << remarks[0];
}

TEST_F(BookFromFiles, ReadsOurOwnGamesWithoutTheirRandomMoves) {
    GameRecord record;
    record.result = GameResult::Draw;
    record.random_plies = 2;
    for (const Move move : moves_of({"a2a3", "h7h6", "e2e4", "e7e5"})) { record.plies.push_back({move, 10}); }
    record.plies[0].score = record.plies[1].score = NoScore;
    write_file(path("a.skg"), {record});
    EXPECT_EQ(entries_from("a.skg"), 2U);
    EXPECT_EQ(reason, "");
    EXPECT_TRUE(remarks.empty());
}

TEST_F(BookFromFiles, RefusesWhatIsNeither) {
    put_bytes(path("a"), "nothing of the kind");
    EXPECT_EQ(entries_from("a"), 0U);
    EXPECT_NE(reason, "");
    EXPECT_EQ(entries_from("missing"), 0U);
    EXPECT_NE(reason.find("can't be read: there is no such file"), std::string::npos) << reason;
}

}  // namespace
}  // namespace skua::lab
