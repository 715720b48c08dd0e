// Is a position legal, suspicious or impossible?
//
// Every issue follows from the rules: a position from a game is never reported, from whichever
// array of Chess960 the game began. The converse does not hold: the absence of issues does not
// prove that a game leads to the position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// The verdict on a position, from good to bad.
enum class Legality : std::uint8_t {
  legal,       ///< no issue was found
  suspicious,  ///< well formed, but no game from the starting array leads to it
  impossible   ///< no move generator can use it
};

/// "legal", "suspicious" or "impossible".
constexpr const char* name(Legality legality) {
  constexpr const char* names[] = {"legal", "suspicious", "impossible"};
  return names[static_cast<unsigned>(legality)];
}

/// One reason why a position is not legal.
struct LegalityIssue {
  Legality legality = Legality::legal;
  std::string kind = {};  ///< snake_case and stable, for programs
  std::string what = {};  ///< one sentence without full stop, with colours and squares

  friend bool operator==(const LegalityIssue&, const LegalityIssue&) = default;
};

/// What makes a position suspicious: see LegalityIssue's fields.
inline LegalityIssue suspicious(const char* kind, std::string what) {
  return {Legality::suspicious, kind, std::move(what)};
}

/// All issues of the position in a FEN, the worst first; empty if none was found.
///
/// Impossible is what ValidSetup refuses, with FenErrorKind's names as kinds. The kinds of what is
/// suspicious are those of judge_material() and judge_last_move(), and
/// - castling_rights: both sides may castle, but with pieces of different files;
/// - halfmove_clock: it runs on after a double step, or for longer than the game;
/// - move_number: it is 0.
///
/// An issue speaks against every array that the castling rights leave; its text is about the normal
/// one if that is among them.
std::vector<LegalityIssue> examine(const Setup& setup);

/// The same for a text; one that cannot be read is impossible.
std::vector<LegalityIssue> examine(std::string_view fen);

/// A refusal as an issue.
LegalityIssue refusal(const FenError& error);

/// That of the first issue, or legal.
Legality legality_of(const std::vector<LegalityIssue>& issues);

}  // namespace plylab::chess
