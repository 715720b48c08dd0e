// A guest's move generator. This one only wraps one of plylab's, to keep the example short; yours
// would wrap your own position in the same way.
#pragma once

#include <gen/chess/board/notation.h>
#include <gen/chess/mailbox/mailbox.h>

#include <cstdint>
#include <string>
#include <vector>

namespace guest {

class Generator {
 public:
  static constexpr bool chess960 = true;

  explicit Generator(const std::string& fen) : board_(plylab::chess::ValidSetup(fen)) {}

  std::vector<plylab::chess::Move> moves() const {
    const auto moves = board_.generate();
    return {moves.begin(), moves.end()};
  }
  std::string text(plylab::chess::Move move) const { return move_text(board_, move); }
  void make(plylab::chess::Move move) { undos_.push_back(board_.make(move)); }
  void unmake(plylab::chess::Move move) {
    board_.unmake(move, undos_.back());
    undos_.pop_back();
  }

  std::string fen() const { return to_string(board_.setup()); }
  std::uint64_t key() const { return board_.key().low; }

 private:
  plylab::chess::Mailbox board_;
  std::vector<plylab::chess::Mailbox::Undo> undos_;
};

/// The same with a bug: it never castles long.
class BuggyGenerator : public Generator {
 public:
  using Generator::Generator;

  std::vector<plylab::chess::Move> moves() const {
    auto moves = Generator::moves();
    std::erase_if(moves, [](auto move) {
      return move.is_castle() && move.castling_side() == plylab::chess::CastlingSide::queenside;
    });
    return moves;
  }
};

}  // namespace guest
