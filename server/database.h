// A thin layer over SQLite: statements with bound values, and errors as words.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace skua::server {

// One statement that is bound and stepped. What it reads is valid until the next step.
class Query {
public:
    Query(sqlite3* database, std::string_view sql);
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    ~Query();

    // Binds the next parameter. The text is copied.
    Query& bind(std::string_view text);
    Query& bind(std::int64_t number);

    // Moves to the next row; false at the end, or when it failed.
    bool step();
    // Runs a statement without rows. False when it failed.
    bool run();
    [[nodiscard]] bool failed() const { return failed_; }

    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] std::int64_t number(int column) const;

private:
    sqlite3_stmt* statement_ = nullptr;
    int next_parameter_ = 1;
    bool failed_ = false;
};

// A connection. Not safe from several threads at once.
class Database {
public:
    // Creates the file where there is none.
    static Result<std::unique_ptr<Database>> open(const std::string& path);
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database();

    [[nodiscard]] Query prepare(std::string_view sql) { return {handle_, sql}; }
    // Several statements without parameters.
    std::optional<Error> execute(const std::string& sql);
    [[nodiscard]] std::string last_error() const;
    // Did the last statement find that the file is not a database, or is damaged?
    [[nodiscard]] bool is_damaged() const;
    // Rows that the last statement changed.
    [[nodiscard]] int changes() const;

private:
    explicit Database(sqlite3* handle) : handle_(handle) {}

    sqlite3* handle_;
};

}  // namespace skua::server
