// EPD: suites as they are, corrected, looked at and fixed.
#include "gen/epd/epd.h"

#include "gen/base/encoding.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/lint/lint.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {

void run(std::string_view text) {
  const epd::Suite suite = epd::parse_suite(text, "suite");
  for (const epd::Record& record : suite.records) {
    const chess::Mailbox board{chess::ValidSetup(record.setup)};
    epd::best_moves(record, board.generate());
    epd::perft_counts(record);
    epd::Record plain = record;
    plain.problems.clear();
    plain.file.clear();
    // A quote, and what in_one_line() changes, cannot be written; all else must come back.
    if (text.find('"') == text.npos && in_one_line(text) == text)
      require(epd::parse_record(to_string(record), record.line) == plain,
              "a record is not read back");
  }
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
  const std::string board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
  texts.push_back("id a\nepd " + board + "\nperft 1 48\nperft x\n");
  texts.push_back("id,fen,depth,nodes,nps\n\"a\"\"b\"," + board + ",1,48,\n");
  texts.push_back(board + ",48,2039,x\n");
  texts.push_back(board + "\t2\t2039\n" + board + " 0 1;1.0\n");
  texts.push_back(board + " 0 1 [0.5] 35\n");
  return texts;
}

}  // namespace plylab::fuzz
