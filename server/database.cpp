#include "server/database.h"

#include <sqlite3.h>

namespace skua::server {

namespace {

// How long a statement waits for another connection that writes.
constexpr int BusyMilliseconds = 2000;

}  // namespace

Query::Query(sqlite3* database, std::string_view sql) {
    failed_ = sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement_, nullptr) != SQLITE_OK;
}

Query::~Query() { sqlite3_finalize(statement_); }

Query& Query::bind(std::string_view text) {
    // The destructor argument SQLITE_TRANSIENT makes SQLite copy the text.
    const auto copied = reinterpret_cast<sqlite3_destructor_type>(-1);
    failed_ = failed_ || sqlite3_bind_text64(statement_, next_parameter_++, text.data(), text.size(), copied,
                                             SQLITE_UTF8) != SQLITE_OK;
    return *this;
}

Query& Query::bind(std::int64_t number) {
    failed_ = failed_ || sqlite3_bind_int64(statement_, next_parameter_++, number) != SQLITE_OK;
    return *this;
}

bool Query::step() {
    if (failed_) { return false; }
    const int code = sqlite3_step(statement_);
    failed_ = code != SQLITE_ROW && code != SQLITE_DONE;
    return code == SQLITE_ROW;
}

bool Query::run() {
    while (step()) {}
    return !failed_;
}

std::string Query::text(int column) const {
    const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? std::string()
                            : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::int64_t Query::number(int column) const { return sqlite3_column_int64(statement_, column); }

Result<std::unique_ptr<Database>> Database::open(const std::string& path) {
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    std::unique_ptr<Database> database(new Database(handle));
    if (code != SQLITE_OK) { return Error{handle == nullptr ? "out of memory" : database->last_error()}; }
    sqlite3_busy_timeout(handle, BusyMilliseconds);
    return database;
}

Database::~Database() { sqlite3_close_v2(handle_); }

std::optional<Error> Database::execute(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) { return std::nullopt; }
    return Error{last_error()};
}

std::string Database::last_error() const { return sqlite3_errmsg(handle_); }

bool Database::is_damaged() const {
    const int code = sqlite3_errcode(handle_);
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

int Database::changes() const { return sqlite3_changes(handle_); }

}  // namespace skua::server
