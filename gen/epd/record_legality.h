// The records of a suite that are fit to be used.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/legality/legality_issue.h"
#include "gen/epd/epd.h"

namespace plylab::epd {

/// A record that is not used, and what speaks against it, the worst first.
struct LeftOut {
  Record record;
  std::vector<chess::LegalityIssue> issues;
};

/// "line 12: suspicious: White has 9 pawns; …".
std::string to_string(const LeftOut& left_out);

struct SiftedRecords {
  std::vector<Record> fit;
  std::vector<LeftOut> left_out;
};

/// Tells the records whose position stands no worse than `worst` from the others, in their order.
/// Clocks that cannot be right do not count.
SiftedRecords sift(std::vector<Record> records, chess::Legality worst = chess::Legality::legal);

/// All issues in one sentence, separated by semicolons.
std::string joined(const std::vector<chess::LegalityIssue>& issues);

}  // namespace plylab::epd
