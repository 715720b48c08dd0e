// A player that plays from an opening book before it thinks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "gen/chess/book/book_file.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/players/player.h"

namespace plylab::suites::play::book {

/// Which moves of a book are played.
struct BookLimits {
  std::size_t plies = std::numeric_limits<std::size_t>::max();  ///< from the beginning of the game
  std::uint64_t min_games = 1;  ///< that made the move; a move without results stays
  std::size_t max_moves = std::numeric_limits<std::size_t>::max();  ///< those of greatest weight
};

/// One of the moves that a book knows in the position, drawn by weights as Polyglot does; none if
/// it knows none. A move of weight 0, as one whose games were all lost, is passive: as in the
/// program RDChess such moves are played, with equal chances, if there is no other.
std::optional<chess::Move> draw_move(std::span<const chess::BookMove> known,
                                     const chess::Mailbox& board, const BookLimits& limits,
                                     std::uint64_t& random);

/// Plays moves of a book, and lets another player think where it has none. What is drawn depends
/// only on the seed, the game's number and the ply.
class BookPlayer : public players::Player {
 public:
  BookPlayer(std::unique_ptr<players::Player> thinker,
             std::shared_ptr<const chess::OpenedBook> book, const BookLimits& limits,
             std::uint64_t seed)
      : thinker_(std::move(thinker)), book_(std::move(book)), limits_(limits), seed_(seed) {}

  std::string name() const override { return thinker_->name(); }
  void new_game() override { thinker_->new_game(); }
  engines::Reply play(const players::MoveRequest& request) override;

 private:
  std::unique_ptr<players::Player> thinker_;
  std::shared_ptr<const chess::OpenedBook> book_;
  BookLimits limits_;
  std::uint64_t seed_;
};

}  // namespace plylab::suites::play::book
