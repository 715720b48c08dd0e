#include "perft/verify/table_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

struct PartText {
  std::string_view name;
  std::string_view what;  ///< it lacks, if it is a part of the key
};

/// In the order of TablePart.
constexpr PartText parts[] = {
    {"key_castling_rights", "its key left out the castling rights"},
    {"key_en_passant_square", "its key left out the e.p. square"},
    {"key_side_to_move", "its key left out the side to move"},
    {"key_color", "its key did not tell black pieces from white ones"},
    {"key_captured_piece", "its key left out that a captured piece is gone"},
    {"key_en_passant_victim", "its key left out that a pawn captured e.p. is gone"},
    {"key_promoted_piece", "its key left out what a pawn was promoted to"},
    {"key_castled_rook", "its key left out where the rook goes in castling"},
    {"key_moved_rook", "its key kept the castling right of a rook that has moved"},
    {"key_not_restored", "its key were not restored when a move is taken back"},
    {"entry_depth", "it did not compare the depth of its entries"},
    {"greater_entry_depth", "it took entries of a greater depth"}};
constexpr TablePart last_part = TablePart::greater_depth;
static_assert(std::size(parts) == static_cast<std::size_t>(last_part) + 1);

constexpr std::size_t most_visits = 30'000;
constexpr std::size_t most_questions = 5'000;  // about the order of moves

/// The positions of a walk, each with its moves, so that many faults can be tried quickly.
class Positions {
 public:
  using MovesOf = std::function<std::vector<Move>(const Setup&)>;

  explicit Positions(MovesOf moves_of) : moves_of_(std::move(moves_of)) {}

  struct Node {
    Setup setup;
    Key key;
    std::optional<std::vector<Move>> moves = {};  ///< when they were asked for
    std::map<Move, Node*> children = {};          ///< so far as they were
  };

  Node& at(const Setup& setup) {
    const Key key = compute_key(setup);
    return nodes_.try_emplace(key, Node{setup, key}).first->second;
  }

  const std::vector<Move>& moves(Node& node) {
    if (!node.moves) node.moves = moves_of_(node.setup);
    return *node.moves;
  }

  std::size_t size() const { return nodes_.size(); }

  Node& child(Node& node, Move move) {
    Node*& child = node.children[move];
    if (child == nullptr) child = &at(chess::after(node.setup, move));
    return *child;
  }

 private:
  MovesOf moves_of_;
  std::map<Key, Node> nodes_;  // by 128 bits: equal keys are equal positions
};

using Node = Positions::Node;

/// A table with one fault.
struct FaultyTable {
  TablePart part;
  int least_depth = 1;             ///< that it holds
  bool remembers = true;           ///< what the questions for lesser depths have left
  bool every_double_step = false;  ///< sets the e.p. file, whether a capture is possible or not
  bool entry_a_depth = false;      ///< holds a position's counts of several depths
  bool holds_root = false;         ///< the position asked about too
};

/// A perft with a faulty table.
class FaultyWalk {
 public:
  FaultyWalk(Positions& positions, const FaultyTable& table)
      : positions_(positions), table_(table) {}

  /// The count of a depth. Sets full() and returns anything if there are too many positions.
  Count ask(const Setup& root, int depth, const std::vector<Move>& order) {
    Node& node = positions_.at(root);
    key_ = static_key(node);
    confusion_.reset();
    return table_.holds_root ? look_up(node, depth, order, {}) : walk(node, depth, order, {});
  }

  bool full() const { return visits_ > most_visits; }
  /// A position that was met, and the other one whose count was taken for its own.
  struct Confusion {
    std::vector<Move> met, counted;
    int met_depth, counted_depth;
  };
  const std::optional<Confusion>& confusion() const { return confusion_; }

 private:
  struct Entry {
    int depth;
    Count count;
    std::vector<Move> path;
    const Node* node;
  };

  bool ignores(TablePart part) const { return table_.part == part; }

  /// `passed` is what a double step that nobody can answer has added to the key.
  Count look_up(Node& node, int depth, const std::vector<Move>& order, Key passed) {
    if (full()) return 0;
    if (depth < table_.least_depth) return walk(node, depth, order, passed);
    const std::pair place(key_, table_.entry_a_depth ? depth : 0);
    if (const auto found = entries_.find(place); found != entries_.end()) {
      const Entry& entry = found->second;
      if (is_taken(entry.depth, depth)) {
        if (!confusion_ && (entry.node != &node || entry.depth != depth))
          confusion_ = {path_, entry.path, depth, entry.depth};
        return entry.count;
      }
    }
    const Count count = walk(node, depth, order, passed);
    entries_.insert_or_assign(place, Entry{depth, count, path_, &node});
    return count;
  }

  Count walk(Node& node, int depth, const std::vector<Move>& order, Key passed) {
    ++visits_;
    const auto& moves = positions_.moves(node);
    if (depth == 1) return moves.size();
    Count total;
    for (const Move move : order.empty() ? moves : order) {
      Node& child = positions_.child(node, move);
      const Key before = key_;
      const Key next = passed_by(child.setup, move);
      key_ ^= static_key(node) ^ static_key(child) ^ error_of(node.setup, move) ^ passed ^ next;
      path_.push_back(move);
      total += look_up(child, depth - 1, {}, next);
      path_.pop_back();
      if (!ignores(TablePart::not_restored)) key_ = before;
    }
    return total;
  }

  /// Whether a count of some depth is taken for that of the depth wanted.
  bool is_taken(int depth, int wanted) const {
    return depth == wanted || ignores(TablePart::depth) ||
           (ignores(TablePart::greater_depth) && depth > wanted);
  }

