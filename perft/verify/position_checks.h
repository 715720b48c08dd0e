// Checks of a position in a generator. `soak`, the conformance suite for games and the fuzzers
// share them: each check has one entry here, with its name and its sentence.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "gen/base/random.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/game/game.h"
#include "gen/game/moves.h"

namespace plylab::perft::verify {

/// In the order in which `soak` runs them.
enum class Check : std::uint8_t {
  state,
  moves,
  children,
  unmake,
  two_plies,
  keys,
  three_plies,
  rules,
  packed,
  position_text,
  move_text,
  ending,
  whole_game
};

/// The name and help of a check.
struct CheckInfo {
  std::string_view name;
  std::string_view help;  ///< one line
};

inline constexpr std::array<CheckInfo, 13> checks{{
    {"state",
     "all generators have the same position, side to move, key and packed form; where "
     "key and packed form can be computed afresh, they match"},
    {"moves", "the same moves are listed, none twice, and as many are counted without a list"},
    {"children", "after each move all generators have the same key and count as many moves"},
    {"unmake",
     "each move is made and taken back: the key is the same each time, the whole state at the end"},
    {"two_plies", "kernels that count two plies at once agree with the sum over the children"},
    {"keys", "no two of the positions that a thread has met recently have the same key"},
    {"three_plies", "kernels that count three plies at once agree with the sum over grandchildren"},
    {"rules", "the slow reference generator of chess lists the same moves"},
    {"packed", "the packed form unpacks to the same position"},
    {"position_text", "each generator set up from the position's text is in the same state"},
    {"move_text", "each move is read back from its text, and no other text is taken for a move"},
    {"ending", "a position without moves is won, lost or drawn"},
    {"whole_game", "all moves of a game are taken back: the start is the same to the last bit"},
}};

constexpr const CheckInfo& info(Check check) { return checks[static_cast<std::size_t>(check)]; }

// ---- the state of a generator ----

/// The state that must be equal in all generators, and must be restored when moves are taken back.
template <class Packed>
struct State {
  Packed packed;
  Key key;
  Side side_to_move;
  bool drawn_by_rule;

  /// Whether its parts are consistent, as far as can be checked.
  bool is_consistent() const { return true; }
  friend bool operator==(const State&, const State&) = default;
};

/// In chess the board, all rights and both clocks.
struct ChessState {
  chess::Setup setup;
  chess::Packed packed;
  Key key;

