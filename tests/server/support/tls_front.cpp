#include "server/support/tls_front.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <memory>

namespace skua::server {

namespace {

constexpr long Lifetime = 3600;  // seconds

}  // namespace

TlsFront::TlsFront(int port, const std::string& host) : context_(SSL_CTX_new(TLS_server_method())) {
    // OpenSSL writes to sockets without MSG_NOSIGNAL, also to those whose client has left.
    std::signal(SIGPIPE, SIG_IGN);
    // A certificate that is signed by itself.
    EVP_PKEY* const key = EVP_EC_gen("P-256");
    X509* const certificate = X509_new();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -Lifetime);
    X509_gmtime_adj(X509_getm_notAfter(certificate), Lifetime);
    X509_NAME* const name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("broker"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    const std::string names = "DNS:" + host;
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    X509_sign(certificate, key, EVP_sha256());
    SSL_CTX_use_certificate(context_, certificate);
    SSL_CTX_use_PrivateKey(context_, key);
    BIO* const memory = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(memory, certificate);
    char* bytes = nullptr;
    const long count = BIO_get_mem_data(memory, &bytes);
    certificate_.assign(bytes, static_cast<std::size_t>(count));
    BIO_free(memory);
    X509_free(certificate);
    EVP_PKEY_free(key);
    thread_ = std::thread([this, port] { serve(port); });
}

TlsFront::~TlsFront() {
    listener_.stop();
    thread_.join();
    SSL_CTX_free(context_);
}

void TlsFront::write_certificate(const std::string& path) const { std::ofstream(path) << certificate_; }

void TlsFront::serve(int target) {
    for (int client = -1; (client = listener_.accept()) >= 0;) {
        pass(client, target);
        ::close(client);
    }
}

void TlsFront::pass(int client, int target) {
    const std::unique_ptr<SSL, decltype(&SSL_free)> stream(SSL_new(context_), &SSL_free);
    SSL_set_fd(stream.get(), client);
    if (SSL_accept(stream.get()) != 1) { return; }
    const Connection connection(target);
    const int behind = connection.socket();
    char bytes[4096];
    for (bool is_open = true; is_open;) {
        pollfd wanted[] = {{client, POLLIN, 0}, {behind, POLLIN, 0}};
        if (SSL_pending(stream.get()) == 0 && ::poll(wanted, 2, -1) <= 0) { break; }
        if (SSL_pending(stream.get()) > 0 || wanted[0].revents != 0) {
            const int count = SSL_read(stream.get(), bytes, sizeof bytes);
            is_open = count > 0 && ::send(behind, bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL) == count;
        }
        if (is_open && wanted[1].revents != 0) {
            const ssize_t count = ::recv(behind, bytes, sizeof bytes, 0);
            is_open = count > 0 && SSL_write(stream.get(), bytes, static_cast<int>(count)) == count;
        }
    }
    SSL_shutdown(stream.get());
}

}  // namespace skua::server
