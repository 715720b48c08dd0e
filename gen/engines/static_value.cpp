#include "gen/engines/static_value.h"

#include <fmt/format.h>

#include <cmath>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/engines/uci.h"

namespace plylab::engines {

std::optional<PrintedValue> read_static_value(std::string_view line) {
  std::string_view rest = line;
  const std::string_view kind = take_word(rest);
  const std::string_view what = take_word(rest);
  if ((kind != "Final" && kind != "Total") || (what != "evaluation" && what != "evaluation:"))
    return std::nullopt;
  std::string_view word = take_word(rest);
  if (word == "none") return PrintedValue{};
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto pawns = parse_number<double>(word);
  if (!pawns || std::abs(*pawns) > 1e6 || take_word(rest) != "(white") return std::nullopt;
  return PrintedValue{static_cast<int>(std::lround(100 * *pawns))};
}

StaticEvaluator::StaticEvaluator(const std::string& command, const std::atomic<bool>& stop)
    : session_(command_words(command), uci_handshake(), {}, stop) {
  if (!session_.try_ping(session_.limits().greeting))
    session_.fail_silent("isready", session_.limits().greeting);
}

std::optional<int> StaticEvaluator::value(const chess::ValidSetup& position) {
  session_.begin_answer("eval");
  session_.send("position fen " + to_string(position.setup()));
  session_.send("eval");
  std::optional<PrintedValue> found;
  session_.synchronise([&](const std::string& line) {
    if (const auto value = read_static_value(line)) found = value;
  });
  if (!found)
    session_.fail(FaultKind::malformed,
                  "prints no line \"Final evaluation … (white side)\" when it is told eval");
  if (!found->centipawns) return std::nullopt;
  return position.setup().side == chess::white ? *found->centipawns : -*found->centipawns;
}

}  // namespace plylab::engines
