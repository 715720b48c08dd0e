#include "search/lab/comparison_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plylab::search::lab {

using reports::Cell;
using reports::Column;
using reports::Table;

std::vector<Column> statistics_columns(std::string_view places) {
  const auto says = [&](std::string_view what) { return fmt::format("{} {}", places, what); };
  return {{"ratio", "", fmt::format("geometric mean over the {} that are not cut", places), 3},
          {"low", "",
           fmt::format("95 % bootstrap interval (BCa) of the ratio; none of fewer than {} {}",
                       fewest_for_interval, places),
           3},
          {"high", "", "its upper end", 3},
          {"less", "", says("with less cost"), 0},
          {"same", "", says("with the same cost"), 0},
          {"more", "", says("with more cost"), 0},
          {"cut", "", says("with a run cut off by a limit: not in the ratio"), 0},
          {"p_sign", "p", "two-sided, of the sign test", 4},
          {"holm_sign", "p", "the same by Holm's correction for all rows of the measure", 4},
          {"p_rank", "p", "two-sided, of Wilcoxon's signed-rank test of the ratios' logarithms", 4},
          {"holm_rank", "p", "the same by Holm's correction for all rows of the measure", 4}};
}

std::vector<std::vector<Cell>> statistics_cells(const std::vector<Comparison>& family) {
  const auto corrected = [&](double Comparison::*p) {
    std::vector<double> all;
    for (const Comparison& one : family) all.push_back(one.*p);
    return holm_correction(all);
  };
  const auto sign = corrected(&Comparison::sign_p), rank = corrected(&Comparison::wilcoxon_p);
  std::vector<std::vector<Cell>> rows;
  for (std::size_t i = 0; i < family.size(); ++i) {
    const Comparison& c = family[i];
    rows.push_back({c.ratio, c.interval ? Cell(c.interval->low) : Cell(),
                    c.interval ? Cell(c.interval->high) : Cell(), c.less, c.equal, c.more,
                    c.censored, c.sign_p, sign[i], c.wilcoxon_p, rank[i]});
  }
  return rows;
}

Table comparison_table(const ComparedMeasure& measure, const std::vector<ComparedRow>& rows) {
  const bool one_baseline = std::all_of(rows.begin(), rows.end(), [&](const ComparedRow& row) {
    return row.theirs == rows.front().theirs;
  });
  std::string title = fmt::format("{}: ratio of each {} to ", measure.heading, measure.kind);
  title += rows.empty() ? "the baseline" : one_baseline ? rows.front().theirs : "the one 'against'";
  title += fmt::format(", geometric means over the {}", measure.places);
  Table table{fmt::format("{}_compared", measure.name),
              std::move(title),
              {{"group", "", "what is the same for all runs of the row", 0},
               {measure.kind, "", "what the ratio's numerator is of", 0}},
              {},
              {}};
  if (!one_baseline) table.columns.emplace_back("against", "", "what its denominator is of", 0);
  for (Column& column : statistics_columns(measure.places)) table.columns.push_back(column);
  std::vector<Comparison> family;
  for (const ComparedRow& row : rows) family.push_back(row.result);
  const auto statistics = statistics_cells(family);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<Cell> cells{rows[i].group, rows[i].ours};
    if (!one_baseline) cells.emplace_back(rows[i].theirs);
    cells.insert(cells.end(), statistics[i].begin(), statistics[i].end());
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace plylab::search::lab
