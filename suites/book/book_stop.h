// Searches that stop when their line reaches an opening book.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "search/run/run.h"

namespace plylab::suites::book {

/// A position searched to the full depth, and with the switch `book`.
struct BookStop {
  std::string position;
  int depth = 0, depth_with = 0;            ///< of the last iteration
  std::uint64_t nodes = 0, nodes_with = 0;  ///< of all iterations
  search::Value value = 0, value_with = 0;  ///< of the last iteration, in centipawns
  std::string move = {}, move_with = {};    ///< in SAN

  bool met() const { return depth_with < depth; }
};

/// Searches each record twice by the job, whose limit is a depth. Uses the book of PLYLAB_BOOK.
/// Ends early when `stop` is set. Throws InputError as searches do.
std::vector<BookStop> search_with_book(const std::vector<epd::Record>& records,
                                       const search::Job& job, const std::atomic<bool>& stop);

}  // namespace plylab::suites::book
