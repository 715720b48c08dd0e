#include "search/lab/type_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "reports/tables/columns.h"
#include "search/lab/position_tables.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::ColumnsOf;
using reports::Role;
using reports::TableOf;
namespace columns = reports::columns;

/// In the order of a game.
constexpr std::array<std::string_view, 3> phases = {"opening", "middle game", "endgame"};

/// What one search has counted with one generator.
struct Counted {
  std::string search, generator;
  std::string variant = {};  ///< the search alone, without its settings
  NodeTypes types = {};
  std::map<std::string_view, TypeTallies> by_phase = {};  ///< of chess and its variants

  /// A search by a list says no values of inner nodes.
  bool has_values() const {
    std::uint64_t nodes = 0, with_value = 0;
    for (const TypeTally& tally : types.sum().by_type) {
      nodes += tally.nodes;
      with_value += tally.with_value();
    }
    return with_value == nodes;
  }
};

/// Visits of a search that were expected to be of the type; none: of any.
struct TypeRow {
  const Counted* counted;
  std::optional<NodeType> type;
  TypeTally tally;
  std::uint64_t missed = 0;  ///< those that turned out to be of another type
  std::size_t ply = 0;
};

struct PlaceRow {
  const Counted* counted;
  NodeType type;
  std::size_t place;  ///< from 1
  std::uint64_t cutoffs, all;
};

/// The places of the moves that decided nodes of a type.
struct OrderRow {
  const Counted* counted;
  std::string_view phase;
  NodeType type;  ///< that the nodes turned out to be
  std::array<std::uint64_t, Counters::last_bin + 1> places = {};

  std::uint64_t nodes() const {
    return std::accumulate(places.begin(), places.end(), std::uint64_t{0});
  }
  double mean_place() const {
    double sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
      sum += static_cast<double>(i + 1) * static_cast<double>(places[i]);
    return sum / static_cast<double>(nodes());
  }
  /// The entropy of the place in bits (Shannon 1948).
  double bits() const {
    double sum = 0;
    for (const std::uint64_t number : places)
      if (number > 0) {
        const double part = static_cast<double>(number) / static_cast<double>(nodes());
        sum -= part * std::log2(part);
      }
    return sum;
  }
};

std::string_view name_of(NodeType type) { return node_type_names[static_cast<std::size_t>(type)]; }

/// The columns that name the search, and then those of the table.
template <class Row>
ColumnsOf<Row> with_search(ColumnsOf<Row> more) {
  ColumnsOf<Row> all{
      {columns::search, [](const Row& row) { return Cell(row.counted->search); }},
      {columns::generator, [](const Row& row) { return Cell(row.counted->generator); }}};
  for (auto& column : more) all.push_back(std::move(column));
  return all;
}

reports::ColumnOf<TypeRow> turned_out(const char* name, const char* help, NodeType type) {
  return {{name, "", help, 0}, [type](const TypeRow& row) { return row.tally.turned_out(type); }};
}

/// The columns of a tally, from the type on.
ColumnsOf<TypeRow> tally_columns() {
  return {
      {{"type", "",
        "that was expected: PV, cut or all (Knuth and Moore's types 1, 2, 3); any: the sum", 0},
       [](const TypeRow& row) { return row.type ? Cell(name_of(*row.type)) : Cell("any"); }},
      {{"nodes", "", "visits that were expected to be of that type", 0},
       [](const TypeRow& row) { return row.tally.nodes; }},
      turned_out("exact", "of these, the value was inside the window (PV)", NodeType::pv),
      turned_out("high", "of these, the value reached beta (cut)", NodeType::cut),
      turned_out("low", "of these, the value did not exceed alpha (all)", NodeType::all),
      {{"missed", "%", "nodes that turned out to be of another type; empty in a search by a list",
        1},
       [](const TypeRow& row) {
         return row.counted->has_values() ? share(row.missed, row.tally.nodes) : Cell();
       }},
      {{"outside", "%", "nodes outside the critical tree in the search's own order of moves", 1},
       [](const TypeRow& row) { return share(row.tally.outside, row.tally.nodes); }}};
}

