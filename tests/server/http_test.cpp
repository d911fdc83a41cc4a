#include "server/http.h"

#include <gtest/gtest.h>

namespace skua::server {
namespace {

TEST(Http, DecodesTargets) {
    const auto target = parse_target("/v1/games/a%20b?game=2&x=%2F+y&flag");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->path, "/v1/games/a b");
    EXPECT_EQ(target->query.at("game"), "2");
    EXPECT_EQ(target->query.at("x"), "/ y");
    EXPECT_EQ(target->query.at("flag"), "");
}

TEST(Http, RefusesMalformedTargets) {
    for (const char* const text : {"", "x", "*", "/%", "/%2", "/%zz", "/%00", "/a?b=%0a", "http://host/"}) {
        const auto target = parse_target(text);
        ASSERT_FALSE(target) << text;
        EXPECT_EQ(target.refusal().status, 400);
    }
}

TEST(Http, WritesHeads) {
    Response response = json_response(200, "{}");
    response.headers.emplace_back("X", "y");
    EXPECT_EQ(head_text(response, {}, false, true),
              "HTTP/1.1 200 OK\r\nServer: skua\r\nContent-Type: application/json\r\nContent-Length: 3\r\nX: y\r\n\r\n");
    response.status = 204;
    EXPECT_EQ(head_text(response, {}, false, false),
              "HTTP/1.1 204 No Content\r\nServer: skua\r\nX: y\r\nConnection: close\r\n\r\n");
}

TEST(Http, WritesChunks) {
    EXPECT_EQ(as_chunk("hello"), "5\r\nhello\r\n");
    EXPECT_EQ(as_chunk(std::string(26, 'x')), "1a\r\n" + std::string(26, 'x') + "\r\n");
}

TEST(Http, RefusalsSayWhatToDo) {
    const Response response = refusal_response({429, "too_many", "too \"many\"", "", 7}, "id1");
    EXPECT_EQ(*response.body,
              "{\"error\": {\"code\": \"too_many\", \"message\": \"too \\\"many\\\"\", \"field\": null}, "
              "\"request_id\": \"id1\"}\n");
    ASSERT_EQ(response.headers.size(), 1U);
    EXPECT_EQ(response.headers[0].second, "7");
}

}  // namespace
}  // namespace skua::server
