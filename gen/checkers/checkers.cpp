#include "gen/checkers/checkers.h"

#include <fmt/format.h>

namespace plylab::checkers {

std::vector<std::string> Checkers::words(const Setup& setup, const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  Side side = setup.side;
  int number = 1;
  for (const Move move : moves) {
    std::string before;
    if (side == Side::first)
      before = fmt::format("{}. ", number);
    else if (texts.empty())
      before = fmt::format("{}... ", number);
    texts.push_back(before + checkers::to_string(move));
    number += side == Side::second;
    side = !side;
  }
  return texts;
}

}  // namespace plylab::checkers
