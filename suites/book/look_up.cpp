#include "suites/book/look_up.h"

#include <bit>
#include <chrono>
#include <optional>
#include <set>
#include <span>

#include "gen/chess/mailbox/mailbox.h"
#include "suites/book/make.h"

namespace plylab::suites::book {
namespace {

/// A table with open addressing that counts what it reads.
class KeyTable {
 public:
  explicit KeyTable(std::size_t keys) : slots_(std::bit_ceil(2 * keys + 1)) {}

  void add(std::uint64_t key, std::span<const chess::BookMove> moves) {
    Slot& slot = slots_[place_of(key)];
    slot = {key, moves, true};
  }

  /// The moves stored with the key; null if it is unknown.
  const std::span<const chess::BookMove>* find(std::uint64_t key) {
    const Slot& slot = slots_[place_of(key)];
    return slot.is_used ? &slot.moves : nullptr;
  }

  std::uint64_t read() const { return read_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::span<const chess::BookMove> moves = {};
    bool is_used = false;
  };

  /// The slot of the key, or the free slot for it.
  std::size_t place_of(std::uint64_t key) {
    std::size_t place = key & (slots_.size() - 1);
    for (++read_; slots_[place].is_used && slots_[place].key != key; ++read_)
      place = (place + 1) & (slots_.size() - 1);
    return place;
  }

  std::vector<Slot> slots_;
  std::uint64_t read_ = 0;
};

struct Reached {
  chess::Mailbox board;
  std::optional<chess::Move> last;
};

/// The positions of the book by ply, without repeats, and the keys of those after its moves.
struct Positions {
  std::vector<Reached> known;
  std::set<std::uint64_t> after;
};

Positions positions_of(const chess::Book& book, int plies) {
  Positions all;
  std::vector<Reached> reached = {{chess::Mailbox(chess::ValidSetup(chess::startpos_fen)), {}}};
  std::set<std::uint64_t> seen;
  for (int ply = 0; ply < plies && !reached.empty(); ++ply) {
    std::vector<Reached> next;
    for (const Reached& one : reached) {
      const std::uint64_t key = chess::key_after(one.board.setup(), one.last);
      const auto moves = book.find(key);
      if (moves.empty() || !seen.insert(key).second) continue;
      all.known.push_back(one);
      const auto legal = one.board.generate();
      for (const chess::BookMove& move : moves)
        if (const auto found = chess::find_polyglot_move(legal, move.move)) {
          chess::Mailbox board = one.board;
          board.make(*found);
          all.after.insert(chess::key_after(board.setup(), *found));
          next.push_back({board, *found});
        }
    }
    reached = std::move(next);
  }
  return all;
}

double seconds_of(auto&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::vector<LookUpCost> compare_look_ups(const chess::Book& book, int plies) {
  const Positions positions = positions_of(book, plies);
  KeyTable after(positions.after.size()), before(positions.known.size());
  for (const std::uint64_t key : positions.after) after.add(key, {});
  for (const Reached& one : positions.known) {
    const std::uint64_t key = chess::key_after(one.board.setup(), one.last);
    before.add(key, book.find(key));
  }
  LookUpCost each{.way = "each move", .positions = positions.known.size()};
  const std::uint64_t read_after = after.read();
  each.seconds = seconds_of([&] {
    for (const Reached& one : positions.known) {
      chess::Mailbox board = one.board;
      for (const chess::Move move : board.generate()) {
        const auto undo = board.make(move);
        ++each.keys;
        each.moves += after.find(chess::key_after(board.setup(), move)) != nullptr;
        board.unmake(move, undo);
      }
    }
  });
  each.slots = after.read() - read_after;
  LookUpCost once{.way = "one probe", .positions = positions.known.size()};
  const std::uint64_t read_before = before.read();
  once.seconds = seconds_of([&] {
    for (const Reached& one : positions.known) {
      ++once.keys;
      if (const auto* moves = before.find(chess::key_after(one.board.setup(), one.last)))
        once.moves += moves->size();
    }
  });
  once.slots = before.read() - read_before;
  return {each, once};
}

}  // namespace plylab::suites::book
