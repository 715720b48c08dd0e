#include "suites/play/gui/game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/diagram.h"
#include "gen/chess/registry.h"
#include "gen/engines/process.h"

namespace plylab::suites::play::gui {

chess::Move GuiGame::move(std::string_view text) const {
  if (const auto found = move_from_text(board(), text)) return *found;
  throw InputError(
      fmt::format("'{}' is not legal in {}", printable(text), chess::to_string(board().setup())));
}

void GuiGame::play(chess::Move move) {
  moves_.push_back(move);
  game_.play(move);
}

void GuiGame::take_back(std::size_t plies) {
  for (; plies > 0; --plies) {
    moves_.pop_back();
    game_.take_back();
  }
}

std::optional<GameEnd> GuiGame::end() const {
  if (const auto end = chess::Chess::end(board())) return end;
  return game_.occurrences() < 3 ? std::nullopt : std::optional(GameEnd{std::nullopt, repetition});
}

std::string GuiGame::picture() const {
  const chess::Setup setup = board().setup();
  return fmt::format("\n{}\n\nFen: {}", fmt::join(chess::diagram(setup.squares), "\n"),
                     chess::to_string(setup));
}

}  // namespace plylab::suites::play::gui
