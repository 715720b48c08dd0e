// The positions that the moves of a book reach.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gen/chess/book/book.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::suites::play::book {

/// A position, and the moves that lead to it.
struct Reached {
  chess::Mailbox board;
  std::vector<chess::Move> line = {};

  /// Its key in books.
  std::uint64_t key() const {
    return chess::key_after(board.setup(),
                            line.empty() ? std::nullopt : std::optional(line.back()));
  }
};

/// A legal move that a book has in a position.
struct KnownMove {
  chess::Move move;
  chess::BookMove book;
};

/// Visits the positions fewer than `plies` plies from the start in which a book has moves, each
/// once, the nearest first: all that is within reach is found, however else a position is reached.
/// moves_of(key) returns the book's moves in a position, visit(reached, moves) gets the legal ones.
void for_each_reached(const chess::ValidSetup& start, int plies, auto&& moves_of, auto&& visit) {
  std::vector<Reached> reached{{chess::Mailbox(start)}};
  std::set<std::uint64_t> seen;
  for (int ply = 0; ply < plies && !reached.empty(); ++ply) {
    std::vector<Reached> next;
    for (const Reached& one : reached) {
      const std::uint64_t key = one.key();
      if (!seen.insert(key).second) continue;
      const auto legal = one.board.generate();
      std::vector<KnownMove> moves;
      for (const chess::BookMove& known : moves_of(key))
        if (const auto move = chess::find_polyglot_move(legal, known.move))
          moves.push_back({*move, known});
      if (moves.empty()) continue;
      visit(one, std::as_const(moves));
      for (const KnownMove& known : moves) {
        Reached& after = next.emplace_back(one);
        after.board.make(known.move);
        after.line.push_back(known.move);
      }
    }
    reached = std::move(next);
  }
}

}  // namespace plylab::suites::play::book
