// plylab book look: compares the costs of two ways to look up a position's moves.
#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/book/book_file.h"
#include "reports/cli/command_line.h"
#include "reports/cli/session.h"
#include "suites/play/book/reached.h"

namespace plylab::suites::play::book {
namespace {

/// The costs of one way.
struct LookUpCost {
  std::string_view way;
  std::uint64_t positions = 0;
  std::uint64_t keys = 0;   ///< computed
  std::uint64_t slots = 0;  ///< read in the hash table
  std::uint64_t moves = 0;  ///< found
  double seconds = 0;
};

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

/// The positions of the book, and the keys of those after its moves.
struct Positions {
  std::vector<Reached> known;
  std::set<std::uint64_t> after;
};

Positions positions_of(const chess::Book& book, int plies) {
  Positions all;
  for_each_reached(
      chess::ValidSetup(chess::startpos_fen), plies,
      [&](std::uint64_t key) { return book.find(key); },
      [&](const Reached& one, const std::vector<KnownMove>& moves) {
        all.known.push_back(one);
        for (const KnownMove& known : moves) {
          chess::Mailbox board = one.board;
          board.make(known.move);
          all.after.insert(chess::key_after(board.setup(), known.move));
        }
      });
  return all;
}

double seconds_of(auto&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Looks up all positions of the book that its moves reach from the start within so many plies, in
/// two ways that S. Basani compares ("Improving Chess Program Encoding Schemes", San José State
/// University, 2006). One is that of GNU Chess 5, which looks up the position after each legal move
/// in a table of all positions of the book. The other looks up the position itself once, in a table
/// with its moves.
std::vector<LookUpCost> compare_look_ups(const chess::Book& book, int plies) {
  const Positions positions = positions_of(book, plies);
  KeyTable after(positions.after.size()), before(positions.known.size());
  for (const std::uint64_t key : positions.after) after.add(key, {});
  for (const Reached& one : positions.known) {
    const std::uint64_t key = one.key();
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
      if (const auto* moves = before.find(one.key())) once.moves += moves->size();
    }
  });
  once.slots = before.read() - read_before;
  return {each, once};
}

struct LookOptions {
  std::string book;
  int plies = 20;
};

reports::TableOf<LookUpCost> look_table() {
  return {"look",
          "Cost of looking up a position's moves",
          {{{"way", "",
             "each move: the keys of all legal moves' positions; one probe: of the position, "
             "with which the moves are stored"},
            &LookUpCost::way},
           {{"positions", "", "looked up"}, &LookUpCost::positions},
           {{"keys", "", "computed"}, &LookUpCost::keys},
           {{"slots", "", "of the hash table that were read"}, &LookUpCost::slots},
           {{"keys_each", "", "per position", 2},
            [](const auto& one) {
              return static_cast<double>(one.keys) / static_cast<double>(one.positions);
            }},
           {{"slots_each", "", "per position", 2},
            [](const auto& one) {
              return static_cast<double>(one.slots) / static_cast<double>(one.positions);
            }},
           {{"moves", "", "that the look-ups found"}, &LookUpCost::moves},
           {{"time", "ms", "per position", 4}, [](const auto& one) {
              return 1e3 * one.seconds / static_cast<double>(one.positions);
            }}}};
}

void run_look(const LookOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({look_table()});
  const chess::Book book = chess::read_book(options.book);
  const auto costs = compare_look_ups(book, options.plies);
  reports::Table table = look_table().with(costs);
  table.notes.push_back(fmt::format(
      "all positions of the book up to {} plies from the start; moves that lead into a position of "
      "another line are found by each move alone",
      options.plies));
  session.publish({.tables = {std::move(table)}}, 1);
}

}  // namespace

void add_look(cli::Command book, cli::Session& session) {
  const auto options = std::make_shared<LookOptions>();
  const cli::Command look = book.add_subcommand(
      "look", "Compare two ways of book look-up: by a key for each legal move, or by one key");
  look.add_option("FILE", options->book, "A book of plylab or Polyglot").required();
  look.add_option("--plies N", options->plies, "Look up all positions up to N plies deep")
      .range(1, 100)
      .show_default();
  session.add_options(look);
  look.example("plylab book look games.book");
  look.guides({"book"});
  look.callback([options, &session] { run_look(*options, session); });
}

}  // namespace plylab::suites::play::book
