#include "server/metrics.h"

#include <gtest/gtest.h>

namespace skua::server {
namespace {

bool has(const std::string& text, const std::string& line) {
    return text.find('\n' + line + '\n') != std::string::npos;
}

TEST(Metrics, WritesWhatPrometheusReads) {
    Metrics metrics;
    metrics.add(Metric::Requests, 2, labels({{"route", "/v1/info"}, {"status", "200"}}));
    metrics.set(Metric::SlotsBusy, 3);
    metrics.observe(Metric::RunTime, 0.2);
    metrics.observe(Metric::RunTime, 100);
    const std::string text = metrics.text();
    EXPECT_TRUE(has(text, "# TYPE skua_http_requests_total counter"));
    EXPECT_TRUE(has(text, "skua_http_requests_total{route=\"/v1/info\",status=\"200\"} 2"));
    EXPECT_TRUE(has(text, "skua_slots_busy 3"));
    EXPECT_TRUE(has(text, "skua_nodes_total 0"));
    EXPECT_TRUE(has(text, "skua_run_seconds_bucket{le=\"0.1\"} 0"));
    EXPECT_TRUE(has(text, "skua_run_seconds_bucket{le=\"0.25\"} 1"));
    EXPECT_TRUE(has(text, "skua_run_seconds_bucket{le=\"+Inf\"} 2"));
    EXPECT_TRUE(has(text, "skua_run_seconds_count 2"));
    EXPECT_TRUE(has(text, "# TYPE process_resident_memory_bytes gauge"));
}

TEST(Metrics, EscapesLabels) { EXPECT_EQ(labels({{"a", "x\"\\\ny"}}), "{a=\"x\\\"\\\\ y\"}"); }

}  // namespace
}  // namespace skua::server
