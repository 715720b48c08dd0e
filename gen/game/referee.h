// A game under way, of whichever game: texts in, texts out.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game/game.h"
#include "gen/game/game_end.h"
#include "gen/game/game_history.h"

namespace plylab {

/// Knows the rules, the position and what has been played. Made by GameInfo::referee.
class Referee {
 public:
  virtual ~Referee() = default;

  virtual Side side_to_move() const = 0;
  /// The plies before this position as the game counts its moves: even where move number
  /// ply() / 2 + 1 of Side::first is due.
  virtual unsigned ply() const = 0;
  virtual Key key() const = 0;

  /// The legal moves in the game's move notation, in canonical order.
  virtual std::vector<std::string> moves() const = 0;
  /// A move in the game's move notation, as people write it. Throws InputError if it is not legal.
  virtual std::string words(std::string_view move) const = 0;

  /// Plays a move in the game's move notation; false, and nothing is played, if it is not legal.
  virtual bool play(std::string_view move) = 0;
  /// Plays the legal move that a text names as people write it, and gives it in the game's move
  /// notation. Throws InputError, which says why there is none.
  virtual std::string play_words(std::string_view text) = 0;

  /// How the game has ended by its rules: by the position, or because it stands for the third time.
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
    std::sort(moves.begin(), moves.end());
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

/// The side that records of games call White.
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
