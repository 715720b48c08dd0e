#include "suites/uci/gui_game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gen/base/input_error.h"
#include "gen/chess/board/diagram.h"
#include "gen/engines/process.h"

namespace plylab::suites::uci {
namespace {

chess::ValidSetup start_of(Tokens& tokens) {
  const std::string_view kind = tokens.take();
  if (kind == "startpos") return chess::ValidSetup(chess::startpos_fen);
  if (kind != "fen")
    throw InputError(fmt::format("wants startpos or fen, not '{}'", engines::printable(kind)));
  return chess::ValidSetup(tokens.take_until("moves"));
}

}  // namespace

GuiGame::GuiGame(Tokens tokens) : GuiGame(start_of(tokens)) {
  if (tokens.empty()) return;
  if (const std::string_view word = tokens.take(); word != "moves")
    throw InputError(fmt::format("wants moves, not '{}'", engines::printable(word)));
  while (!tokens.empty()) {
    const std::string_view text = tokens.take();
    try {
      const chess::Move next = move(text);
      moves_.push_back(next);
      board_.make(next);
    } catch (const InputError& error) {
      throw InputError(fmt::format("move {}: {}", moves_.size() + 1, error.what()));
    }
  }
}

chess::Move GuiGame::move(std::string_view text) const {
  if (const auto found = move_from_text(board_, text)) return *found;
  throw InputError(fmt::format("'{}' is not legal in {}", engines::printable(text),
                               chess::to_string(board_.setup())));
}

std::string GuiGame::picture() const {
  const chess::Setup setup = board_.setup();
  return fmt::format("\n{}\n\nFen: {}", fmt::join(chess::diagram(setup.squares), "\n"),
                     chess::to_string(setup));
}

}  // namespace plylab::suites::uci
