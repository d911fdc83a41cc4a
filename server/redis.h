// A connection to Redis, by hiredis: commands as lists of words, answers as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct redisContext;

namespace skua::server {

struct RedisReply {
    bool is_nil = true;
    bool is_error = false;
    std::string text;  // of texts, and of errors
    std::int64_t number = 0;
    std::vector<RedisReply> elements;
};

using RedisCommand = std::vector<std::string>;

// "host:port", "host", "redis://host:port".
struct RedisAddress {
    std::string host = "127.0.0.1";
    int port = 6379;
};
Result<RedisAddress> parse_redis_address(std::string_view text);

// Connects when it is needed, and again after the connection was lost. Not safe from several threads at once.
class Redis {
public:
    explicit Redis(RedisAddress address) : address_(std::move(address)) {}
    Redis(const Redis&) = delete;
    Redis& operator=(const Redis&) = delete;
    ~Redis();

    // The Error says why Redis can't be reached, or repeats what it answered.
    Result<RedisReply> command(const RedisCommand& words);
    // Several, with one wait for all answers. An Error if one of them failed. All commands may be carried out twice
    // when the connection is lost, so they must not mind.
    Result<std::vector<RedisReply>> pipeline(const std::vector<RedisCommand>& commands);
    // All of them or none.
    std::optional<Error> transaction(std::vector<RedisCommand> commands);

private:
    [[nodiscard]] std::optional<Error> connect();
    void disconnect();
    // `is_lost` tells whether the connection ended meanwhile.
    Result<std::vector<RedisReply>> send(const std::vector<RedisCommand>& commands, bool& is_lost);

    RedisAddress address_;
    redisContext* context_ = nullptr;
};

}  // namespace skua::server
