// TLS before a server that has none, with a certificate of its own for this machine.
#pragma once

#include <string>
#include <thread>

#include "server/support/server_process.h"

struct ssl_ctx_st;

namespace skua::server {

class TlsFront {
public:
    // Passes bytes on to this port of 127.0.0.1, one connection after the other. `host`: whom the certificate names.
    TlsFront(int port, const std::string& host);
    TlsFront(const TlsFront&) = delete;
    TlsFront& operator=(const TlsFront&) = delete;
    ~TlsFront();

    [[nodiscard]] int port() const { return listener_.port(); }
    // The certificate, as a file.
    void write_certificate(const std::string& path) const;

private:
    void serve(int target);
    void pass(int client, int target);

    ssl_ctx_st* context_;
    std::string certificate_;
    ListeningSocket listener_;
    std::thread thread_;
};

}  // namespace skua::server
