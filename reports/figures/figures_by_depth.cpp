// Pictures of what a search costs, from the tables by_depth, cut_totals and ..._compared.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/figures/figures.h"
#include "reports/tables/display.h"
#include "reports/tables/table_view.h"

namespace plylab::reports {
namespace {

/// The series of that name, made if it is not there yet.
FigureSeries& series_named(const std::string& name, Drawing drawing, Figure& figure) {
  for (FigureSeries& series : figure.series)
    if (series.name == name) return series;
  return figure.series.emplace_back(FigureSeries{name, drawing});
}

/// A figure for each group: what a column says, by depth. Means over different starts are not
/// joined: a limit cuts off the hard ones first.
std::vector<Figure> by_depth(const Report& report, std::string_view column,
                             const std::string& title, const char* label, bool logarithmic) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "by_depth", {"depth", column})) {
    const auto who = view.telling(
        {"file", "switches", "evaluation", "ordering", "generator", "search", "variant"});
    std::vector<std::string> groups;
    const std::size_t first = figures.size();
    for (std::size_t row = 0; row < view.rows(); ++row) {
      const auto depth = view.number(row, "depth"), y = view.number(row, column);
      if (!depth || !y || (logarithmic && *y <= 0)) continue;
      const std::string group = view.text(row, "group");
      auto place =
          static_cast<std::size_t>(std::find(groups.begin(), groups.end(), group) - groups.begin());
      if (place == groups.size()) {
        groups.push_back(group);
        figures.push_back({{},
                           group.empty() ? title : fmt::format("{}: {}", title, group),
                           {.label = "depth in plies", .whole = true},
                           {label, logarithmic}});
      }
      const std::string name = view.label(row, who);
      const bool is_minimal = view.text(row, "variant") == "minimal";
      auto& points =
          series_named(is_minimal ? "minimal tree" : name,
                       is_minimal ? Drawing::reference : Drawing::line, figures[first + place])
              .points;
      FigurePoint point{.x = *depth, .y = *y};
      if (const std::string starts = view.text(row, "starts"); !starts.empty()) {
        point.name = starts + (starts == "1" ? " start" : " starts");
        point.is_joined = points.empty() || points.back().name == point.name;
      }
      points.push_back(std::move(point));
    }
  }
  // A line of one point would not be seen.
  for (Figure& figure : figures)
    for (FigureSeries& series : figure.series)
      if (series.drawing == Drawing::reference && series.points.size() == 1)
        series.drawing = Drawing::dots;
  // A single depth makes no curve.
  std::erase_if(figures, [](const Figure& figure) {
    return std::all_of(figure.series.begin(), figure.series.end(),
                       [](const FigureSeries& series) { return series.points.size() < 2; });
  });
  return figures;
}

/// Names on the y axis, one line each.
struct Lines {
  std::vector<std::string> names;

  double place(const std::string& name) {
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) found = names.insert(found, name);
    return static_cast<double>(found - names.begin() + 1);
  }
};

/// Whether a column of a comparison tells what is compared, and not with what or how.
bool is_compared(std::string_view column) {
  return column != "file" && column != "against" && column != "measure";
}

/// Moves the series of a figure apart, so that points of one line do not lie on each other.
void spread_series(Figure& figure) {
  const auto count = static_cast<double>(figure.series.size());
  for (std::size_t i = 0; i < figure.series.size(); ++i)
    for (FigurePoint& point : figure.series[i].points)
      point.y += 0.6 * ((static_cast<double>(i) + 0.5) / count - 0.5);
}

/// A line from top to bottom.
void add_upright(double x, Figure& figure) {
  figure.series.push_back({{},
                           Drawing::reference,
                           {{x, 0.4}, {x, static_cast<double>(figure.y.categories.size()) + 0.6}}});
}

}  // namespace

std::vector<Figure> growth_figures(const Report& report) {
  return by_depth(report, "nodes", "Nodes by depth", "nodes of the iteration", true);
}

std::vector<Figure> branching_figures(const Report& report) {
  return by_depth(report, "ebf", "Branching factor by depth", "nodes(d) / nodes(d−1)", false);
}

std::vector<Figure> cut_index_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "cut_totals", {"place", "share"})) {
    Figure figure{
        {},
        view.table().title,
        {.label = "place of the move in its node's order (32: and beyond)", .whole = true},
        {"share of the beta cutoffs in %", true}};
    const auto who = view.telling({"file", "search", "generator"});
    for (std::size_t row = 0; row < view.rows(); ++row)
      if (const auto place = view.number(row, "place"), share = view.number(row, "share");
          place && share && *share > 0)
        series_named(view.label(row, who), Drawing::line, figure)
            .points.push_back({*place, *share});
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> ratio_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const Table& table : report.tables) {
    const TableView view(table);
    if (!view.has({"ratio", "low", "high", "less", "more"})) continue;
    Figure figure{{}, heading(table), {"ratio", true}};
    const auto varying = view.telling({"file", "against", "measure"});
    std::vector<std::string_view> who;  // what is compared is named in any case
    for (const std::string_view column : {"file", "search", "variant", "switches", "ordering",
                                          "evaluation", "generator", "depth", "against", "measure"})
      if (is_compared(column) ? view.has({column})
                              : std::find(varying.begin(), varying.end(), column) != varying.end())
        who.push_back(column);
    Lines lines;
    for (std::size_t row = 0; row < view.rows(); ++row)
      if (const auto ratio = view.number(row, "ratio"); ratio && *ratio > 0)
        series_named(view.text(row, "group"), Drawing::dots, figure)
            .points.push_back({*ratio, lines.place(view.label(row, who)), view.number(row, "low"),
                               view.number(row, "high")});
    figure.y.categories = lines.names;
    spread_series(figure);
    if (!figure.series.empty()) add_upright(1, figure);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> rate_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "positions", {"contestant", "rate"})) {
    Figure figure{{}, view.table().title, {"million leaves a second", true}};
    const auto who = view.telling({"file", "contestant"});
    Lines lines;
    for (std::size_t row = 0; row < view.rows(); ++row)
      if (const auto rate = view.number(row, "rate"); rate && *rate > 0)
        series_named(view.label(row, who), Drawing::dots, figure)
            .points.push_back({*rate, lines.place(view.text(row, "position"))});
    figure.y.categories = lines.names;
    spread_series(figure);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> score_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view :
       views_of(report, "players", {"player", "elo", "low", "high", "score"})) {
    Figure figure{{}, "Scores and their 95 % intervals", {"Elo"}};
    Lines lines;
    FigureSeries series{{}, Drawing::dots};
    for (std::size_t row = 0; row < view.rows(); ++row) {
      const auto elo = view.number(row, "elo");
      const auto low = view.number(row, "low"), high = view.number(row, "high");
      const bool ends = low && high;
      const std::string name = view.label(row, view.telling({"file", "player"}));
      if (!elo) continue;
      series.points.push_back({*elo,
                               lines.place(fmt::format("{} ({} %)", name, view.text(row, "score"))),
                               ends ? low : std::nullopt, ends ? high : std::nullopt, name});
    }
    figure.y.categories = lines.names;
    if (!series.points.empty()) {
      figure.series.push_back(std::move(series));
      add_upright(0, figure);
    }
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace plylab::reports
