// The protocols that plylab knows by name, and what they say in a given case.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gen/base/count.h"
#include "perft/external/perft_protocol.h"

namespace plylab::perft::external {

/// The built-in protocols. Those that can be found out by trying come first, in the order of trying
/// (see detect_protocol); the last can only be named.
std::span<const PerftProtocol> protocols();

/// A protocol by its name, or from a descriptor file, whose name ends in ".json". Throws
/// InputError.
PerftProtocol find_protocol(const std::string& name);

/// What a line or an argument of a protocol is filled with.
struct Filling {
  std::string fen = {};
  std::string moves = {};
  int depth = 1;
  std::optional<Count> expected = {};
  std::string move = {};
};

/// The line or argument in a given case.
std::string fill(std::string_view pattern, const Filling& filling);

}  // namespace plylab::perft::external
