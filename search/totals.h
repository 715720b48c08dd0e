// What searches come to over all positions of a suite.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table.h"
#include "search/run/searchable_game.h"

namespace plylab::search {

/// Sums and means for each search and generator, in the order in which they come.
class Totals {
 public:
  /// Adds the result of one search of one position.
  void add(const Job& job, const TextResult& result);

  /// Each search as a whole: positions, nodes, first-move cutoffs, rate.
  reports::Table whole() const;
  /// Each search's nodes by those of the first with the same generator, position by position, of
  /// the deepest iteration that both completed. No rows for one position.
  reports::Table compared() const;
  /// Nodes and branching factor by depth, geometric means over the positions on which
  /// all searches that got so deep completed it.
  reports::Table by_depth() const;
  /// Beta cutoffs by the place of the move, of the deepest completed iterations.
  reports::Table cut_index() const;

 private:
  struct Depth {
    // By the position's number: nodes(d), nodes(d) / nodes(d − 1).
    std::map<std::size_t, double> nodes, ratios;
  };
  struct Sum {
    std::pair<std::string, std::string> contestant;  // search, generator
    std::size_t positions = 0;

    /// Of the deepest iteration on the position that both completed; 0 where there is none.
    std::pair<double, double> nodes_beside(const Sum& other, std::size_t position) const;
    std::uint64_t visited = 0;
    double seconds = 0;
    Counters last = {};  // of the deepest completed iterations
    std::map<int, Depth> depths = {};
  };

  /// The numbers of the positions on which all searches that got so deep completed the depth.
  std::vector<std::size_t> common_positions(int depth) const;

  std::vector<Sum> sums_;
};

}  // namespace plylab::search
