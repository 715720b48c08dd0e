#include "tests/mutants/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::chess::mutants {
namespace {

struct Format {
  std::string_view branch;
  std::string_view total;
};

/// By Dialect.
constexpr std::array<Format, 3> formats = {{
    {"{move}: {leaves}\n", "\nNodes searched: {}\n\n"},
    {"{move} {leaves}\n", "\n{}\n"},
    {"{number}. {move} = {leaves}\n", "Total: {}\n"},
}};

}  // namespace

Game::Game(Fault fault) : mutant_(parse_fen(startpos_fen), fault), walker_(fault) {}

void Game::set_up(std::string_view fen) {
  before_ = set_up_after(before_, parse_fen(fen), mutant_.fault());
  mutant_ = Mutant(before_, mutant_.fault());
}

void Game::play(std::string_view text) {
  const auto named = [&](const Move& move) {
    const bool castles = move.deed == Deed::castling;
    if (castles && text == (castling_side_of(move) == CastlingSide::kingside ? "O-O" : "O-O-O"))
      return true;
    return to_text(move, castling_) == text;
  };
  const auto moves = mutant_.moves();
  const auto found = std::find_if(moves.begin(), moves.end(), named);
  if (found == moves.end()) throw InputError(fmt::format("there is no move '{}'", text));
  mutant_.make(*found);
}

void Game::forget() { walker_ = Walker(mutant_.fault()); }

std::string Game::divide(int depth, Dialect dialect) {
  const auto branches = depth < 1 ? std::vector<Branch>() : walker_.divide(mutant_, depth);
  const auto& [branch_format, total_format] = formats[static_cast<std::size_t>(dialect)];
  std::string text;
  int number = 0;
  for (const auto& [move, leaves] : branches)
    text += fmt::format(fmt::runtime(branch_format), fmt::arg("number", ++number),
                        fmt::arg("move", to_text(move, castling_)), fmt::arg("leaves", leaves));
  const std::uint64_t sum = depth < 1 ? perft(depth) : total(branches);
  return text + fmt::format(fmt::runtime(total_format), sum);
}

int parse_depth(std::string_view text) {
  const auto depth = parse_number<int>(text);
  if (!depth || *depth < 0 || *depth > 60)
    throw InputError(fmt::format("the depth '{}' is no number from 0 to 60", text));
  return *depth;
}

}  // namespace plylab::chess::mutants
