#include "suites/play/book/book_player.h"

#include <algorithm>
#include <vector>

#include "gen/base/random.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/registry.h"

namespace plylab::suites::play::book {

std::optional<chess::Move> draw_move(std::span<const chess::BookMove> known,
                                     const chess::Mailbox& board, const BookLimits& limits,
                                     std::uint64_t& random) {
  struct Candidate {
    chess::Move move;
    std::uint64_t weight;
  };
  std::vector<Candidate> candidates;
  std::uint64_t all = 0;
  for (const chess::BookMove& one : known) {
    if (candidates.size() == limits.max_moves) break;
    if (one.games() > 0 && one.games() < limits.min_games) continue;
    const auto move = chess::find_polyglot_move(board.generate(), one.move);
    if (!move) continue;  // of another position with the same key
    candidates.push_back({*move, one.weight()});
    all += one.weight();
  }
  if (candidates.empty()) return std::nullopt;
  if (all == 0) return candidates[splitmix64(random) % candidates.size()].move;
  std::uint64_t place = splitmix64(random) % all;
  const auto drawn = std::ranges::find_if(candidates, [&](const Candidate& one) {
    if (place < one.weight) return true;
    place -= one.weight;
    return false;
  });
  return drawn->move;
}

engines::Reply BookPlayer::play(const players::MoveRequest& request) {
  if (request.moves.size() >= limits_.plies) return thinker_->play(request);
  chess::Mailbox board(request.start.as<chess::Chess>());
  std::optional<chess::Move> last;
  for (const std::string& text : request.moves) {
    last = chess::move_from_text(board, text);
    board.make(*last);
  }
  std::uint64_t state = seed_ + request.game;
  state = splitmix64(state) + request.moves.size();
  const chess::Book known = book_->position(chess::key_after(board.setup(), last));
  const auto move = draw_move(known.moves(), board, limits_, state);
  if (!move) return thinker_->play(request);
  engines::Reply reply;
  reply.move = chess::to_uci(*move);
  reply.from_book = true;
  return reply;
}

}  // namespace plylab::suites::play::book
