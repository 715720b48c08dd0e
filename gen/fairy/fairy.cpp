#include "gen/fairy/fairy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace plylab::fairy {

std::string san(const chess::VariantSetup& position, chess::Move move) {
  return FairyChess::move_words(FairyChess::FirstBoard(position), move);
}

std::string san_line(const chess::VariantSetup& position, std::span<const chess::Move> line) {
  return fmt::format("{}", fmt::join(words<Stationary>(position, line), " "));
}

}  // namespace plylab::fairy
