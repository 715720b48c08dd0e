// The games that problems are taken from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::suites::mine {

/// Who plays them.
enum class PlayStyle : std::uint8_t {
  random,    ///< any move, special ones and checks more often: perft::verify::draw_move()
  searched,  ///< a random opening, then a shallow search that makes a random move now and then
  endings    ///< any move, from a few pieces placed at random: for long mates
};

/// The names of all ways to play: "random", "searched", "endings".
std::vector<std::string> play_style_names();

/// The way of that name. Throws InputError, which `where` begins, with those that there are.
PlayStyle find_play_style(std::string_view name, std::string_view where = {});

/// A game from the normal array, or from an ending, the same on every machine for the same seed and
/// number.
class SourceGame {
 public:
  SourceGame(PlayStyle play, std::uint64_t seed, std::uint64_t number);

  /// Makes a move; false, and nothing changes, if the game is over or long enough.
  bool advance();

  const chess::Setup& position() const { return position_; }
  int ply() const { return ply_; }  ///< moves made

  /// The random numbers of this game, for whoever draws something from its positions.
  std::uint64_t& seed() { return seed_; }

 private:
  chess::Move choose(const std::vector<chess::Move>& moves);

  PlayStyle play_;
  std::uint64_t seed_;
  chess::Setup position_;
  int ply_ = 0;
};

}  // namespace plylab::suites::mine
