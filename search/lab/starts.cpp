#include "search/lab/starts.h"

#include <fmt/format.h>

#include <set>

#include "gen/chess/fen.h"
#include "gen/input_error.h"
#include "reports/utf8.h"
#include "suites/shipped.h"

namespace plylab::search::lab {
namespace {

Start chess_start(std::string name, const chess::Fen& fen) {
  return {reports::one_line(name), chess::to_string(chess::Setup(fen).fen())};
}

}  // namespace

Start start_at_fen(const std::string& fen) { return chess_start(fen, chess::parse_fen(fen)); }

std::vector<Start> starts_of_suite(const std::string& name) {
  const suites::Suite suite = suites::find_suite(name);
  if (!suite.issues.empty()) throw InputError(to_string(suite.issues.front()));
  std::vector<Start> starts;
  for (const suites::Record& record : suite.records)
    starts.push_back(
        chess_start(record.id().value_or(fmt::format("line {}", record.line)), record.fen));
  return starts;
}

void check_starts(const Group& group, std::string_view where) {
  if (group.starts.empty()) throw InputError(fmt::format("{}: no start", where));
  std::set<std::string_view> seen;
  for (const Start& start : group.starts)
    if (!seen.insert(start.text).second)
      throw InputError(fmt::format("{}: {} is there twice", where, start.text));
}

}  // namespace plylab::search::lab
