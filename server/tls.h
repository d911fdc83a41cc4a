// TLS on the client's side of a connection. Only tls.cpp knows OpenSSL.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct ssl_ctx_st;
struct ssl_st;

namespace skua::server {

// What became of an attempt that does not wait.
struct Transfer {
    enum class State { Done, WantsToRead, WantsToWrite, Ended };
    State state = State::Ended;
    std::size_t bytes = 0;
};

// Whom to trust. Safe from all threads.
class TlsTrust {
public:
    // In the certificates of this file (PEM); without a name, in those of the system.
    static Result<std::unique_ptr<TlsTrust>> read(const std::string& file);
    TlsTrust(const TlsTrust&) = delete;
    TlsTrust& operator=(const TlsTrust&) = delete;
    ~TlsTrust();

private:
    friend class TlsStream;
    explicit TlsTrust(ssl_ctx_st* context) : context_(context) {}

    ssl_ctx_st* context_;
};

// Encrypted bytes over a socket that does not block. The other end must prove that it is this host.
class TlsStream {
public:
    TlsStream(const TlsTrust& trust, int socket, const std::string& host);
    TlsStream(const TlsStream&) = delete;
    TlsStream& operator=(const TlsStream&) = delete;
    ~TlsStream();

    // To be repeated until it is done, or has ended.
    Transfer shake_hands();
    Transfer read(char* bytes, std::size_t count);
    Transfer write(std::string_view bytes);
    // Why the handshake ended.
    [[nodiscard]] std::string problem() const { return problem_; }

private:
    Transfer transfer_of(int result);

    ssl_st* stream_;
    std::string problem_;
};

}  // namespace skua::server
