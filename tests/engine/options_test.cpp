#include "engine/options.h"

#include <gtest/gtest.h>

#include <limits>

namespace skua {
namespace {

class OptionsTest : public testing::Test {
protected:
    OptionsTest() {
        options_.add_check("Some Check", true, "a switch", [this](bool on) -> std::optional<Error> {
            check_ = on;
            return std::nullopt;
        });
        options_.add_spin("Some Number", 5, -10, 100, "a number", [this](std::int64_t value) -> std::optional<Error> {
            if (value == 13) { return Error{"not on a Friday"}; }
            number_ = value;
            return std::nullopt;
        });
        options_.add_button("Some Button", "something to press", [this] { ++presses_; });
        options_.add_text("Some Text", "", "words", [this](const std::string& text) -> Result<OptionChange> {
            if (text == "nonsense") { return Error{"that makes no sense"}; }
            return OptionChange([this, text]() -> std::optional<Error> {
                if (text == "late nonsense") { return Error{"that makes no sense either"}; }
                text_ = text;
                return std::nullopt;
            });
        });
    }

    // The reason of the refusal; empty when the value was taken.
    std::string set(std::string_view name, std::string_view value) {
        const std::optional<Error> error = options_.set(name, value);
        return error ? error->message : "";
    }

    // The current value as the option itself reports it.
    std::string value(std::string_view name) { return options_.find(name)->value(); }

