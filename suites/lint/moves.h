// The moves that a record names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "suites/lint/finding.h"

namespace plylab::suites::lint {

/// Moves that are illegal, ambiguous or none (move), that are not in exact SAN (san), that end in
/// "#" and do not mate (mate_sign), that bm or am names twice (repeated_move), that are both good
/// and bad (contradiction), a pv that does not begin with a best move (pv), and points that are
/// wrong or say otherwise than bm (points).
void check_moves(const epd::Record& record, Findings& findings);

/// The operation's moves in exact SAN, each of which stands in its position: for pv the one that
/// the line has reached. Empty if a move is illegal or ambiguous, or claims a mate that it does not
/// give: then the text stays as it is.
std::optional<std::vector<std::string>> exact_san(const epd::Record& record,
                                                  const epd::Operation& operation);

}  // namespace plylab::suites::lint
