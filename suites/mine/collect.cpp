#include "suites/mine/collect.h"

#include <fmt/format.h>

namespace plylab::suites::mine {

std::string to_epd(const std::vector<std::string>& head, const std::vector<SuiteEntry>& entries) {
  std::string text;
  for (const std::string& line : head) text += fmt::format("# {}\n", line);
  std::string group;
  int number = 0;
  for (const auto& [heading, id, setup, operations, origin] : entries) {
    if (heading != group) {
      group = heading;
      number = 0;
      text += fmt::format("\n# {}\n", heading);
    }
    epd::Record record{setup, operations};
    record.operations.push_back({"id", {{fmt::format("{}.{:03}", id, ++number), true}}});
    record.operations.push_back({"c0",
                                 {{fmt::format("game {}, ply {}, {} of {} pieces", origin.game,
                                               origin.ply, piece_count(setup), origin.pieces),
                                   true}}});
    text += to_string(record) + '\n';
  }
  return text;
}

}  // namespace plylab::suites::mine
