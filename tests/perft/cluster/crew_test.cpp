// Rank 0 and its helpers, as threads.
#include "perft/cluster/crew.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "gen/base/input_error.h"

namespace plylab::perft::cluster {
namespace {

/// Where ranks talk to each other.
struct Room {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<std::string> announced = {};
  std::function<std::string(int, const std::string&)> answer = {};
  int left = 0;
};

class RankInRoom : public Ranks {
 public:
  RankInRoom(Room& room, int rank, int size, int machine)
      : room_(room), rank_(rank), size_(size), machine_(machine) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int neighbours() const override { return size_; }
  int first_neighbour() const override { return machine_; }
  int processors() const override { return 12; }

  std::string broadcast(const std::string& text) override {
    std::unique_lock lock(room_.mutex);
    if (rank_ == 0) room_.announced = text;
    room_.changed.notify_all();
    room_.changed.wait(lock, [&] { return room_.announced.has_value(); });
    return *room_.announced;
  }

  std::string ask(const std::string& question) override {
    std::unique_lock lock(room_.mutex);
    room_.changed.wait(lock, [&] { return static_cast<bool>(room_.answer); });
    if (question == last_question) ++room_.left;
    room_.changed.notify_all();
    return room_.answer(rank_, question);
  }

  void serve(const std::function<std::string(int, const std::string&)>& answer) override {
    std::unique_lock lock(room_.mutex);
    room_.answer = answer;
    room_.changed.notify_all();
    room_.changed.wait(lock, [&] { return room_.left == size_ - 1; });
  }

 private:
  Room& room_;
  int rank_, size_, machine_;
};

constexpr std::size_t units = 5000;
const Plan small_plan{.game = "chess", .position = "here", .depth = 5, .ply = 2, .units = units};
const Worker worker{"host", "program", "generator", "kernel"};

UnitWork work_of(std::size_t number) {
  return {number, Bytes(number % 7, static_cast<unsigned char>(number))};
}

/// Hands out units in their order.
class Source {
 public:
  std::optional<UnitWork> next() {
    if (given_ == units) return std::nullopt;
    return work_of(given_++);
  }

 private:
  std::size_t given_ = 0;
};

TEST(Ranks, HaveAThreadForEachProcessorAndAtLeastOneEach) {
  Room room;
  EXPECT_EQ(RankInRoom(room, 0, 1, 0).threads_each(), 12);
  EXPECT_EQ(RankInRoom(room, 0, 5, 0).threads_each(), 2);
  EXPECT_EQ(RankInRoom(room, 0, 13, 0).threads_each(), 1);
}

TEST(Crew, HasEachUnitCountedOnce) {
  constexpr int helpers = 3;
  Room room;
  std::map<std::size_t, int> finished;
  std::vector<std::jthread> ranks;
  for (int rank = 1; rank <= helpers; ++rank)
    ranks.emplace_back([&, rank] {
      RankInRoom here(room, rank, helpers + 1, 0);
      Helper helper(here);
      EXPECT_EQ(helper.plan(), small_plan);
      const auto count = [&] {
        while (const auto work = helper.next()) {
          EXPECT_EQ(work->records, work_of(work->number).records);
          helper.take({work->number, {{1, {work->number}}}, "1;2", 0.5}, worker);
        }
      };
      std::jthread other(count);
      count();
    });
  Crew crew(std::make_unique<RankInRoom>(room, 0, helpers + 1, 0));
  crew.start(small_plan);
  Source source;
  crew.serve([&](std::size_t) { return source.next(); },
             [&](const Unit& unit, const Worker& by) {
               ++finished[unit.number];
               EXPECT_EQ(unit.branches, (std::vector<BranchCounts>{{1, {unit.number}}}));
               EXPECT_EQ(unit.positions, "1;2");
               EXPECT_EQ(by, worker);
             });
  EXPECT_EQ(finished.size(), units);
  for (const auto& [number, times] : finished) EXPECT_EQ(times, 1) << number;
}

TEST(Crew, TakesWhatAHelperHasFinishedThatLeaves) {
  Room room;
  std::jthread rank([&] {
    RankInRoom here(room, 1, 2, 0);
    Helper helper(here);
    for (int i = 0; i < 10; ++i) helper.take({helper.next()->number, {}, "", 0}, worker);
  });
  Crew crew(std::make_unique<RankInRoom>(room, 0, 2, 0));
  crew.start(small_plan);
  Source source;
  std::vector<std::size_t> finished;
  crew.serve([&](std::size_t) { return source.next(); },
             [&](const Unit& unit, const Worker&) { finished.push_back(unit.number); });
  std::vector<std::size_t> first(10);
  std::iota(first.begin(), first.end(), 0);
  EXPECT_EQ(finished, first);
}

TEST(Crew, SharesATableWithTheSameOnItsMachine) {
  struct Case {
    int machine;
    std::string kind;
    bool is_shared;
  };
  for (const Case& with :
       {Case{0, "keys", true}, Case{0, "exact", false}, Case{1, "keys", false}}) {
    Room room;
    std::jthread rank([&] {
      RankInRoom here(room, 1, 2, with.machine);
      Helper helper(here);
      const auto memory = helper.share({with.kind, 1000});
      EXPECT_EQ(memory->bytes().front() == std::byte{1}, with.is_shared) << with.kind;
    });
    Crew crew(std::make_unique<RankInRoom>(room, 0, 2, 0));
    const auto memory = crew.share({"keys", 1000});
    memory->bytes().front() = std::byte{1};
    crew.start(small_plan);
    crew.serve([](std::size_t) { return std::nullopt; }, [](const Unit&, const Worker&) {});
  }
}

TEST(Crew, SharesNothingWhereThereIsNoTable) {
  Room room;
  EXPECT_FALSE(Crew(std::make_unique<RankInRoom>(room, 0, 2, 0)).share({"none", 0}));
  EXPECT_FALSE(Crew(nullptr).share({"keys", 1000}));
}

}  // namespace
}  // namespace plylab::perft::cluster
