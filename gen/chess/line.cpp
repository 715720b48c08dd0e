#include "gen/chess/line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gen/chess/board/notation.h"
#include "gen/chess/registry.h"

namespace plylab::chess {

std::string san(const ValidSetup& position, Move move) { return to_san(Mailbox(position), move); }

std::vector<std::string> san_words(const ValidSetup& position, std::span<const Move> line) {
  return words<Chess>(position, line);
}

std::string san_line(const ValidSetup& position, std::span<const Move> line) {
  return fmt::format("{}", fmt::join(san_words(position, line), " "));
}

}  // namespace plylab::chess
