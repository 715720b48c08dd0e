// The legal moves of a record, for the tests of its answers.
#pragma once

#include "gen/chess/mailbox/mailbox.h"
#include "gen/epd/epd.h"

namespace plylab::testing {

inline chess::Moves legal_moves(const epd::Record& record) {
  return chess::Mailbox(chess::ValidSetup(record.setup)).generate();
}

}  // namespace plylab::testing