TableOf<TypeRow> types_table() {
  return {"node_types", "Node types, expected and actual, in the deepest completed iterations",
          with_search(tally_columns())};
}

TableOf<TypeRow> plies_table() {
  ColumnsOf<TypeRow> columns{{{"ply", "plies", "from the root", 0, Role::depth}, &TypeRow::ply}};
  for (auto& column : tally_columns()) columns.push_back(std::move(column));
  return {"node_types_by_ply", "Node types, expected and actual, by distance from the root",
          with_search(std::move(columns))};
}

TableOf<PlaceRow> places_table() {
  return {
      "type_cuts", "Cutoffs by the expected type of the node and the place of the cutting move",
      with_search<PlaceRow>(
          {{{"type", "", "that was expected of the node", 0},
            [](const PlaceRow& row) { return name_of(row.type); }},
           {{"place", "",
             "place in the node's move order, from 1; the last row is that place and beyond", 0},
            &PlaceRow::place},
           {{"cutoffs", "", "cutoffs at that place", 0}, &PlaceRow::cutoffs},
           {{"share", "%", "share of the cutoffs at nodes of that type", 2},
            [](const PlaceRow& row) { return share(row.cutoffs, row.all); }}})};
}

TableOf<OrderRow> order_table() {
  return {
      "order_quality",
      "Move ordering: the place of the move that decides a node, in the deepest completed "
      "iterations",
      with_search<OrderRow>(
          {{{"phase", "", fmt::format("{}; any: all together", help_of_phase), 0},
            &OrderRow::phase},
           {{"result", "",
             "exact: nodes whose value was inside the window, where the best of the moves searched "
             "decides; high: nodes that were cut off, where the move that reached beta decides",
             0},
            [](const OrderRow& row) { return row.type == NodeType::pv ? "exact" : "high"; }},
           {{"nodes", "", "with that result, at which a move decided", 0}, &OrderRow::nodes},
           {{"first", "%", "of these nodes, the first move decided", 1},
            [](const OrderRow& row) { return share(row.places.front(), row.nodes()); }},
           {{"place", "",
             "of the deciding move, from 1: mean; among the moves searched (exact) or taken from "
             "the list (high); a place beyond 32 counts as 32",
             2},
            &OrderRow::mean_place},
           {{"bits", "",
             "entropy of that place: 0 if the deciding move always stands at the same place, in a "
             "perfect order at the first; too small where there are few nodes",
             2},
            &OrderRow::bits}})};
}

/// Adds the rows of nodes that turned out to be PV and cut nodes, whatever had been expected.
void add_order_rows(const Counted& counted, std::string_view phase, const TypeTallies& tallies,
                    std::vector<OrderRow>& rows) {
  OrderRow pv{&counted, phase, NodeType::pv}, cut{&counted, phase, NodeType::cut};
  for (const TypeTally& tally : tallies.by_type)
    for (std::size_t i = 0; i < pv.places.size(); ++i) {
      pv.places[i] += tally.best_index[i];
      cut.places[i] += tally.cut_index[i];
    }
  for (const OrderRow& row : {pv, cut})
    if (row.nodes() > 0) rows.push_back(row);
}

/// The rows of each phase, if there are several, and of all.
std::vector<OrderRow> order_rows(const Counted& counted) {
  std::vector<OrderRow> rows;
  if (counted.by_phase.size() > 1)
    for (const std::string_view phase : phases)
      if (const auto found = counted.by_phase.find(phase); found != counted.by_phase.end())
        add_order_rows(counted, phase, found->second, rows);
  add_order_rows(counted, "any", counted.types.sum(), rows);
  return rows;
}

