// The coordinator and its workers, as threads.
#include "perft/cluster/coordinator.h"

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
  std::optional<Bytes> announced = {};
  std::function<Bytes(int, const Bytes&)> answer = {};
  int left = 0;
};

class RankInRoom : public Ranks {
 public:
  RankInRoom(Room& room, int rank, int size) : room_(room), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int neighbours() const override { return size_; }
  int processors() const override { return 12; }

  Bytes broadcast(const Bytes& message) override {
    std::unique_lock lock(room_.mutex);
    if (rank_ == 0) room_.announced = message;
    room_.changed.notify_all();
    room_.changed.wait(lock, [&] { return room_.announced.has_value(); });
    return *room_.announced;
  }

  Bytes ask(const Bytes& question) override {
    std::unique_lock lock(room_.mutex);
    room_.changed.wait(lock, [&] { return static_cast<bool>(room_.answer); });
    if (question == last_question) ++room_.left;
    room_.changed.notify_all();
    return room_.answer(rank_, question);
  }

  void serve(const std::function<Bytes(int, const Bytes&)>& answer) override {
    std::unique_lock lock(room_.mutex);
    room_.answer = answer;
    room_.changed.notify_all();
    room_.changed.wait(lock, [&] { return room_.left == size_ - 1; });
  }

 private:
  Room& room_;
  int rank_, size_;
};

constexpr std::size_t all_units = 5000;
const Plan small_plan{
    .game = "chess", .position = "here", .depth = 5, .ply = 2, .units = all_units};
const Origin some_origin{"host", "program", "generator", "kernel"};

UnitWork work_of(std::size_t number) {
  return {number, Bytes(number % 7, static_cast<unsigned char>(number))};
}

/// Hands out the units, to a taker of them in their order, and takes them back.
Dispenser small_dispenser(std::size_t ranks, const TakeUnit& take) {
  std::vector<std::size_t> all(all_units);
  std::iota(all.begin(), all.end(), 0);
  return {all, ranks, nullptr, [](std::size_t unit) { return work_of(unit).records; }, take};
}

TEST(Ranks, HaveAThreadForEachProcessorAndAtLeastOneEach) {
  Room room;
  EXPECT_EQ(RankInRoom(room, 0, 1).threads_each(), 12);
  EXPECT_EQ(RankInRoom(room, 0, 5).threads_each(), 2);
  EXPECT_EQ(RankInRoom(room, 0, 13).threads_each(), 1);
}

TEST(Coordinator, HasEachUnitCountedOnce) {
  constexpr int workers = 3;
  Room room;
  std::map<std::size_t, int> finished;
  std::vector<std::jthread> ranks;
  for (int rank = 1; rank <= workers; ++rank)
    ranks.emplace_back([&, rank] {
      RankInRoom here(room, rank, workers + 1);
      Worker worker(here);
      EXPECT_EQ(worker.plan(), small_plan);
      const auto count = [&] {
        while (const auto work = worker.next()) {
          EXPECT_EQ(work->records, work_of(work->number).records);
          worker.take({work->number, {{1, {work->number}}}, {1, 2}, "hash", 0.5}, some_origin);
        }
      };
      std::jthread other(count);
      count();
    });
  Coordinator coordinator(std::make_unique<RankInRoom>(room, 0, workers + 1));
  coordinator.start(small_plan);
  Dispenser dispenser = small_dispenser(workers + 1, [&](const Unit& unit, const Origin& by) {
    ++finished[unit.number];
    EXPECT_EQ(unit.branches, (std::vector<BranchCounts>{{1, {unit.number}}}));
    EXPECT_EQ(unit.positions, (std::vector<Count>{1, 2}));
    EXPECT_EQ(unit.records, "hash");
    EXPECT_EQ(unit.seconds, 0.5);
    EXPECT_EQ(by, some_origin);
  });
  coordinator.serve(dispenser);
  EXPECT_EQ(finished.size(), all_units);
  for (const auto& [number, times] : finished) EXPECT_EQ(times, 1) << number;
}

TEST(Coordinator, KeepsFinishedUnitsOfALeavingWorker) {
  Room room;
  std::jthread rank([&] {
    RankInRoom here(room, 1, 2);
    Worker worker(here);
    for (int i = 0; i < 10; ++i) worker.take({.number = worker.next()->number}, some_origin);
  });
  Coordinator coordinator(std::make_unique<RankInRoom>(room, 0, 2));
  coordinator.start(small_plan);
  std::vector<std::size_t> finished;
  Dispenser dispenser =
      small_dispenser(2, [&](const Unit& unit, const Origin&) { finished.push_back(unit.number); });
  coordinator.serve(dispenser);
  std::vector<std::size_t> first(10);
  std::iota(first.begin(), first.end(), all_units / 2);  // of the second of two takers
  EXPECT_EQ(finished, first);
}

}  // namespace
}  // namespace plylab::perft::cluster
