// What can be said against a position.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace plylab::chess {

/// How far a position can be believed, from good to bad.
enum class Legality : std::uint8_t {
  legal,       ///< nothing speaks against it
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

}  // namespace plylab::chess