/// Why searches lack rows, and what the rows of several have in common.
std::vector<std::string> notes_on_orders(const std::vector<Counted>& all,
                                         const std::vector<OrderRow>& rows) {
  std::vector<std::string> notes;
  std::set<std::string> without_values, without_exact;
  for (const Counted& one : all) {
    const auto has = [&](NodeType type) {
      return std::ranges::any_of(
          rows, [&](const OrderRow& row) { return row.counted == &one && row.type == type; });
    };
    if (!one.has_values())
      without_values.insert(one.variant);
    else if (!has(NodeType::pv))
      without_exact.insert(one.variant);
  }
  if (!without_values.empty())
    notes.push_back(fmt::format("without rows, since inner nodes say no value or cutoff: {}",
                                fmt::join(without_values, ", ")));
  if (!without_exact.empty())
    notes.push_back(fmt::format("without exact nodes, as all windows are null: {}",
                                fmt::join(without_exact, ", ")));
  if (all.size() > 1)
    notes.emplace_back(
        "each row is over the nodes of its own search: other searches, orders and switches visit "
        "others");
  return notes;
}

/// The rows of a search's types, and of their sum.
void add_rows(const Counted& counted, const TypeTallies& tallies, std::size_t ply,
              std::vector<TypeRow>& rows) {
  TypeRow any{&counted, std::nullopt, {}, 0, ply};
  for (const NodeType type : {NodeType::pv, NodeType::cut, NodeType::all}) {
    const TypeTally& tally = tallies[type];
    if (tally.nodes == 0) continue;
    std::uint64_t missed = 0;
    for (const NodeType other : {NodeType::pv, NodeType::cut, NodeType::all})
      if (other != type) missed += tally.turned_out(other);
    rows.push_back({&counted, type, tally, missed, ply});
    any.tally += tally;
    any.missed += missed;
  }
  rows.push_back(any);
}

std::vector<Counted> sums_of(const std::vector<Run>& runs, const std::vector<NodeTypes>& types) {
  std::vector<Counted> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (types[i].plies.empty()) continue;
    const std::string &search = runs[i].name, &generator = runs[i].job.generator;
    auto same = std::ranges::find_if(all, [&](const Counted& one) {
      return one.search == search && one.generator == generator;
    });
    if (same == all.end()) same = all.insert(same, {search, generator, runs[i].variant()});
    same->types += types[i];
    if (runs[i].game->scope != Scope::any_game)
      same->by_phase[phase_in(runs[i].start.text())] += types[i].sum();
  }
  return all;
}

}  // namespace

std::vector<reports::PlannedTable> type_tables(const std::vector<Run>& runs,
                                               const std::vector<NodeTypes>& types) {
  const auto counted = std::make_shared<const std::vector<Counted>>(sums_of(runs, types));
  return {{types_table(),
           [counted] {
             std::vector<TypeRow> rows;
             for (const Counted& one : *counted) add_rows(one, one.types.sum(), 0, rows);
             return types_table().with(rows);
           }},
          {plies_table(),
           [counted] {
             std::vector<TypeRow> rows;
             for (const Counted& one : *counted)
               for (std::size_t ply = 0; ply < one.types.plies.size(); ++ply)
                 add_rows(one, one.types.plies[ply], ply, rows);
             std::erase_if(rows, [](const TypeRow& row) { return !row.type; });
             return plies_table().with(rows);
           }},
          {order_table(),
           [counted] {
             std::vector<OrderRow> rows;
             for (const Counted& one : *counted)
               std::ranges::move(order_rows(one), std::back_inserter(rows));
             reports::Table table = order_table().with(rows);
             table.notes = notes_on_orders(*counted, rows);
             return table;
           }},
          {places_table(), [counted] {
             std::vector<PlaceRow> rows;
             for (const Counted& one : *counted) {
               const TypeTallies sum = one.types.sum();
               for (const NodeType type : {NodeType::pv, NodeType::cut, NodeType::all}) {
                 const auto& cuts = sum[type].cut_index;
                 const auto all = std::accumulate(cuts.begin(), cuts.end(), std::uint64_t{0});
                 for (std::size_t place = 0; place < cuts.size(); ++place)
                   if (cuts[place] > 0) rows.push_back({&one, type, place + 1, cuts[place], all});
               }
             }
             return places_table().with(rows);
           }}};
}

}  // namespace plylab::search::lab
