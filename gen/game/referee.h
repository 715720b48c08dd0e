// A game in progress: its history, how it ends by the rules, and the referee that holds both.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/game/game.h"
#include "gen/game/position.h"

namespace plylab {

/// A way in which a game ends by its rules.
struct RuleEnding {
  std::string_view name;   ///< fixed, for tables and files: "stalemate"
  std::string_view words;  ///< follows the winner's name: "mates"; for a draw: "Draw by stalemate"
  std::string_view help;   ///< one line
};

/// The endings of a game that defines none itself.
inline constexpr RuleEnding won{"win", "wins", "won by the rules"};
inline constexpr RuleEnding drawn{"draw", "Draw", "the game is over and nobody has won"};
inline constexpr RuleEnding drawn_by_rule{"rule", "Draw by rule",
                                          "drawn by a rule, although there are moves"};
inline constexpr std::array usual_endings{won, drawn, drawn_by_rule};

/// A draw by repetition, in every game.
inline constexpr RuleEnding repetition{"repetition", "Draw by threefold repetition",
                                       "the position for the third time"};

/// How a game has ended.
struct GameEnd {
  std::optional<Side> winner;  ///< none for a draw
  RuleEnding ending;
};

/// How the game has ended, judged by the position alone; none if it goes on.
template <Position P>
std::optional<GameEnd> end_of(const P& position) {
  switch (outcome(position)) {
    case Outcome::win:
      return GameEnd{position.side_to_move(), won};
    case Outcome::loss:
      return GameEnd{!position.side_to_move(), won};
    case Outcome::draw:
      return GameEnd{std::nullopt, position.count() == 0 ? drawn : drawn_by_rule};
    default:
      return std::nullopt;
  }
}

/// A position with the moves that led to it.
template <Position P>
class GameHistory {
 public:
  explicit GameHistory(P start) : position_(std::move(start)) {}

  const P& position() const { return position_; }
  std::size_t plies() const { return played_.size(); }

  /// Plays a legal move.
  void play(typename P::Move move) {
    const auto before = position_.packed();
    played_.push_back({move, position_.make(move), before});
  }

  /// Takes the last move back; there must be one.
  void take_back() {
    assert(!played_.empty());
    position_.unmake(played_.back().move, played_.back().undo);
    played_.pop_back();
  }

  /// How often the position has occurred, including now. Exact, since it compares packed forms.
  unsigned occurrences() const {
    const auto now = position_.packed();
    return 1 + static_cast<unsigned>(std::count_if(played_.begin(), played_.end(),
                                                   [&](const Ply& p) { return p.before == now; }));
  }

  /// As outcome(position), and a draw when the position has occurred three times.
  Outcome outcome() const {
    const Outcome result = plylab::outcome(position_);
    return result == Outcome::ongoing && occurrences() >= 3 ? Outcome::draw : result;
  }

 private:
  struct Ply {
    typename P::Move move;
    typename P::Undo undo;
    typename P::Packed before;
  };
  P position_;
  std::vector<Ply> played_;
};

/// Knows the rules, the position and the moves played. Made by GameInfo::referee.
class Referee {
 public:
  virtual ~Referee() = default;

  virtual Side side_to_move() const = 0;
  /// The number of plies before this position, by the game's move numbers: even if Side::first is
  /// to move; the current move number is ply() / 2 + 1.
  virtual unsigned ply() const = 0;
  virtual Key key() const = 0;

  /// The legal moves in the game's move notation, in canonical order.
  virtual std::vector<std::string> moves() const = 0;
  /// Rewrites a move from the game's move notation as players write it. Throws InputError if it is
  /// not legal.
  virtual std::string words(std::string_view move) const = 0;

  /// Plays a move given in the game's move notation. Returns false and plays nothing if it is not
  /// legal.
  virtual bool play(std::string_view move) = 0;
  /// Plays a move given as players write it, and returns it in the game's move notation. Throws
  /// InputError, which says why, if the text is no legal move.
  virtual std::string play_words(std::string_view text) = 0;

  /// How the game has ended by its rules: by the position, or because it has occurred three times.
  virtual std::optional<GameEnd> end() const = 0;
};

/// The referee of a game.
template <Game G>
class RefereeOf final : public Referee {
 public:
  explicit RefereeOf(const typename G::Start& start)
      : game_(FirstBoard<G>(start)), first_ply_(plylab::first_ply<G>(start)) {}

  Side side_to_move() const override { return board().side_to_move(); }
  unsigned ply() const override { return first_ply_ + static_cast<unsigned>(game_.plies()); }
  Key key() const override { return board().key(); }

  std::vector<std::string> moves() const override {
    auto moves = board().generate();
    sort_moves(moves);
    std::vector<std::string> texts;
    for (const auto& move : moves) texts.push_back(move_text(board(), move));
    return texts;
  }

  std::string words(std::string_view move) const override {
    const auto legal = move_from_text(board(), move);
    if (!legal) detail::no_move(move);
    return move_words<G>(board(), *legal);
  }

  bool play(std::string_view text) override {
    const auto move = move_from_text(board(), text);
    if (move) game_.play(*move);
    return move.has_value();
  }

  std::string play_words(std::string_view text) override {
    const auto move = move_from_words<G>(board(), text);
    std::string notation = move_text(board(), move);
    game_.play(move);
    return notation;
  }

  std::optional<GameEnd> end() const override {
    std::optional<GameEnd> end;
    if constexpr (requires { G::end(board()); })
      end = G::end(board());
    else
      end = end_of(board());
    if (!end && game_.occurrences() >= 3) end = GameEnd{std::nullopt, repetition};
    return end;
  }

 private:
  const FirstBoard<G>& board() const { return game_.position(); }

  GameHistory<FirstBoard<G>> game_;
  unsigned first_ply_;
};

/// The side that game records call White.
template <Game G>
constexpr Side white_of() {
  if constexpr (requires { G::white; })
    return G::white;
  else
    return Side::first;
}

/// The ways in which a game can end by its rules.
template <Game G>
std::vector<RuleEnding> endings_of() {
  std::vector<RuleEnding> endings;
  if constexpr (requires { G::endings; })
    endings.assign(G::endings.begin(), G::endings.end());
  else
    endings.assign(usual_endings.begin(), usual_endings.end());
  endings.push_back(repetition);
  return endings;
}

}  // namespace plylab