    Options options_;
    bool check_ = true;
    std::int64_t number_ = 5;
    int presses_ = 0;
    std::string text_ = "old";
};

TEST_F(OptionsTest, DescribeThemselves) {
    ASSERT_EQ(options_.all().size(), 4U);
    const Option* const number = options_.find("Some Number");
    ASSERT_NE(number, nullptr);
    const auto* const spin = std::get_if<SpinOption>(&number->kind);
    ASSERT_NE(spin, nullptr);
    EXPECT_EQ(spin->initial, 5);
    EXPECT_EQ(spin->low, -10);
    EXPECT_EQ(spin->high, 100);
    EXPECT_EQ(number->initial(), "5");
    EXPECT_EQ(number->meaning, "a number");
    EXPECT_EQ(options_.find("Some Check")->initial(), "true");
    EXPECT_TRUE(std::holds_alternative<ButtonOption>(options_.find("Some Button")->kind));
    EXPECT_EQ(options_.find("Some Button")->initial(), "");
    EXPECT_EQ(options_.find("Some Button")->value(), "");
    EXPECT_EQ(options_.find("Some Text")->initial(), "<empty>");
}

TEST_F(OptionsTest, ValuesCanBeReadBack) {
    for (const Option& option : options_.all()) { EXPECT_EQ(option.value(), option.initial()) << option.name; }
    EXPECT_EQ(set("Some Check", "FALSE"), "");
    EXPECT_EQ(value("Some Check"), "false");
    EXPECT_EQ(set("some number", "7.6"), "");
    EXPECT_EQ(value("Some Number"), "8");
    EXPECT_EQ(set("Some Text", "a path"), "");
    EXPECT_EQ(value("Some Text"), "a path");
    EXPECT_EQ(set("Some Text", "<empty>"), "");
    EXPECT_EQ(value("Some Text"), "<empty>");
    EXPECT_EQ(options_.find("Some Number")->initial(), "5") << "the default stays";
}

TEST_F(OptionsTest, RefusedValuesLeaveTheOldOne) {
    ASSERT_EQ(set("Some Number", "7"), "");
    for (const std::string_view bad : {"101", "abc", "", "13"}) {
        EXPECT_NE(set("Some Number", bad), "") << bad;
        EXPECT_EQ(value("Some Number"), "7") << bad;
        EXPECT_EQ(number_, 7) << bad;
    }
    EXPECT_NE(set("Some Check", "maybe"), "");
    EXPECT_EQ(value("Some Check"), "true");
    ASSERT_EQ(set("Some Text", "words"), "");
    EXPECT_EQ(set("Some Text", "nonsense"), "that makes no sense");
    EXPECT_EQ(set("Some Text", "late nonsense"), "that makes no sense either");
    EXPECT_EQ(value("Some Text"), "words");
    EXPECT_EQ(text_, "words");
}

// The variable's value is the default, and the option changes the variable.
TEST_F(OptionsTest, MayBeBoundToAVariable) {
    int number = 3;
    std::int64_t large = -4;
    bool flag = true;
    options_.add_spin("Bound Number", number, 0, 10, "an int");
    options_.add_spin("Bound Large Number", large, -10, 10, "a larger one");
    options_.add_check("Bound Check", flag, "a bool");
    EXPECT_EQ(options_.find("Bound Number")->initial(), "3");
    EXPECT_EQ(options_.find("Bound Large Number")->initial(), "-4");
    EXPECT_EQ(options_.find("Bound Check")->initial(), "true");
    EXPECT_EQ(set("Bound Number", "9"), "");
    EXPECT_EQ(number, 9);
    EXPECT_EQ(set("Bound Number", "11"), "Bound Number must be a number from 0 to 10, not \"11\"");
    EXPECT_EQ(number, 9);
    EXPECT_EQ(set("Bound Large Number", "-10"), "");
    EXPECT_EQ(large, -10);
    EXPECT_EQ(set("Bound Check", "false"), "");
    EXPECT_FALSE(flag);
    EXPECT_EQ(value("Bound Check"), "false");
}

TEST_F(OptionsTest, APreparedChangeSurvivesMoreOptions) {
    const Result<OptionChange> change = options_.prepare("Some Number", "9");
    ASSERT_TRUE(change);
    for (int i = 0; i < 100; ++i) {
        options_.add_button("Button " + std::to_string(i), "", [] {});
    }
    EXPECT_FALSE((*change)());
    EXPECT_EQ(value("Some Number"), "9");
    EXPECT_EQ(number_, 9);
}

TEST_F(OptionsTest, UnknownNamesAreRefusedInWords) {
    EXPECT_EQ(set("Colour", "red"), "there is no option \"Colour\"");
    EXPECT_EQ(set("", ""), "there is no option \"\"");
    EXPECT_EQ(options_.find("Some"), nullptr) << "a part of a name is not enough";
    EXPECT_EQ(options_.find("Some Number "), nullptr);
}

TEST_F(OptionsTest, NamesAreReadInAnyCase) {
    EXPECT_EQ(set("some number", "7"), "");
    EXPECT_EQ(number_, 7);
    EXPECT_EQ(set("SOME NUMBER", "8"), "");
    EXPECT_EQ(number_, 8);
    EXPECT_EQ(set("sOmE cHeCk", "false"), "");
    EXPECT_FALSE(check_);
}

TEST_F(OptionsTest, NumbersWithinTheRangeAreTaken) {
    for (const auto& [text, value] :
         {std::pair("-10", -10), {"0", 0}, {"100", 100}, {"+7", 7}, {"007", 7}, {"-0", 0}}) {
        EXPECT_EQ(set("Some Number", text), "") << text;
        EXPECT_EQ(number_, value) << text;
    }
}

TEST_F(OptionsTest, OtherNumbersAreRefusedAndChangeNothing) {
    for (const std::string_view text : {"-11",
                                        "101",
                                        "",
                                        "abc",
                                        "5x",
                                        "x5",
                                        "5 6",
                                        "999999999999999999999",
                                        "-999999999999999999999",
                                        "0x10",
                                        "1e2",
                                        "--5",
                                        "+-5",
                                        "+",
                                        "-",
                                        "5.",
                                        ".",
                                        "5.x",
                                        "5.5.5",
                                        "-.",
                                        "100.5",
                                        "-10.5",
                                        "NaN",
                                        "inf"}) {
        EXPECT_EQ(set("Some Number", text),
                  "Some Number must be a number from -10 to 100, not \"" + std::string(text) + "\"");
        EXPECT_EQ(number_, 5) << text;
    }
}

TEST_F(OptionsTest, CheckingChangesNothing) {
    EXPECT_TRUE(options_.prepare("some check", "false"));
    EXPECT_TRUE(options_.prepare("Some Number", "7"));
    EXPECT_TRUE(options_.prepare("Some Button", ""));
    EXPECT_TRUE(options_.prepare("Some Text", "new"));
    EXPECT_TRUE(check_);
    EXPECT_EQ(number_, 5);
    EXPECT_EQ(presses_, 0);
    EXPECT_EQ(text_, "old");
    EXPECT_FALSE(options_.prepare("Some Check", "7"));
    EXPECT_FALSE(options_.prepare("Some Number", "101"));
    EXPECT_FALSE(options_.prepare("Colour", "red"));
}

TEST_F(OptionsTest, FractionsAreRounded) {
    for (const auto& [text, value] : {std::pair("7.4", 7),
                                      {"7.5", 8},
                                      {"7.49999", 7},
                                      {"7.0", 7},
                                      {"7.999", 8},
                                      {"-7.4", -7},
                                      {"-7.5", -8},
                                      {"-0.4", 0},
                                      {"-0.6", -1},
                                      {".5", 1},
                                      {".2", 0},
                                      {"-.7", -1},
                                      {"99.5", 100},
                                      {"100.4", 100}}) {
        EXPECT_EQ(set("Some Number", text), "") << text;
        EXPECT_EQ(number_, value) << text;
    }
}

TEST_F(OptionsTest, HugeFractionsDoNotOverflow) {
    EXPECT_NE(set("Some Number", "9223372036854775807.9"), "");
    EXPECT_NE(set("Some Number", "-9223372036854775808.9"), "");
    EXPECT_NE(set("Some Number", "9223372036854775808.1"), "");
    EXPECT_EQ(number_, 5);
}

TEST_F(OptionsTest, ASetterMayRefuse) {
    EXPECT_EQ(set("Some Number", "13"), "not on a Friday");
    EXPECT_EQ(number_, 5);
}

TEST_F(OptionsTest, ChecksAreTrueOrFalse) {
    EXPECT_EQ(set("Some Check", "FALSE"), "");
    EXPECT_FALSE(check_);
    EXPECT_EQ(set("Some Check", "True"), "");
    EXPECT_TRUE(check_);
    for (const std::string_view text : {"", "1", "0", "yes", "on", "tru", "true false"}) {
        EXPECT_EQ(set("Some Check", text), "Some Check must be true or false, not \"" + std::string(text) + "\"");
        EXPECT_TRUE(check_);
    }
}

TEST_F(OptionsTest, ButtonsArePressedWhateverTheValue) {
    EXPECT_EQ(set("Some Button", ""), "");
    EXPECT_EQ(set("some button", "anything"), "");
    EXPECT_EQ(presses_, 2);
}

TEST_F(OptionsTest, TextsAreTakenAsTheyAre) {
    EXPECT_EQ(set("Some Text", "/a path/with blanks"), "");
    EXPECT_EQ(text_, "/a path/with blanks");
    EXPECT_EQ(set("Some Text", "<empty>"), "");
    EXPECT_EQ(text_, "");
    EXPECT_EQ(set("Some Text", "x"), "");
    EXPECT_EQ(set("Some Text", ""), "");
    EXPECT_EQ(text_, "");
}

TEST_F(OptionsTest, LongAndStrangeValuesAreQuotedShort) {
    const std::string reason = set("Some Number", std::string(100000, 'x'));
    EXPECT_LT(reason.size(), 200U);
    const std::string binary = set("Some Number", std::string("\x01\xff\n", 3));
    EXPECT_EQ(binary.find('\n'), std::string::npos);
    EXPECT_NE(binary.find("???"), std::string::npos);
}

TEST_F(OptionsTest, CombosTakeTheirChoicesOnly) {
    options_.add_combo("Some Choice", "left", {"left", "right"}, "a way",
                       [this](const std::string& text) -> std::optional<Error> {
                           text_ = text;
                           return std::nullopt;
                       });
    EXPECT_EQ(set("some choice", "RIGHT"), "");
    EXPECT_EQ(text_, "right");
    EXPECT_EQ(set("Some Choice", "straight on"), "Some Choice must be left or right, not \"straight on\"");
    EXPECT_EQ(set("Some Choice", ""), "Some Choice must be left or right, not \"\"");
    EXPECT_EQ(text_, "right");
    EXPECT_EQ(value("Some Choice"), "right");
}

}  // namespace
}  // namespace skua
