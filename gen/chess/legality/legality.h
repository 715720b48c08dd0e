// Is a position legal, suspicious or impossible?
//
// Every issue follows from the rules: a position from a game, whichever array of Chess960 it began
// with, never has one. That also holds for double Chess960, in which each side has an array of its
// own, while the castling rights of both sides show it. The converse does not hold: a position
// without issues may still be unreachable.
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
  std::string kind = {};  ///< snake_case and fixed, for programs
  std::string what = {};  ///< one sentence without full stop, with colours and squares

  friend bool operator==(const LegalityIssue&, const LegalityIssue&) = default;
};

/// What makes a position suspicious: see LegalityIssue's fields.
inline LegalityIssue suspicious(const char* kind, std::string what) {
  return {Legality::suspicious, kind, std::move(what)};
}

/// All issues of the position in a FEN, the worst first; empty if none was found.
///
/// Positions that ValidSetup rejects are impossible, with the names of FenErrorKind as kinds.
/// Suspicious positions have the kinds of judge_material() and judge_last_move(), and
/// - halfmove_clock: it is not 0 after a double step, or exceeds the length of the game;
/// - move_number: it is 0.
///
/// An issue holds for every array that the castling rights allow; its text is about the normal one
/// if that is among them.
std::vector<LegalityIssue> examine(const Setup& setup);

/// The same for a FEN as text; an unreadable one is impossible.
std::vector<LegalityIssue> examine(std::string_view fen);

/// The error as an issue.
LegalityIssue refusal(const FenError& error);

/// The verdict of the first issue, or legal.
Legality legality_of(const std::vector<LegalityIssue>& issues);

}  // namespace plylab::chess
