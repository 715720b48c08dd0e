// Protocols for counting, as data. The built-in protocols and users' descriptor files have the same
// fields, which PROTOCOLS.md explains.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "gen/base/fields.h"
#include "gen/engines/handshake.h"

namespace plylab::engines {

/// How a program is run.
enum class Launch : std::uint8_t {
  session,  ///< one process, which reads positions and questions
  call      ///< a process for each question, which is passed in its arguments
};
constexpr auto names_of(Launch) { return std::to_array<std::string_view>({"session", "call"}); }

/// How an answer is read.
enum class Reading : std::uint8_t {
  counts,     ///< root moves or totals, as PerftAnswerReader recognises them
  any_number  ///< more forms of root moves, or else the last whole number that may be a count
};
constexpr auto names_of(Reading) {
  return std::to_array<std::string_view>({"counts", "any_number"});
}

/// How castling is written.
enum class CastlingStyle : std::uint8_t { king_destination, king_takes_rook, letters };
constexpr auto names_of(CastlingStyle) {
  return std::to_array<std::string_view>({"king_destination", "king_takes_rook", "letters"});
}

/// Whether the program accepts positions that need Chess960.
enum class Chess960 : std::uint8_t { never, always, offered };
constexpr auto names_of(Chess960) {
  return std::to_array<std::string_view>({"never", "always", "offered"});
}

/// A protocol. In lines and arguments, {fen}, {moves} (separated by blanks), {depth} and {move}
/// stand for values of the question, and text in [brackets] is left out if there are no moves.
struct PerftProtocol {
  std::string name;
  Launch launch = Launch::session;
  Reading reading = Reading::counts;
  bool divides = true;  ///< whether answers have root moves

  // Calls only.
  std::vector<std::string> arguments = {};  ///< an empty one is left out

  // Sessions only.
  Handshake handshake = {};               ///< how the session begins and stays synchronised
  std::vector<std::string> opening = {};  ///< lines sent once, after the greeting
  std::vector<std::string> setup = {};    ///< lines that set a position up
  std::string move = {};                  ///< the line for each move, if not in `setup`
  std::string move_offer = {};            ///< if the reply to the greeting has this text, …
  std::string offered_move = {};          ///< … this line is used instead of `move`
  std::string question = {};              ///< the line that asks for the count

  CastlingStyle castling = CastlingStyle::king_destination;
  CastlingStyle chess960_castling = CastlingStyle::king_takes_rook;
  Chess960 chess960 = Chess960::never;
  std::string chess960_offer = {};  ///< text in the greeting reply of engines that know Chess960
  std::vector<std::string> chess960_on = {};   ///< lines before the first such position …
  std::vector<std::string> chess960_off = {};  ///< … and before the next standard one

  // Regular expressions (ECMAScript); if empty, PerftAnswerReader uses its own.
  std::string branch = {};  ///< groups: move, count
  std::string total = {};   ///< group: count
  std::string end = {};     ///< the line that ends an answer

  bool plays_moves() const;

  static constexpr Fields<
      &PerftProtocol::name, &PerftProtocol::launch, &PerftProtocol::reading,
      &PerftProtocol::divides, &PerftProtocol::arguments, &PerftProtocol::handshake,
      &PerftProtocol::opening, &PerftProtocol::setup, &PerftProtocol::move,
      &PerftProtocol::move_offer, &PerftProtocol::offered_move, &PerftProtocol::question,
      &PerftProtocol::castling, &PerftProtocol::chess960_castling, &PerftProtocol::chess960,
      &PerftProtocol::chess960_offer, &PerftProtocol::chess960_on, &PerftProtocol::chess960_off,
      &PerftProtocol::branch, &PerftProtocol::total, &PerftProtocol::end>
      fields = {};
};

/// The built-in protocols, in the order in which detect_protocol() tries them.
std::span<const PerftProtocol> protocols();

/// A protocol by its name, or from a descriptor file whose name ends in ".json". Throws InputError,
/// which names the field if it is in a file.
PerftProtocol find_protocol(const std::string& name);

/// What to do about a program whose answers cannot be read.
inline constexpr std::string_view describe_other_answers =
    "A file describes answers in another form: --protocol FILE.json (see plylab help protocols)";

/// A question about any game, as texts of its notation.
struct TextQuestion {
  std::string position;
  std::vector<std::string> moves = {};  ///< as in PerftQuestion
  int depth = 1;
  /// In games other than chess, the texts of the legal moves, by which root moves are recognised.
  std::vector<std::string> legal = {};
};

/// Fills the question's values, and one move, into a line or argument of a protocol.
std::string fill(std::string_view pattern, const TextQuestion& question,
                 std::string_view move = "");

}  // namespace plylab::engines
