#include "gen/epd/record_legality.h"

#include <fmt/format.h>

#include <utility>

#include "gen/chess/legality/legality.h"

namespace plylab::epd {

std::string joined(const std::vector<chess::Finding>& findings) {
  std::string text;
  for (const chess::Finding& finding : findings) {
    if (!text.empty()) text += "; ";
    text += finding.what;
  }
  return text;
}

std::string to_string(const LeftOut& left_out) {
  return fmt::format("line {}: {}: {}", left_out.record.line,
                     name(chess::standing_of(left_out.findings)), joined(left_out.findings));
}

namespace {

/// The clocks of collected positions are often made up, and decide about nothing.
bool is_about_clocks(const chess::Finding& finding) {
  return finding.kind == "halfmove_clock" || finding.kind == "move_number";
}

}  // namespace

SiftedRecords sift(std::vector<Record> records, chess::Standing worst) {
  SiftedRecords sifted;
  for (Record& record : records) {
    auto findings = chess::examine(record.fen);
    std::erase_if(findings, is_about_clocks);
    if (chess::standing_of(findings) <= worst)
      sifted.fit.push_back(std::move(record));
    else
      sifted.left_out.push_back({std::move(record), std::move(findings)});
  }
  return sifted;
}

}  // namespace plylab::epd
