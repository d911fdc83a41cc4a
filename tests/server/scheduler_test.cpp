#include "server/scheduler.h"

#include <gtest/gtest.h>

namespace skua::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Engines that do nothing until the test says so.
class FakeSlots : public Slots {
public:
    explicit FakeSlots(std::size_t count) : count_(count) {}
    [[nodiscard]] std::size_t count() const override { return count_; }
    [[nodiscard]] std::size_t express_count() const override { return express; }
    void start(std::size_t slot, RunId run, std::shared_ptr<const Work> work,
               std::shared_ptr<std::atomic<bool>> cancel) override {
        EXPECT_FALSE(busy.contains(slot)) << "two runs on one engine";
        busy[slot] = run;
        started.push_back(work->key);
        runs[work->key] = run;
        cancels[work->key] = std::move(cancel);
    }

    std::size_t express = 0;
    std::map<std::size_t, RunId> busy;
    std::vector<std::string> started;
    std::map<std::string, RunId> runs;
    std::map<std::string, std::shared_ptr<std::atomic<bool>>> cancels;

private:
    std::size_t count_;
};

class SchedulerTest : public testing::Test {
protected:
    explicit SchedulerTest(std::size_t slot_count = 2) : slots(slot_count) {}

    Scheduler& scheduler() {
        if (!scheduler_) {
            settings.now = [this] { return now; };
            scheduler_.emplace(settings, slots, metrics);
        }
        return *scheduler_;
    }
    Checked<Admission> submit(const std::string& client, const std::string& key) {
        return submit(client, Work{key, {}, seconds(60)});
    }
    Checked<Admission> submit_short(const std::string& client, const std::string& key) {
        return submit(client, Work{key, {}, seconds(60), Length::Short});
    }
    // A long search with a first look, whose key is "look at" that of the search.
    Checked<Admission> submit_stream(const std::string& client, const std::string& key) {
        const Work look{"look at " + key, {}, seconds(60), Length::Short};
        return submit(client, Work{key, {}, seconds(60), Length::Long, std::make_shared<const Work>(look)});
    }
    Checked<Admission> submit(const std::string& client, Work work) {
        Listener listener;
        const std::string key = work.key;
        listener.event = [this, key](const Event& event) { told.push_back(key + ' ' + event.json); };
        listener.done = [this, key](const Outcome& outcome) {
            told.push_back(key + ' ' + (outcome.refusal ? outcome.refusal->code : outcome.json));
        };
        return scheduler().submit(client, std::move(work), listener);
    }
    void tell(const std::string& key, int depth) {
        scheduler().on_event(slots.runs.at(key), {"info", std::to_string(depth), depth});
    }
    void finish(const std::string& key, const Outcome& outcome = {"{}"}) {
        const RunId run = slots.runs.at(key);
        std::erase_if(slots.busy, [run](const auto& each) { return each.second == run; });
        scheduler().on_done(run, outcome);
    }

    FakeSlots slots;
    Metrics metrics;
    Scheduler::Settings settings;
    Scheduler::Clock::time_point now{};
    std::vector<std::string> told;

private:
    std::optional<Scheduler> scheduler_;
};

using Told = std::vector<std::string>;

TEST_F(SchedulerTest, RunsAsMuchAsThereAreEngines) {
    EXPECT_EQ(submit("x", "a")->ahead, 0U);
    EXPECT_EQ(submit("x", "b")->ahead, 0U);
    EXPECT_EQ(submit("x", "c")->ahead, 0U);
    EXPECT_EQ(submit("x", "d")->ahead, 1U);
    EXPECT_EQ(slots.started, (Told{"a", "b"}));
    EXPECT_EQ(scheduler().waiting(), 2U);
    finish("a");
    EXPECT_EQ(slots.started, (Told{"a", "b", "c"}));
    EXPECT_EQ(told, Told{"a {}"});
    for (const char* const key : {"b", "c", "d"}) { finish(key); }
    EXPECT_TRUE(scheduler().is_idle());
}

TEST_F(SchedulerTest, LetsClientsTakeTurns) {
    for (const char* const key : {"a1", "a2", "a3", "a4", "a5"}) { ASSERT_TRUE(submit("a", key)); }
    ASSERT_TRUE(submit("b", "b1"));
    ASSERT_TRUE(submit("c", "c1"));
    finish("a1");
    finish("a2");
    EXPECT_EQ(slots.started, (Told{"a1", "a2", "b1", "c1"}));
    finish("b1");
    EXPECT_EQ(slots.started.back(), "a3");
}

