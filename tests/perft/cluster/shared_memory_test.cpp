// Memory of several processes, and a table in it whose writers die.
#include "perft/cluster/shared_memory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "perft/count/statistics.h"
#include "perft/count/table.h"
#include "tests/support/toy_games.h"

namespace plylab::perft::cluster {
namespace {

constexpr std::size_t bytes = 3'000'000;  // no whole number of huge pages

/// A process that does that, and is killed if it does not come to its end.
class Child {
 public:
  explicit Child(const std::function<void()>& work) : process_(::fork()) {
    if (process_ > 0) return;
    work();
    ::_exit(0);
  }
  ~Child() {
    if (process_ > 0) kill();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void wait() { ::waitpid(std::exchange(process_, -1), nullptr, 0); }
  void kill() {
    ::kill(process_, SIGKILL);
    wait();
  }

 private:
  pid_t process_;
};

bool is_zero(const SharedMemory& memory) {
  return std::ranges::all_of(memory.bytes(), [](std::byte byte) { return byte == std::byte{}; });
}

TEST(SharedMemory, IsTheSameInAnotherProcess) {
  const SharedMemory memory(bytes);
  EXPECT_EQ(memory.bytes().size(), bytes);
  EXPECT_TRUE(is_zero(memory));
  Child child([address = memory.address()] {
    const auto same = SharedMemory::at(address, bytes);
    same->populate();
    same->bytes().back() = std::byte{42};
  });
  child.wait();
  EXPECT_EQ(memory.bytes().back(), std::byte{42});
  memory.populate();
  EXPECT_EQ(memory.bytes().back(), std::byte{42});
}

TEST(SharedMemory, IsNotPopulatedOnceThatIsStopped) {
  for (const bool is_stopped : {false, true}) {
    const SharedMemory memory(bytes);
    const std::atomic<bool> stop = is_stopped;
    memory.populate(&stop);
    unsigned char first_page = 0;
    ASSERT_EQ(::mincore(memory.bytes().data(), 1, &first_page), 0);
    EXPECT_EQ(first_page & 1, is_stopped ? 0 : 1);
  }
}

TEST(SharedMemory, IsGoneWithItsOwner) {
  std::string address;
  {
    const SharedMemory memory(bytes);
    address = memory.address();
    EXPECT_TRUE(SharedMemory::at(address, bytes));
  }
  EXPECT_FALSE(SharedMemory::at(address, bytes));
}

TEST(SharedMemory, IsToldFromOthers) {
  const SharedMemory memory(bytes);
  EXPECT_FALSE(SharedMemory::at(memory.address() + "0", bytes));  // another one's number
  EXPECT_FALSE(SharedMemory::at("/dev/null", bytes));
  EXPECT_FALSE(SharedMemory::at("", bytes));
}

TEST(AgreedMemory, IsThatOfTheFirst) {
  std::string first;
  const auto agree = [&](const std::string& address) {
    if (first.empty()) first = address;
    return first;
  };
  const SharedMemory memory = agreed_memory(bytes, agree), other = agreed_memory(bytes, agree);
  EXPECT_EQ(memory.address(), first);
  EXPECT_NE(other.address(), first);  // another process would tell of itself, too
  memory.bytes()[1000] = std::byte{1};
  EXPECT_EQ(other.bytes()[1000], std::byte{1});
}

TEST(AgreedMemory, IsOnesOwnWhenTheFirstHasLeft) {
  std::string gone = SharedMemory(bytes).address();
  const SharedMemory memory = agreed_memory(bytes, [&](const std::string&) { return gone; });
  EXPECT_NE(memory.address(), gone);
  EXPECT_TRUE(is_zero(memory));
}

TEST(AgreedMemory, MustFit) {
  const auto agree = [](const std::string& address) { return address; };
  EXPECT_THROW(agreed_memory(std::size_t{1} << 45, agree), InputError);
}

using Totals = Table<toys::UniformTree, Statistics<10>, Identity::exact>;

constexpr std::uint8_t children = 16;

Totals::Label label_of(const Totals& table, std::uint8_t child) {
  toys::UniformTree tree(children, 1);
  tree.make(child);
  return table.label(tree, 2);
}

/// Writes for ever totals whose counts are all alike, and tell the child.
void write_for_ever(SharedMemory& memory, std::uint64_t random) {
  Totals table(memory.bytes());
  for (TableUse use;;) {
    const auto child = static_cast<std::uint8_t>(splitmix64(random) % children);
    Statistics<10> total;
    for_each_count(total,
                   [&](Count& count) { count = (random >> 48) / children * children + child; });
    table.store(label_of(table, child), total, use);
  }
}

// In a small table a writer is nearly always in the middle of an entry when it dies.
TEST(TableInSharedMemory, BelievesNothingThatADeadWriterHasBegun) {
  SharedMemory memory(2048);
  Totals table(memory.bytes());
  TableUse use;
  for (std::uint64_t i = 1; i <= 40; ++i) {
    Child one([&] { write_for_ever(memory, i); }), other([&] { write_for_ever(memory, ~i); });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    one.kill();
    other.kill();
    for (std::uint8_t child = 0; child < children; ++child)
      if (const auto total = table.find(label_of(table, child), use)) {
        const Count first = total->leaves.full;
        EXPECT_EQ(first.value() % children, child);
        for_each_count(*total, [&](Count count) { EXPECT_EQ(count, first); });
      }
  }
}

}  // namespace
}  // namespace plylab::perft::cluster