  /// Whether the key and the packed form are those of the board.
  bool is_consistent() const {
    return key == chess::compute_key(setup) && packed == chess::pack(setup);
  }
  friend bool operator==(const ChessState&, const ChessState&) = default;
};

template <Position P>
auto state_of(const P& position) {
  if constexpr (chess::ChessPosition<P>)
    return ChessState{position.setup(), position.packed(), position.key()};
  else
    return State<typename P::Packed>{position.packed(), position.key(), position.side_to_move(),
                                     position.drawn_by_rule()};
}

/// How sorted lists of moves differ: "lists 21 moves and not 20, it alone has e5d6".
/// `text_of(move)` writes a move.
template <class Move>
std::string difference_text(std::string_view name, const std::vector<Move>& moves,
                            const std::vector<Move>& others, auto&& text_of) {
  const auto texts = [&](const char* has, const std::vector<Move>& from,
                         const std::vector<Move>& without) {
    std::vector<Move> more;
    std::set_difference(from.begin(), from.end(), without.begin(), without.end(),
                        std::back_inserter(more));
    if (more.empty()) return std::string();
    std::string text = fmt::format(", {} alone {}", name, has);
    for (const Move& move : more) text += ' ' + text_of(move);
    return text;
  };
  return fmt::format("lists {} moves and not {}{}{}", moves.size(), others.size(),
                     texts("has", moves, others), texts("lacks", others, moves));
}

// ---- checks of one position by one generator: what is wrong, in a sentence, or "" ----

template <Position B>
std::string moves_fault(const B& board) {
  const auto moves = sorted_moves(board);
  if (board.count() != moves.size())
    return fmt::format("counts {} moves and lists {}", board.count(), moves.size());
  const auto twice = std::adjacent_find(moves.begin(), moves.end());
  return twice == moves.end() ? "" : fmt::format("lists {} twice", move_text(board, *twice));
}

template <Position B>
std::string unmake_fault(const B& board) {
  const auto before = state_of(board);
  const unsigned moves = board.count();
  B position = board;
  for (const auto& move : board.generate()) {
    const auto undo = position.make(move);
    const bool is_same = position.packed() == board.packed();
    const bool stays = position.side_to_move() == board.side_to_move();
    position.unmake(move, undo);
    if (!(state_of(position) == before) || position.count() != moves)
      return fmt::format("is not back in the position after {} was made and taken back",
                         move_text(board, move));
    if (is_same) return fmt::format("has the same packed form after {}", move_text(board, move));
    if (stays) return fmt::format("has the same side to move after {}", move_text(board, move));
  }
  return "";
}

template <Position B>
std::string ending_fault(const B& board) {
  return board.count() == 0 && board.terminal_outcome() == plylab::Outcome::ongoing
             ? "has neither moves nor an outcome"
             : "";
}

/// Only the first generator reads moves as players write them.
template <Game G, Position B>
std::string move_text_fault(const B& board) {
  for (const auto& move : board.generate()) {
    const std::string text = move_text(board, move);
    const auto found = move_from_text(board, text);
    if (!found || !(*found == move)) return fmt::format("does not read '{}' back", text);
    if (const std::string longer = text + "foo"; move_from_text(board, longer))
      return fmt::format("takes '{}' for a move", longer);
    if constexpr (std::is_same_v<B, FirstBoard<G>>)
      if (const std::string words = move_words<G>(board, move);
          !(move_from_words<G>(board, words) == move))
        return fmt::format("does not read '{}' back", words);
  }
  for (const std::string_view nonsense : {"no move at all", ""})
    if (move_from_text(board, nonsense)) return fmt::format("takes '{}' for a move", nonsense);
  return "";
}

template <chess::ChessPosition B>
std::string position_text_fault(const B& board) {
  const chess::Setup setup = board.setup();
  for (const std::string& fen : {chess::to_string(setup), chess::shredder_fen(setup)}) {
    const chess::ValidSetup start(fen);
    if (start.setup() != setup) return fmt::format("is not in the position of '{}'", fen);
    if (!(state_of(B(start)) == state_of(board)))
      return fmt::format("has another state when it is set up from '{}'", fen);
  }
  return "";
}

template <chess::ChessPosition B>
std::string rules_fault(const B& board) {
  auto legal = chess::legal_moves(board.setup());
  std::sort(legal.begin(), legal.end());
  const auto moves = sorted_moves(board);
  return moves == legal ? "" : difference_text("it", moves, legal, [&](chess::Move move) {
    return move_text(board, move);
  });
}

template <chess::ChessPosition B>
std::string packed_fault(const B& board) {
  const chess::Setup setup = board.setup();
  chess::Setup unpacked = chess::unpack(board.packed());
  unpacked.halfmove_clock = setup.halfmove_clock;
  unpacked.fullmove = setup.fullmove;
  return unpacked == setup ? "" : "has a packed form that stands for another position";
}

/// A check and its function.
template <class Board>
struct PositionCheck {
  Check check;
  std::string (*fault)(const Board&);  ///< a sentence, or "" if nothing is wrong
};

/// The checks that need only one generator and one position.
template <Game G, Position B>
constexpr auto position_checks() {
  using One = PositionCheck<B>;
  constexpr std::array of_all{
      One{Check::moves, &moves_fault<B>}, One{Check::unmake, &unmake_fault<B>},
      One{Check::move_text, &move_text_fault<G, B>}, One{Check::ending, &ending_fault<B>}};
  if constexpr (chess::ChessPosition<B>)
    return std::array{of_all[0],
                      of_all[1],
                      One{Check::rules, &rules_fault<B>},
                      One{Check::packed, &packed_fault<B>},
                      One{Check::position_text, &position_text_fault<B>},
                      of_all[2],
                      of_all[3]};
  else
    return of_all;
}

/// A sentence on the fault that one of these checks finds; "" if none, or if the game lacks this
/// check.
template <Game G, Position B>
std::string fault_of(Check check, const B& board) {
  for (const PositionCheck<B>& one : position_checks<G, B>())
    if (one.check == check) return one.fault(board);
  return "";
}

// ---- keys ----

/// A hash of the moves of a position that does not depend on their order.
template <Position P>
std::uint64_t sum_of_moves(const P& position) {
  std::uint64_t sum = 0;
  for (const auto& move : position.generate()) sum += number_of(move);
  return sum;
}

/// A cache of recent positions by key, for Check::keys.
template <Game G>
class KnownPositions {
 public:
  explicit KnownPositions(std::size_t capacity = std::size_t{1} << 15) : entries_(capacity) {}

