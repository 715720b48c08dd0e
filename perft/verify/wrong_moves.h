// Moves that should not be in a generator's list, or should be, each with the reason.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/explain/explain.h"
#include "perft/verify/compare.h"

namespace plylab::perft::verify {

/// What is wrong about a move in a list.
enum class Wrong : std::uint8_t { missing, extra, repeated };

/// "missing", "extra", "repeated".
std::string_view name_of(Wrong wrong);

/// A move that should not be in the generator's list, or should be, or only once.
struct WrongMove {
  Wrong wrong;
  std::string text;      ///< as the generator writes it; in UCI if it does not
  chess::Reason reason;  ///< why it is legal or illegal
};

/// The wrong moves of a position: those that are extra, then missing, then repeated.
std::vector<WrongMove> wrong_moves(const chess::Setup& position, const Comparison& comparison);

}  // namespace plylab::perft::verify
