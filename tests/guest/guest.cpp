// Nim with one heap, take one to three, who takes the last one wins: a game of a guest's own,
// counted and searched by plylab. And a search of a guest's own, run on plylab's chess.
#include <gen/chess/bitboard/bitboard.h>
#include <gen/chess/bitboard/sliders.h>
#include <gen/game/moves.h>
#include <gen/game/position.h>
#include <perft/walk/walk.h>
#include <search/algorithms/alpha_beta.h>
#include <search/algorithms/iterative_deepening.h>
#include <search/algorithms/minimax.h>
#include <search/algorithms/node.h>
#include <search/base/counters.h>
#include <search/core/settings.h>
#include <search/evaluation/chess_evaluation.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace guest {

using plylab::Key;
using plylab::Outcome;
using plylab::Side;

class Nim {
 public:
  using Move = std::uint8_t;
  using MoveList = plylab::MoveList<Move, 3>;
  using Packed = std::uint64_t;
  struct Undo {};

  explicit Nim(std::uint8_t heap) : heap_(heap) {}

  Side side_to_move() const { return side_; }
  unsigned count() const { return heap_ < 3 ? heap_ : 3; }
  MoveList generate() const {
    MoveList moves;
    for (unsigned take = 1; take <= count(); ++take) moves.add(static_cast<Move>(take));
    return moves;
  }
  Undo make(Move take) {
    heap_ = static_cast<std::uint8_t>(heap_ - take);
    side_ = !side_;
    return {};
  }
  void unmake(Move take, Undo) {
    heap_ = static_cast<std::uint8_t>(heap_ + take);
    side_ = !side_;
  }
  Key key() const { return {heap_, static_cast<std::uint64_t>(side_)}; }
  Packed packed() const { return heap_ * 2u + static_cast<unsigned>(side_); }
  Outcome terminal_outcome() const { return Outcome::loss; }
  bool drawn_by_rule() const { return false; }

 private:
  std::uint8_t heap_;
  Side side_ = Side::first;
};

std::string move_text(const Nim&, Nim::Move take) { return std::to_string(take); }
std::optional<Nim::Move> move_from_text(const Nim& nim, std::string_view text) {
  for (const auto take : nim.generate())
    if (move_text(nim, take) == text) return take;
  return std::nullopt;
}

static_assert(plylab::Position<Nim>);

struct Even {
  plylab::search::Value operator()(const Nim&) const { return 0; }
};

/// A search of one's own: alpha-beta that never cuts, which is minimax with a window to carry.
struct Carrier {
  template <class S>
  static plylab::search::Value search(S& s, int depth, int ply, plylab::search::Value alpha,
                                      plylab::search::Value beta) {
    plylab::search::Node<S> node(s, Carrier::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();
    plylab::search::Value best = -plylab::search::infinity;
    while (node.next()) {
      const auto value = node.descend(alpha, beta);
      if (value > best) node.improve(best = value);
    }
    return node.leave(best);
  }
};

}  // namespace guest

int main() {
  using namespace plylab;
  using namespace plylab::search;

  int failures = 0;
  const auto expect = [&](bool holds, const char* what) {
    std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
    failures += !holds;
  };

  // Paths of length d that take one to three each from a heap of 20: 3^d while the heap lasts.
  expect(perft::perft(guest::Nim(20), 6) == Count(729), "perft of Nim");

  // A heap of a multiple of four is lost.
  for (int heap = 1; heap <= 12; ++heap) {
    Limits limits;
    limits.depth = heap;
    Searcher<guest::Nim, guest::Even> s(guest::Nim(static_cast<std::uint8_t>(heap)), {},
                                        {.limits = limits});
    const auto result = deepen<AlphaBetaSoft>(s);
    expect((result.iterations.back().value > 0) == (heap % 4 != 0), "value of Nim");
  }

  // The own search visits minimax's tree in chess.
  Limits limits;
  limits.depth = 3;
  using Board = chess::Bitboard<chess::Magic>;
  const Board start{chess::ValidSetup(chess::startpos_fen)};
  const auto visited = [&](auto search) {
    Searcher<Board, ChessEvaluation> s(start, ChessEvaluation("material"),
                                       {Order("canonical"), {}, limits});
    return deepen<decltype(search)>(s).iterations.back().stats.nodes();
  };
  expect(visited(guest::Carrier{}) == visited(Minimax{}), "nodes of a search of one's own");
  return failures == 0 ? 0 : 1;
}
