#include "perft/verify/key_faults.h"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/chess/keys.h"
#include "gen/chess/line.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

enum class KeyPart { castling, en_passant, captured, en_passant_victim, promoted, castled_rook };

constexpr std::pair<KeyPart, std::string_view> parts[] = {
    {KeyPart::castling, "the castling rights"},
    {KeyPart::en_passant, "the e.p. square"},
    {KeyPart::captured, "that a captured piece is gone"},
    {KeyPart::en_passant_victim, "that a pawn captured e.p. is gone"},
    {KeyPart::promoted, "what a pawn was promoted to"},
    {KeyPart::castled_rook, "where the rook goes in castling"}};

constexpr std::size_t most_positions = 30'000;

/// A perft with a table whose key leaves out one part.
class FaultyWalk {
 public:
  explicit FaultyWalk(KeyPart part) : part_(part) {}

  /// Counts below a position whose faulty key differs from the right one by `error`. Sets full()
  /// and returns anything if there are too many positions.
  Count count(const Setup& setup, Key error, int depth, const std::vector<Move>& order = {}) {
    if (seen_.size() > most_positions) return 0;
    Key key = compute_key(setup) ^ error;
    if (part_ == KeyPart::castling || part_ == KeyPart::en_passant) key = key ^ left_out(setup);
    const auto [entry, is_new] = seen_.try_emplace({key, depth}, Entry{0, path_, setup});
    if (!is_new) {
      if (!confused_ && entry->second.setup != setup && pack(entry->second.setup) != pack(setup))
        confused_ = {entry->second.path, path_};
      return entry->second.count;
    }
    Count total;
    const auto moves = order.empty() ? legal_moves(setup) : order;
    for (const Move move : moves) {
      if (depth == 1) {
        total += 1;
        continue;
      }
      path_.push_back(move);
      total += count(chess::after(setup, move), error ^ error_of(setup, move), depth - 1);
      path_.pop_back();
    }
    return seen_.at({key, depth}).count = total;
  }

  bool full() const { return seen_.size() > most_positions; }
  /// Two paths to positions that the key does not tell apart.
  const auto& confused() const { return confused_; }

 private:
  struct Entry {
    Count count;
    std::vector<Move> path;
    Setup setup;
  };

  /// The part of the key of a position that is not there.
  Key left_out(const Setup& setup) const {
    Setup bare = setup;
    if (part_ == KeyPart::castling) bare.castling = no_castling;
    if (part_ == KeyPart::en_passant) bare.en_passant = no_square;
    return compute_key(setup) ^ compute_key(bare);
  }

  /// What the move forgets to change in the key.
  Key error_of(const Setup& setup, Move move) const {
    const Color us = setup.side;
    if (part_ == KeyPart::captured && move.is_capture() && !move.is_en_passant())
      return keys.piece[setup.squares[move.to()]][move.to()];
    if (part_ == KeyPart::en_passant_victim && move.is_en_passant())
      return keys.piece[make_piece(!us, pawn)][move.captured_on()];
    if (part_ == KeyPart::promoted && move.is_promotion())
      return keys.piece[make_piece(us, move.promoted())][move.to()] ^
             keys.piece[make_piece(us, pawn)][move.to()];
    if (part_ == KeyPart::castled_rook && move.is_castle())
      return keys.piece[make_piece(us, rook)][move.to()] ^
             keys.piece[make_piece(us, rook)][castled_rook(us, move.castling_side())];
    return {};
  }

  KeyPart part_;
  std::map<std::pair<Key, int>, Entry> seen_;
  std::vector<Move> path_;
  std::optional<std::pair<std::vector<Move>, std::vector<Move>>> confused_;
};

}  // namespace

std::optional<std::string> blamed_key(const Counterexample& walk) {
  if (!walk.comparison.answer.total) return std::nullopt;
  const Setup root = ValidSetup(walk.reached.position()).setup();
  for (const auto& [part, name] : parts) {
    FaultyWalk faulty(part);
    const auto total = faulty.count(root, {}, walk.depth, walk.comparison.order);
    if (faulty.full()) return std::nullopt;
    if (total != *walk.comparison.answer.total || !faulty.confused()) continue;
    const auto& [one, other] = *faulty.confused();
    return fmt::format(
        "as if its key left out {}: the position after {} is taken for the one after {}", name,
        san_line(ValidSetup(root), other), san_line(ValidSetup(root), one));
  }
  return std::nullopt;
}

}  // namespace plylab::perft::verify