TEST_F(SchedulerTest, EqualRequestsShareOneSearch) {
    ASSERT_TRUE(submit("x", "a"));
    scheduler().on_event(slots.runs.at("a"), {"info", "{\"depth\": 1}"});
    const auto second = submit("y", "a");
    EXPECT_TRUE(second->is_shared);
    EXPECT_EQ(second->last->json, "{\"depth\": 1}");
    EXPECT_EQ(slots.started.size(), 1U);
    finish("a", {"{\"move\": 1}"});
    EXPECT_EQ(told, (Told{"a {\"depth\": 1}", "a {\"move\": 1}", "a {\"move\": 1}"}));
    // The next equal request is a search of its own.
    ASSERT_TRUE(submit("x", "a"));
    EXPECT_EQ(slots.started.size(), 2U);
}

TEST_F(SchedulerTest, CancelsWhatNobodyWaitsFor) {
    const auto first = submit("x", "a");
    const auto second = submit("y", "a");
    scheduler().leave(first->ticket);
    EXPECT_FALSE(*slots.cancels.at("a"));
    scheduler().leave(second->ticket);
    EXPECT_TRUE(*slots.cancels.at("a"));
    // A new request must not join a search that is about to end.
    EXPECT_FALSE(submit("x", "a")->is_shared);
    EXPECT_EQ(slots.started.size(), 2U);
    EXPECT_TRUE(told.empty());
}

TEST_F(SchedulerTest, ForgetsWhatLeavesTheQueue) {
    submit("x", "a").operator bool();
    submit("x", "b").operator bool();
    const auto waiting = submit("x", "c");
    scheduler().leave(waiting->ticket);
    EXPECT_EQ(scheduler().waiting(), 0U);
    finish("a");
    EXPECT_EQ(slots.started, (Told{"a", "b"}));
    scheduler().leave(waiting->ticket);  // twice does no harm
}

TEST_F(SchedulerTest, RefusesWhenTheQueueIsFull) {
    settings.queue = 1;
    for (const char* const key : {"a", "b", "c"}) { ASSERT_TRUE(submit(key, key)); }
    const auto refused = submit("d", "d");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.refusal().status, 503);
    EXPECT_GE(refused.refusal().retry_after, 1);
    EXPECT_TRUE(submit("d", "c")) << "an equal search needs no place";
    EXPECT_EQ(metrics.value(Metric::Refused, labels({{"reason", "queue_full"}})), 1);
}

TEST_F(SchedulerTest, AQueueOfZeroStillUsesFreeEngines) {
    settings.queue = 0;
    EXPECT_TRUE(submit("a", "a"));
    EXPECT_TRUE(submit("b", "b"));
    EXPECT_FALSE(submit("c", "c"));
}

TEST_F(SchedulerTest, RefusesAGreedyClientOnly) {
    settings.per_client = 2;
    ASSERT_TRUE(submit("x", "a"));
    const auto second = submit("x", "b");
    const auto refused = submit("x", "c");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.refusal().status, 429);
    EXPECT_TRUE(submit("y", "d"));
    scheduler().leave(second->ticket);
    EXPECT_TRUE(submit("x", "c"));
}

TEST_F(SchedulerTest, RefusesWhatWaitedTooLong) {
    for (const char* const key : {"a", "b", "c"}) { ASSERT_TRUE(submit("x", key)); }
    now += seconds(9);
    scheduler().tick();
    EXPECT_TRUE(told.empty());
    now += seconds(2);
    scheduler().tick();
    EXPECT_EQ(told, Told{"c waited_too_long"});
    finish("a");
    EXPECT_EQ(slots.started.size(), 2U);
}

TEST_F(SchedulerTest, CancelsWhatRunsTooLong) {
    ASSERT_TRUE(submit("x", "a"));
    now += seconds(61);
    scheduler().tick();
    EXPECT_TRUE(*slots.cancels.at("a"));
    finish("a", {"", Refusal{503, "cancelled", "the search was cancelled"}});
    EXPECT_EQ(told, Told{"a took_too_long"});
}

TEST_F(SchedulerTest, DrainsBeforeTheEnd) {
    for (const char* const key : {"a", "b", "c"}) { ASSERT_TRUE(submit("x", key)); }
    scheduler().drain();
    EXPECT_EQ(submit("x", "d").refusal().code, "draining");
    finish("a");
    EXPECT_EQ(slots.started.back(), "c") << "what waits is still served";
    scheduler().cancel_all();
    EXPECT_TRUE(*slots.cancels.at("b"));
    EXPECT_FALSE(scheduler().is_idle());
}

TEST_F(SchedulerTest, AListenerMayLeaveWhileItIsTold) {
    Ticket ticket = 0;
    Listener listener;
    listener.event = [&](const Event&) { scheduler().leave(ticket); };
    listener.done = [](const Outcome&) { FAIL(); };
    ticket = scheduler().submit("x", {"a", {}, seconds(60)}, listener)->ticket;
    scheduler().on_event(slots.runs.at("a"), {"info", "{}"});
    finish("a");
    EXPECT_TRUE(scheduler().is_idle());
}