  /// The key as it is computed for a position set up.
  Key static_key(const Node& node) const {
    Setup setup = node.setup;
    if (ignores(TablePart::castling)) setup.castling = no_castling;
    if (ignores(TablePart::en_passant)) setup.en_passant = no_square;
    if (ignores(TablePart::side)) setup.side = white;
    if (ignores(TablePart::color))
      for (int s = a1; s <= h8; ++s)
        if (Piece& piece = setup.squares[static_cast<Square>(s)]; piece != no_piece)
          piece = make_piece(white, type_of(piece));
    const bool whole = setup == node.setup;
    return whole ? node.key : compute_key(setup);
  }

  Key passed_by(const Setup& after, Move move) const {
    const bool noted = table_.every_double_step && move.kind() == MoveKind::double_push &&
                       after.en_passant == no_square;
    return noted ? keys.en_passant[static_cast<unsigned>(file_of(move.from()))] : Key{};
  }

  /// What a move forgets to change in the key.
  Key error_of(const Setup& setup, Move move) const {
    const Color us = setup.side;
    if (ignores(TablePart::captured) && move.is_capture() && !move.is_en_passant())
      return keys.piece[setup.squares[move.to()]][move.to()];
    if (ignores(TablePart::en_passant_victim) && move.is_en_passant())
      return keys.piece[make_piece(!us, pawn)][move.captured_on()];
    if (ignores(TablePart::promoted) && move.is_promotion())
      return keys.piece[make_piece(us, move.promoted())][move.to()] ^
             keys.piece[make_piece(us, pawn)][move.to()];
    if (ignores(TablePart::castled_rook) && move.is_castle())
      return keys.piece[make_piece(us, rook)][move.to()] ^
             keys.piece[make_piece(us, rook)][castled_rook(us, move.castling_side())];
    if (ignores(TablePart::moved_rook))
      for (const Square rook_square : setup.castling[index(us)])
        if (rook_square == move.from()) return keys.castling[rook_square];
    return {};
  }

  Positions& positions_;
  const FaultyTable table_;
  Key key_;
  std::map<std::pair<Key, int>, Entry> entries_;
  std::vector<Move> path_;
  std::optional<Confusion> confusion_;
  std::size_t visits_ = 0;
};

/// The tables that a fault is tried in, the usual ones first.
std::vector<FaultyTable> tables_with(TablePart part) {
  const bool compares_depths = part != TablePart::depth && part != TablePart::greater_depth;
  std::vector<FaultyTable> tables;
  for (const bool entry_a_depth : {false, true})
    for (const bool every_double_step : {false, true})
      for (const bool remembers : {false, true})
        for (const int least_depth : {1, 2})
          if (compares_depths || !entry_a_depth)
            tables.push_back({part, least_depth, remembers, every_double_step, entry_a_depth});
  if (part == TablePart::depth) tables.push_back({.part = part, .holds_root = true});
  return tables;
}

/// "after 1. e4 e5", behind "the position" or "the one".
std::string after_line(const Setup& root, const std::vector<Move>& path) {
  return path.empty() ? "asked about" : "after " + san_line(ValidSetup(root), path);
}

std::string sentence(TablePart part, const Setup& root, const FaultyWalk::Confusion& confusion) {
  const std::string_view what = parts[static_cast<std::size_t>(part)].what;
  const std::string met = after_line(root, confusion.met);
  const std::string counted = after_line(root, confusion.counted);
  if (part == TablePart::not_restored) return fmt::format("as if {}", what);
  if (confusion.met_depth == confusion.counted_depth)
    return fmt::format("as if {}: the position {} is taken for the one {}", what, met, counted);
  return fmt::format(
      "as if {}: for the perft({}) of the position {} it takes the perft({}) of the {}", what,
      confusion.met_depth, met, confusion.counted_depth,
      met == counted ? "same" : "one " + counted);
}

std::optional<TableFault> table_fault(const Counterexample& walk, Positions& positions) {
  const Count reported = *walk.comparison.answer.total;
  const Setup root = ValidSetup(walk.reached.position()).setup();
  for (int i = 0; i <= static_cast<int>(last_part); ++i)
    for (const FaultyTable& table : tables_with(static_cast<TablePart>(i))) {
      FaultyWalk faulty(positions, table);
      for (int depth = 1; depth < walk.depth && table.remembers; ++depth)
        faulty.ask(root, depth, walk.comparison.order);
      const Count total = faulty.ask(root, walk.depth, walk.comparison.order);
      if (faulty.full()) return std::nullopt;
      if (total == reported && faulty.confusion())
        return TableFault{table.part, sentence(table.part, root, *faulty.confusion())};
    }
  return std::nullopt;
}

/// The moves in the order in which the generator lists them, if it lists just these.
std::vector<Move> moves_in_its_order(engines::GeneratorUnderTest& generator, const Setup& setup) {
  std::vector<Move> order = ask(generator, {setup, {}}, 1).order;
  const std::vector<Move> legal = legal_moves(setup);
  return std::is_permutation(order.begin(), order.end(), legal.begin(), legal.end()) ? order
                                                                                     : legal;
}

}  // namespace

std::string_view name_of(TablePart part) { return parts[static_cast<std::size_t>(part)].name; }

std::optional<TableFault> table_fault(engines::GeneratorUnderTest& generator,
                                      const Counterexample& walk) {
  if (!walk.comparison.answer.total) return std::nullopt;
  Positions positions([](const Setup& setup) { return legal_moves(setup); });
  auto fault = table_fault(walk, positions);
  if (fault || walk.comparison.order.empty() || positions.size() > most_questions) return fault;
  Positions as_listed([&](const Setup& setup) { return moves_in_its_order(generator, setup); });
  return table_fault(walk, as_listed);
}

}  // namespace plylab::perft::verify
