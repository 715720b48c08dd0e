#include "search/mate/proof.h"

#include <algorithm>
#include <type_traits>

#include "gen/chess/mailbox/mailbox.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

template <class Start>
class Replay {
 public:
  using Rules =
      std::conditional_t<std::is_same_v<Start, chess::ValidSetup>, chess::Orthodox, chess::Fairy>;
  using Board = chess::MailboxOf<Rules>;

  Replay(const Start& position, const Proof& proof) : board_(position), proof_(proof) {}

  /// The length of the longest line from here in moves, or 0 if the proof has a hole.
  int length(int max_moves) {
    const Proof::Step* step = proof_.find(board_.key());
    if (!step || step->moves < 1 || step->moves > max_moves || !is_legal(step->move)) return 0;
    if (const auto known = lengths_.find(board_.key()); known != lengths_.end())
      return known->second;
    int longest = 1;
    const auto undo = board_.make(step->move);
    const chess::Moves replies = board_.generate();
    if (replies.empty() && board_.checkers() == 0) longest = 0;
    for (const Move reply : replies) {
      const auto undo_reply = board_.make(reply);
      const int rest = length(step->moves - 1);
      board_.unmake(reply, undo_reply);
      longest = rest == 0 ? 0 : std::max(longest, rest + 1);
      if (longest == 0) break;
    }
    board_.unmake(step->move, undo);
    lengths_[board_.key()] = longest;
    return longest;
  }

  /// The longest line of a proof without holes.
  std::vector<Move> line() {
    std::vector<Move> moves;
    while (true) {
      const int rest = lengths_.at(board_.key()) - 1;
      moves.push_back(proof_.find(board_.key())->move);
      board_.make(moves.back());
      if (rest == 0) return moves;
      for (const Move reply : board_.generate()) {
        const auto undo = board_.make(reply);
        moves.push_back(reply);
        if (lengths_.at(board_.key()) == rest) break;
        moves.pop_back();
        board_.unmake(reply, undo);
      }
    }
  }

 private:
  bool is_legal(Move move) const {
    const chess::Moves legal = board_.generate();
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }

  struct Hash {
    std::size_t operator()(const Key& key) const { return key.low; }
  };

  Board board_;
  const Proof& proof_;
  std::unordered_map<Key, int, Hash> lengths_;
};

}  // namespace

template <class Start>
std::optional<std::vector<Move>> replay(const Start& position, const Proof& proof) {
  const Proof::Step* first = proof.find(typename Replay<Start>::Board(position).key());
  Replay replay(position, proof);
  if (!first || replay.length(first->moves) == 0) return std::nullopt;
  return replay.line();
}

template std::optional<std::vector<Move>> replay(const chess::ValidSetup&, const Proof&);
template std::optional<std::vector<Move>> replay(const chess::VariantSetup&, const Proof&);

}  // namespace plylab::search::mate
