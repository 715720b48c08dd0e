#include "search/lab/type_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "gen/chess/registry.h"
#include "reports/tables/columns.h"
#include "search/lab/position_tables.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::ColumnsOf;
using reports::Role;
using reports::TableOf;
namespace columns = reports::columns;

/// The phases of games of chess, by the men of the position that is searched.
enum class GamePhase : std::uint8_t { early, middle, late };
constexpr std::array<std::string_view, 3> game_phase_names = {"early", "middle", "late"};

/// What one search has counted with one generator.
struct Counted {
  std::string search, generator;
  NodeTypes types = {};
  std::array<TypeTallies, game_phase_names.size()> by_phase = {};  ///< of chess
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
  std::optional<GamePhase> phase;  ///< none: any
  NodeType type;
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
        const double share = static_cast<double>(number) / static_cast<double>(nodes());
        sum -= share * std::log2(share);
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
         return row.tally.with_value() < row.tally.nodes ? Cell()
                                                         : share(row.missed, row.tally.nodes);
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
      "order_quality", "Move ordering: the place of the move that decides a node",
      with_search<OrderRow>(
          {{{"phase", "",
             "of the position searched, by its pieces (queen 4, rook 2, bishop and knight 1, both "
             "sides): early from 17, middle from 9, late below; any: the sum",
             0},
            [](const OrderRow& row) {
              return row.phase ? game_phase_names[static_cast<std::size_t>(*row.phase)] : "any";
            }},
           {{"type", "",
             "that the node turned out to be: at a PV node the best move decides, which minimax "
             "would take, at a cut node the first that reaches beta",
             0},
            [](const OrderRow& row) { return name_of(row.type); }},
           {{"nodes", "", "of that type at which a move decided", 0}, &OrderRow::nodes},
           {{"first", "%", "of these nodes, the first move decided", 1},
            [](const OrderRow& row) { return share(row.places.front(), row.nodes()); }},
           {{"place", "", "of the deciding move, from 1: mean; a place beyond 32 counts as 32", 2},
            &OrderRow::mean_place},
           {{"bits", "",
             "log-loss of the deciding move: what it takes to name it if the order is known, that "
             "is, the entropy of its place; 0 for a perfect order",
             2},
            &OrderRow::bits}})};
}

/// Adds the rows of PV and cut nodes, whatever had been expected of them.
void add_order_rows(const Counted& counted, std::optional<GamePhase> phase,
                    const TypeTallies& tallies, std::vector<OrderRow>& rows) {
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
  for (std::size_t i = 0; i < game_phase_names.size(); ++i)
    add_order_rows(counted, static_cast<GamePhase>(i), counted.by_phase[i], rows);
  const bool are_several = std::ranges::any_of(
      rows, [&](const OrderRow& row) { return row.phase != rows.front().phase; });
  if (!are_several) rows.clear();
  add_order_rows(counted, std::nullopt, counted.types.sum(), rows);
  return rows;
}

/// The phase of the position that a run of chess searches.
GamePhase game_phase_of(const Run& run) {
  using namespace chess;
  int pieces = 0;
  for (const Piece piece : run.start.position.as<Chess>().squares())
    if (piece != no_piece) {
      const PieceType type = type_of(piece);
      pieces += type == queen ? 4 : type == rook ? 2 : type == bishop || type == knight ? 1 : 0;
    }
  return pieces >= 17 ? GamePhase::early : pieces >= 9 ? GamePhase::middle : GamePhase::late;
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
    if (same == all.end()) same = all.insert(same, {search, generator});
    same->types += types[i];
    if (runs[i].game->is_chess)
      same->by_phase[static_cast<std::size_t>(game_phase_of(runs[i]))] += types[i].sum();
  }
  return all;
}

}  // namespace

std::vector<reports::PlannedTable> type_tables(const std::vector<Run>& runs,
                                               const std::vector<NodeTypes>& types) {
  const auto counted = std::make_shared<const std::vector<Counted>>(sums_of(runs, types));
  return {
      {types_table(),
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
         if (counted->size() > 1)
           table.notes.emplace_back(
               "each row is over the nodes of its own search: other orders lead to other nodes");
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