  /// Compares the key and the packed form of a position with those seen before in any generator,
  /// and remembers them. Returns a sentence on the fault, or "". `moves` is sum_of_moves().
  template <class Board>
  std::string look(const Board& board, std::uint64_t moves) {
    const Entry here{board.key(), board.packed(), board.side_to_move(), moves, &typeid(Board)};
    std::optional<Entry>& known = entries_[mixed(here.key) % entries_.size()];
    if (!known || known->key != here.key) {
      known = here;
      return "";
    }
    if (!(known->packed == here.packed))
      return known->side_to_move == here.side_to_move
                 ? "has the key of another position with other moves or pieces"
                 : "has the key of another position with the other side to move";
    if (known->moves == here.moves) return "";
    return *known->board == *here.board
               ? "has the key and the packed form of another position with other moves"
               : "lists other moves here than another generator";
  }

 private:
  struct Entry {
    Key key;
    typename FirstBoard<G>::Packed packed;
    Side side_to_move;
    std::uint64_t moves;
    const std::type_info* board;  // the type that listed them
  };

  std::vector<std::optional<Entry>> entries_;
};

/// Compares positions with each other: those of games, their children, and sometimes those in a
/// tree below them. Trees contain positions that are rare in random games.
template <Game G>
class KeySurvey {
 public:
  /// A sentence on the fault of keys or packed forms here; "" if there is none.
  template <class Board>
  std::string look_around(const Board& board) {
    if (std::string fault = look(board); !fault.empty()) return fault;
    if (std::string fault = look_at_children(board); !fault.empty()) return fault;
    return met_++ % positions_per_tree == 0 && trees_ < max_trees ? look_at_tree(board)
                                                                  : std::string();
  }

 private:
  using Packed = typename FirstBoard<G>::Packed;
  using Move = MoveOf<G>;
  static constexpr std::size_t capacity = std::size_t{1} << 18;
  /// Positions, after which children are compared only with each other.
  static constexpr std::size_t enough = 100'000;
  static constexpr int positions_per_tree = 31, max_trees = 100;
  static constexpr int width = 3, plies = 7;  // of a tree

  template <class Board>
  std::string look(const Board& board) {
    ++looked_at_;
    std::string fault = known_.look(board, sum_of_moves(board));
    if constexpr (std::totally_ordered<Packed>) {
      const auto known = keys_.try_emplace(board.packed(), board.key()).first;
      if (fault.empty() && known->second != board.key())
        fault = "has the packed form of another position with another key";
    }
    return fault;
  }

  template <class Board>
  std::string look_at_children(const Board& board) {
    std::vector<std::pair<Key, Packed>> children;
    for (const auto& move : board.generate()) {
      auto child = board;
      child.make(move);
      if (looked_at_ < enough)
        if (std::string fault = look(child); !fault.empty())
          return fault + ", after " + move_text(board, move);
      children.emplace_back(child.key(), child.packed());
    }
    for (const auto& a : children)
      for (const auto& b : children)
        if ((a.first == b.first) != (a.second == b.second))
          return "has two moves that lead to one packed form, but to two keys, or to one key, but "
                 "to two packed forms";
    return {};
  }

  /// Visits a narrow tree: in each position the first moves of an order drawn for the whole tree.
  /// It contains transpositions and detours, and so positions that differ only slightly, for
  /// example only in the side to move.
  template <class Board>
  std::string look_at_tree(const Board& root) {
    struct Node {
      Board board;
      std::string played;
    };
    ++trees_;
    const std::uint64_t order = splitmix64(random_);
    std::set<Key> seen{root.key()};
    std::vector<Node> level{{root, ""}};
    for (int ply = 0; ply < plies; ++ply) {
      std::vector<Node> next;
      for (const Node& node : level)
        for (const Move& move : first_moves(node.board, order)) {
          Node child{node.board, node.played + ' ' + move_text(node.board, move)};
          child.board.make(move);
          if (std::string fault = look(child.board); !fault.empty())
            return fault + ", after" + child.played;
          if (seen.insert(child.board.key()).second) next.push_back(std::move(child));
        }
      level = std::move(next);
    }
    return {};
  }

  /// The first `width` moves in an order.
  template <class Board>
  static std::vector<Move> first_moves(const Board& board, std::uint64_t order) {
    const auto place = [&](const Move& move) {
      std::uint64_t number = number_of(move) ^ order;
      return splitmix64(number);
    };
    auto moves = sorted_moves(board);
    std::stable_sort(moves.begin(), moves.end(),
                     [&](const Move& a, const Move& b) { return place(a) < place(b); });
    if (moves.size() > width) moves.resize(width);
    return moves;
  }

  KnownPositions<G> known_{capacity};
  std::conditional_t<std::totally_ordered<Packed>, std::map<Packed, Key>, int> keys_{};
  std::size_t looked_at_ = 0;
  int met_ = 0, trees_ = 0;
  std::uint64_t random_ = 1;
};

}  // namespace plylab::perft::verify
