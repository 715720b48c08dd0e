// EPD: suites as they are, corrected, looked at and fixed.
#include "gen/epd/epd.h"

#include "gen/chess/mailbox/mailbox.h"
#include "gen/epd/epd.h"
#include "suites/lint/lint.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {

void run(std::string_view text) {
  epd::Suite suite = epd::parse_suite(text, "suite");
  for (const epd::Record& record : suite.records) {
    const chess::Mailbox board{chess::ValidSetup(record.setup)};
    epd::best_moves(record, board.generate());
    epd::perft_counts(record);
    epd::Record plain = record;
    plain.problems.clear();
    // A quote or a line end within a text cannot be written; all else must come back.
    if (text.find_first_of("\"\r\n") == text.npos)
      require(epd::parse_record(to_string(record), record.line) == plain,
              "a record is not read back");
  }
  const epd::Suite corrections = suite;
  apply(corrections, suite);
  suites::lint::Options options;
  options.recount = 0;
  options.nodes = 0;
  suites::lint::lint(text, "suite", options);
  const std::string fixed = suites::lint::fixed_text(text);
  require(suites::lint::fixed_text(fixed) == fixed, "a fixed suite is fixed again");
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const std::string& suite : shipped_with(".epd")) {
    const auto lines = lines_of(suite);
    for (std::size_t i = 0; i < lines.size(); i += 8) texts.push_back(lines[i] + "\n");
    texts.push_back(suite.substr(0, 2000));
  }
  texts.emplace_back("4k3/8/8/8/8/8/8/4K3 w - - dm 7; ep; 00:00;\r# c\r\n");
  return texts;
}

}  // namespace plylab::fuzz
