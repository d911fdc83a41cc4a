#include "server/access.h"

#include <gtest/gtest.h>

namespace skua::server {
namespace {

Request from(const std::string& remote, std::map<std::string, std::string> headers = {}) {
    Request request;
    request.remote = remote;
    request.headers = std::move(headers);
    return request;
}

TEST(Access, NamesClientsByTheirAddress) {
    const Access access({});
    EXPECT_EQ(*access.admit(from("10.0.0.1")), "10.0.0.1");
    EXPECT_EQ(*access.admit(from("10.0.0.1", {{"x-forwarded-for", "1.2.3.4"}})), "10.0.0.1")
        << "anybody can write that";
    EXPECT_EQ(*access.admit(from("2001:db8:1:2:3:4:5:6")), *access.admit(from("2001:db8:1:2:9::1")));
    EXPECT_NE(*access.admit(from("2001:db8:1:2::1")), *access.admit(from("2001:db8:1:3::1")));
    EXPECT_EQ(*access.admit(from("::ffff:10.0.0.1")), "10.0.0.1");
}

TEST(Access, BelievesItsProxy) {
    const Access access({{}, {}, true});
    EXPECT_EQ(*access.admit(from("127.0.0.1", {{"x-forwarded-for", "6.6.6.6, 1.2.3.4"}})), "1.2.3.4");
    EXPECT_EQ(*access.admit(from("127.0.0.1")), "127.0.0.1");
}

TEST(Access, WantsATokenWhereThereAreSome) {
    const Access access({{}, {{"0123456789abcdef", "club"}}, false});
    EXPECT_TRUE(access.uses_tokens());
    EXPECT_EQ(*access.admit(from("10.0.0.1", {{"authorization", "Bearer 0123456789abcdef"}})), "club");
    for (const char* const wrong : {"", "Bearer", "Bearer ", "Bearer 0123456789abcdeF", "Basic 0123456789abcdef"}) {
        EXPECT_EQ(access.admit(from("10.0.0.1", {{"authorization", wrong}})).refusal().status, 401) << wrong;
    }
}

TEST(Access, KeepsPagesOfOtherHostsOut) {
    const Access access({{"https://club.example"}, {}, false});
    const auto with_origin = [](const std::string& origin) {
        return from("10.0.0.1", {{"host", "skua.example:8080"}, {"origin", origin}});
    };
    EXPECT_TRUE(access.admit(with_origin("http://skua.example:8080")));
    EXPECT_TRUE(access.admit(with_origin("https://club.example")));
    EXPECT_EQ(access.admit(with_origin("https://evil.example")).refusal().status, 403);
    EXPECT_EQ(access.admit(with_origin("null")).refusal().status, 403);
    EXPECT_TRUE(access.cors(with_origin("https://evil.example")).empty());
    EXPECT_EQ(access.cors(with_origin("https://club.example"))[0].second, "https://club.example");
    EXPECT_TRUE(Access({{"*"}, {}, false}).admit(with_origin("https://evil.example")));
}

TEST(Access, ReadsTokens) {
    const auto tokens = Access::read_tokens("# ours\nclub 0123456789abcdef\n\nsite fedcba9876543210\n");
    ASSERT_TRUE(tokens);
    EXPECT_EQ(tokens->size(), 2U);
    EXPECT_EQ(tokens->at("fedcba9876543210"), "site");
    EXPECT_EQ(Access::read_tokens("club short\n").error(),
              "line 1 must be a name and a token of at least 16 characters");
    EXPECT_FALSE(Access::read_tokens("# nothing\n"));
}

}  // namespace
}  // namespace skua::server
