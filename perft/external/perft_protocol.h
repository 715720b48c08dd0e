// How to count with a move generator in another process, written down as data: the built-in
// protocols and the descriptor files of users are the same thing. PROTOCOLS.md explains the fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/engines/handshake.h"

namespace plylab::perft::external {

/// How a program is used.
enum class Launch : std::uint8_t {
  session,  ///< one process, which is told positions and asked questions
  call      ///< a process for each question, which stands in its arguments
};

/// Where the answer is.
enum class Reading : std::uint8_t {
  counts,      ///< in root moves or totals, as PerftAnswerReader knows them
  any_number,  ///< the same, or else the last number that is written
  exit_status  ///< 0: the expected count is right; 1: it is not
};

/// How castling is written.
enum class CastlingStyle : std::uint8_t { king_destination, king_takes_rook, letters };

/// When positions that need Chess960 may be asked about.
enum class Chess960 : std::uint8_t { never, always, offered };

/// A protocol. In the lines and arguments {fen}, {moves} (blanks between them), {depth}, {expected}
/// and {move} stand for what they say, and text in [brackets] is left out where there are no moves.
struct PerftProtocol {
  std::string name;
  Launch launch = Launch::session;
  Reading reading = Reading::counts;
  bool divides = true;  ///< whether answers have root moves

  // Calls only.
  std::vector<std::string> arguments = {};  ///< an empty one is left out

  // Sessions only.
  engines::Handshake handshake = {};      ///< how it begins and keeps step
  std::vector<std::string> opening = {};  ///< lines that it is told once, after the greeting
  std::vector<std::string> setup = {};    ///< lines that set a position up
  std::string move = {};                  ///< a line for each move, if not in `setup`
  std::string move_offer = {};            ///< if this is in the reply to the greeting, …
  std::string offered_move = {};          ///< … then this line is used in place of `move`
  std::string question = {};              ///< the line that asks

  CastlingStyle castling = CastlingStyle::king_destination;
  CastlingStyle chess960_castling = CastlingStyle::king_takes_rook;
  Chess960 chess960 = Chess960::never;
  std::string chess960_offer = {};  ///< in the reply to the greeting of those that know it
  std::vector<std::string> chess960_on = {};   ///< lines before the first such position …
  std::vector<std::string> chess960_off = {};  ///< … and before the next standard one

  // Regular expressions (ECMAScript) in place of what PerftAnswerReader knows; empty: as it knows.
  std::string branch = {};  ///< groups: move, count
  std::string total = {};   ///< group: count
  std::string end = {};     ///< the line that ends an answer

  bool plays_moves() const;
};

}  // namespace plylab::perft::external
