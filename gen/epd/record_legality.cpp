#include "gen/epd/record_legality.h"

#include <fmt/format.h>

#include <utility>

#include "gen/chess/legality/legality.h"

namespace plylab::epd {

std::string joined(const std::vector<chess::LegalityIssue>& issues) {
  std::string text;
  for (const chess::LegalityIssue& issue : issues) {
    if (!text.empty()) text += "; ";
    text += issue.what;
  }
  return text;
}

std::string to_string(const LeftOut& left_out) {
  return fmt::format("line {}: {}: {}", left_out.record.line,
                     name(chess::legality_of(left_out.issues)), joined(left_out.issues));
}

namespace {

/// The clocks of collected positions are often made up, and decide about nothing.
bool is_about_clocks(const chess::LegalityIssue& issue) {
  return issue.kind == "halfmove_clock" || issue.kind == "move_number";
}

}  // namespace

SiftedRecords sift(std::vector<Record> records, chess::Legality worst) {
  SiftedRecords sifted;
  for (Record& record : records) {
    auto issues = chess::examine(record.setup);
    std::erase_if(issues, is_about_clocks);
    if (chess::legality_of(issues) <= worst)
      sifted.fit.push_back(std::move(record));
    else
      sifted.left_out.push_back({std::move(record), std::move(issues)});
  }
  return sifted;
}

}  // namespace plylab::epd
