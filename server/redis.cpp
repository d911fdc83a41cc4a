#include "server/redis.h"

#include <hiredis/hiredis.h>

#include <utility>

#include "base/parse.h"

namespace skua::server {

namespace {

constexpr timeval ConnectTime{1, 0};
// Longer than any command waits on purpose.
constexpr timeval AnswerTime{5, 0};

RedisReply value_of(const redisReply& reply) {
    RedisReply value;
    value.is_nil = reply.type == REDIS_REPLY_NIL;
    value.is_error = reply.type == REDIS_REPLY_ERROR;
    if (reply.str != nullptr) { value.text.assign(reply.str, reply.len); }
    if (reply.type == REDIS_REPLY_INTEGER) { value.number = reply.integer; }
    for (std::size_t i = 0; reply.type == REDIS_REPLY_ARRAY && i < reply.elements; ++i) {
        value.elements.push_back(value_of(*reply.element[i]));
    }
    return value;
}

}  // namespace

Result<RedisAddress> parse_redis_address(std::string_view text) {
    const Error error{in_quotes(text) + " is not an address of Redis such as 127.0.0.1:6379"};
    constexpr std::string_view Scheme = "redis://";
    if (text.starts_with(Scheme)) { text.remove_prefix(Scheme.size()); }
    if (text.ends_with('/')) { text.remove_suffix(1); }
    RedisAddress address;
    const std::size_t colon = text.rfind(':');
    if (colon != std::string_view::npos) {
        const auto port = parse_integer<int>(text.substr(colon + 1));
        if (!port || *port < 1 || *port > 65535) { return error; }
        address.port = *port;
    }
    address.host = text.substr(0, colon);
    if (address.host.empty() || address.host.find_first_of("/@ ") != std::string::npos) { return error; }
    return address;
}

Redis::~Redis() { disconnect(); }

void Redis::disconnect() {
    if (context_ != nullptr) { redisFree(context_); }
    context_ = nullptr;
}

std::optional<Error> Redis::connect() {
    if (context_ != nullptr) { return std::nullopt; }
    context_ = redisConnectWithTimeout(address_.host.c_str(), address_.port, ConnectTime);
    if (context_ != nullptr && context_->err == 0) {
        redisSetTimeout(context_, AnswerTime);
        return std::nullopt;
    }
    const std::string reason = context_ == nullptr ? "out of memory" : context_->errstr;
    disconnect();
    return Error{"can't connect to Redis: " + reason};
}

Result<RedisReply> Redis::command(const RedisCommand& words) {
    Result<std::vector<RedisReply>> replies = pipeline({words});
    if (!replies) { return Error{replies.error()}; }
    return std::move(replies->front());
}

Result<std::vector<RedisReply>> Redis::pipeline(const std::vector<RedisCommand>& commands) {
    // A connection that was made earlier may be dead without our knowing; then a new one is tried.
    const bool may_be_dead = context_ != nullptr;
    bool is_lost = false;
    Result<std::vector<RedisReply>> replies = send(commands, is_lost);
    return is_lost && may_be_dead ? send(commands, is_lost) : replies;
}

Result<std::vector<RedisReply>> Redis::send(const std::vector<RedisCommand>& commands, bool& is_lost) {
    if (std::optional<Error> error = connect()) { return *std::move(error); }
    for (const RedisCommand& words : commands) {
        std::vector<const char*> texts;
        std::vector<std::size_t> lengths;
        for (const std::string& word : words) {
            texts.push_back(word.data());
            lengths.push_back(word.size());
        }
        redisAppendCommandArgv(context_, static_cast<int>(words.size()), texts.data(), lengths.data());
    }
    std::vector<RedisReply> replies;
    std::string complaint;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        void* answer = nullptr;
        if (redisGetReply(context_, &answer) != REDIS_OK) {
            const std::string reason = context_->errstr;
            disconnect();
            is_lost = true;
            return Error{"the connection to Redis was lost: " + reason};
        }
        replies.push_back(value_of(*static_cast<redisReply*>(answer)));
        freeReplyObject(answer);
        if (replies.back().is_error && complaint.empty()) { complaint = replies.back().text; }
    }
    if (!complaint.empty()) { return Error{"Redis complains: " + complaint}; }
    return replies;
}

std::optional<Error> Redis::transaction(std::vector<RedisCommand> commands) {
    commands.insert(commands.begin(), {"MULTI"});
    commands.push_back({"EXEC"});
    const Result<std::vector<RedisReply>> replies = pipeline(commands);
    if (!replies) { return Error{replies.error()}; }
    return std::nullopt;
}

}  // namespace skua::server
