#include "search/lab/starts.h"

#include <fmt/format.h>

#include <set>

#include "gen/base/input_error.h"
#include "gen/epd/epd.h"
#include "reports/text/utf8.h"

namespace plylab::search::lab {

std::vector<Start> starts_of(const reports::GameOptions& positions, const GameInfo& game) {
  if (positions.chess.suite)
    if (const epd::Suite suite = epd::find_suite(*positions.chess.suite); !suite.issues.empty())
      throw InputError(to_string(suite.issues.front()));
  std::vector<Start> starts;
  for (const reports::NamedPosition& position : positions.load(game))
    starts.push_back({game.name, reports::one_line(position.name), position.start.text()});
  return starts;
}

int longest(const std::vector<Start>& starts, const GameInfo& game) {
  return starts.empty() ? 0 : game.longest(game.parse(starts.front().text));
}

void check_starts(const Group& group, std::string_view where) {
  if (group.starts.empty()) throw InputError(fmt::format("{}: no start", where));
  std::set<std::string_view> seen;
  for (const Start& start : group.starts)
    if (!seen.insert(start.text).second)
      throw InputError(fmt::format("{}: {} is there twice", where, start.text));
}

}  // namespace plylab::search::lab
