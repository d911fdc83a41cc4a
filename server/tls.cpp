#include "server/tls.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/file.h"
#include "base/parse.h"

namespace skua::server {

namespace {

bool is_address(const std::string& host) {
    unsigned char bytes[sizeof(in6_addr)];
    return ::inet_pton(AF_INET, host.c_str(), bytes) == 1 || ::inet_pton(AF_INET6, host.c_str(), bytes) == 1;
}

std::string last_reason() {
    const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
    return reason == nullptr ? "the connection ended" : reason;
}

}  // namespace

Result<std::unique_ptr<TlsTrust>> TlsTrust::read(const std::string& file) {
    if (!file.empty() && !is_file(file)) {
        return Error{"the file of certificates " + in_quotes(file, 200) + ": " + why_not_file(file)};
    }
    std::unique_ptr<TlsTrust> trust(new TlsTrust(SSL_CTX_new(TLS_client_method())));
    SSL_CTX* const context = trust->context_;
    if (context == nullptr) { return Error{"TLS can't be used: " + last_reason()}; }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    const int loaded =
        file.empty() ? SSL_CTX_set_default_verify_paths(context) : SSL_CTX_load_verify_file(context, file.c_str());
    if (loaded != 1) {
        return Error{"the file of certificates " + in_quotes(file, 200) + " has none that can be read"};
    }
    return trust;
}

TlsTrust::~TlsTrust() { SSL_CTX_free(context_); }

TlsStream::TlsStream(const TlsTrust& trust, int socket, const std::string& host) : stream_(SSL_new(trust.context_)) {
    if (stream_ == nullptr) { return; }
    SSL_set_fd(stream_, socket);
    SSL_set_hostflags(stream_, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (is_address(host)) {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(stream_), host.c_str());
    } else {
        SSL_set1_host(stream_, host.c_str());
        SSL_set_tlsext_host_name(stream_, host.c_str());
    }
}

TlsStream::~TlsStream() { SSL_free(stream_); }

Transfer TlsStream::transfer_of(int result) {
    using State = Transfer::State;
    if (result > 0) { return {State::Done, static_cast<std::size_t>(result)}; }
    switch (SSL_get_error(stream_, result)) {
        case SSL_ERROR_WANT_READ: return {State::WantsToRead};
        case SSL_ERROR_WANT_WRITE: return {State::WantsToWrite};
        default: return {State::Ended};
    }
}

Transfer TlsStream::shake_hands() {
    if (stream_ == nullptr) { return {}; }
    ERR_clear_error();
    const Transfer transfer = transfer_of(SSL_connect(stream_));
    if (transfer.state == Transfer::State::Ended) {
        const long verified = SSL_get_verify_result(stream_);
        problem_ = verified == X509_V_OK ? last_reason() : X509_verify_cert_error_string(verified);
    }
    return transfer;
}

Transfer TlsStream::read(char* bytes, std::size_t count) {
    ERR_clear_error();
    return transfer_of(SSL_read(stream_, bytes, static_cast<int>(count)));
}

Transfer TlsStream::write(std::string_view bytes) {
    ERR_clear_error();
    return transfer_of(SSL_write(stream_, bytes.data(), static_cast<int>(bytes.size())));
}

}  // namespace skua::server