// ---------------------------------------------------------------------- short searches and long ones

TEST_F(SchedulerTest, ShortSearchesDoNotWaitForLongOnes) {
    slots.express = 1;
    for (const char* const key : {"long1", "long2", "long3"}) { ASSERT_TRUE(submit("x", key)); }
    EXPECT_EQ(submit_short("x", "short1")->ahead, 0U);
    EXPECT_EQ(slots.started, (Told{"long1", "long2", "short1"}));
    EXPECT_TRUE(slots.busy.contains(2)) << "the engine for short searches";
    // While long ones wait, the engines for all are theirs.
    EXPECT_EQ(submit_short("x", "short2")->ahead, 0U);
    finish("long1");
    EXPECT_EQ(slots.started.back(), "long3");
    finish("long2");
    EXPECT_EQ(slots.started.back(), "short2") << "nobody else waits for this engine";
    finish("short1");
    ASSERT_TRUE(submit("x", "long4"));
    EXPECT_FALSE(slots.busy.contains(2)) << "long searches never take it";
    EXPECT_EQ(scheduler().waiting(), 1U);
    EXPECT_EQ(metrics.value(Metric::SlotsTotal), 3);
}

TEST_F(SchedulerTest, EachLengthHasItsQueue) {
    slots.express = 1;
    settings.queue = 1;
    for (const char* const key : {"a", "b", "c"}) { ASSERT_TRUE(submit("x", key)); }
    EXPECT_EQ(submit("x", "d").refusal().code, "queue_full");
    ASSERT_TRUE(submit_short("x", "e"));
    ASSERT_TRUE(submit_short("x", "f"));
    EXPECT_EQ(submit_short("x", "g").refusal().code, "queue_full");
}

TEST_F(SchedulerTest, WhoMustWaitGetsAFirstLook) {
    slots.express = 1;
    ASSERT_TRUE(submit_stream("x", "a"));
    ASSERT_TRUE(submit_stream("y", "b"));
    EXPECT_EQ(slots.started, (Told{"a", "b"})) << "an engine was free";
    const auto third = submit_stream("z", "c");
    EXPECT_EQ(third->ahead, 0U);
    EXPECT_EQ(slots.started.back(), "look at c");
    tell("look at c", 7);
    EXPECT_EQ(told, Told{"c 7"});
    finish("look at c");
    EXPECT_EQ(told, Told{"c 7"}) << "its end is nobody's business";
    EXPECT_FALSE(scheduler().is_idle());
    finish("a");
    EXPECT_EQ(slots.started.back(), "c");
    tell("c", 3);
    tell("c", 7);
    tell("c", 8);
    EXPECT_EQ(told, (Told{"c 7", "a {}", "c 7", "c 8"})) << "nothing less deep than the first look";
    finish("b");
    finish("c");
    EXPECT_TRUE(scheduler().is_idle());
}

TEST_F(SchedulerTest, AFirstLookEndsWithItsSearch) {
    slots.express = 1;
    ASSERT_TRUE(submit("x", "a"));
    ASSERT_TRUE(submit("x", "b"));
    const auto running = submit_stream("x", "c");
    const auto waiting = submit_stream("x", "d");
    EXPECT_EQ(slots.started.back(), "look at c");
    EXPECT_EQ(scheduler().waiting(), 3U);
    scheduler().leave(waiting->ticket);
    EXPECT_EQ(scheduler().waiting(), 1U) << "the look at d is forgotten, too";
    scheduler().leave(running->ticket);
    EXPECT_TRUE(*slots.cancels.at("look at c"));
    tell("look at c", 5);
    finish("look at c");
    EXPECT_TRUE(told.empty());
    finish("a");
    finish("b");
    EXPECT_TRUE(scheduler().is_idle());
}

TEST_F(SchedulerTest, TheEndOfAllEndsFirstLooks) {
    slots.express = 1;
    for (const char* const key : {"a", "b", "c", "d"}) { ASSERT_TRUE(submit_stream("x", key)); }
    scheduler().cancel_all();
    EXPECT_EQ(scheduler().waiting(), 0U);
    for (const char* const key : {"a", "b", "look at c"}) { finish(key, {"", Refusal{503, "cancelled", ""}}); }
    EXPECT_TRUE(scheduler().is_idle());
}

TEST_F(SchedulerTest, TellsItsLoad) {
    ASSERT_TRUE(submit("x", "a"));
    ASSERT_TRUE(submit("x", "b"));
    ASSERT_TRUE(submit("x", "c"));
    EXPECT_EQ(metrics.value(Metric::QueueLength), 1);
    finish("a");
    EXPECT_EQ(metrics.value(Metric::QueueLength), 0);
    EXPECT_EQ(metrics.value(Metric::SlotsBusy), 2);
}

}  // namespace
}  // namespace skua::server
