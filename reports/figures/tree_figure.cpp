#include "reports/figures/tree_figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "reports/figures/figure.h"
#include "reports/figures/svg.h"
#include "reports/tables/display.h"
#include "reports/text/markup.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

/// Light tints of the first colours of figure_style(): text on them must be easy to read.
constexpr std::array<std::string_view, 4> tints = {"BFDCEC", "F6D7C0", "BFE7DC", "F2DEE9"};
constexpr std::string_view mark_colour = "C00000";

std::string_view tint(std::size_t fill) { return tints[fill % tints.size()]; }

/// Where the boxes of the nodes are, in pixels from the panel's corner: leaves beside each other, a
/// parent above the middle of its children.
class TreeLayout {
 public:
  explicit TreeLayout(const TreeFigure& figure) {
    std::size_t lines = 1;
    double text = 0;
    for (const TreePanel& panel : figure.panels)
      for (const TreeNode& node : panel.nodes) {
        lines = std::max(lines, node.lines.size());
        for (const std::string& line : node.lines) text = std::max(text, text_width(line));
      }
    box_width_ = text + 10;
    box_height_ = line_step * static_cast<double>(lines) + 7;
    const std::vector<TreeNode>& nodes = figure.panels.front().nodes;
    std::vector<std::vector<std::size_t>> children(nodes.size());
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      (nodes[i].parent ? children[*nodes[i].parent] : roots).push_back(i);
    x_.resize(nodes.size());
    row_.resize(nodes.size());
    for (const std::size_t root : roots) place(root, 0, children);
    for (const TreePanel& panel : figure.panels) width_ = std::max(width_, text_width(panel.title));
  }

  double x(std::size_t node) const { return x_[node]; }  // of its middle
  double y(std::size_t node) const { return row_[node] * (box_height_ + gap_below); }
  double box_width() const { return box_width_; }
  double box_height() const { return box_height_; }
  double width() const { return width_; }
  double height() const { return rows_ * (box_height_ + gap_below) - gap_below; }

  static constexpr double line_step = 13;

 private:
  static constexpr double gap_beside = 8, gap_below = 26;

  void place(std::size_t node, double row, const std::vector<std::vector<std::size_t>>& children) {
    row_[node] = row;
    rows_ = std::max(rows_, row + 1);
    if (children[node].empty()) {
      x_[node] = next_ + box_width_ / 2;
      next_ += box_width_ + gap_beside;
      width_ = std::max(width_, next_ - gap_beside);
      return;
    }
    for (const std::size_t child : children[node]) place(child, row + 1, children);
    x_[node] = (x_[children[node].front()] + x_[children[node].back()]) / 2;
  }

  std::vector<double> x_, row_;
  double box_width_ = 0, box_height_ = 0, next_ = 0, width_ = 0, rows_ = 0;
};

/// By which a page can hide what is below a node: the same in all panels.
std::string place_of(std::size_t i, const TreeNode& node) {
  return node.parent ? fmt::format("data-node=\"{}\" data-parent=\"{}\"", i, *node.parent)
                     : fmt::format("data-node=\"{}\"", i);
}

void append_node(std::string& out, std::size_t i, const TreeNode& node, double x, double y,
                 const TreeLayout& layout) {
  const double left = x - layout.box_width() / 2;
  if (node.lines.empty()) {
    out += fmt::format(
        "<rect {} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
        "stroke=\"#999\" stroke-dasharray=\"1 3\"/>\n",
        place_of(i, node), left, y, layout.box_width(), layout.box_height());
    return;
  }
  out += fmt::format(
      "<g {}><title>{}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "rx=\"3\" fill=\"#{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
      place_of(i, node), markup_text(node.title), left, y, layout.box_width(), layout.box_height(),
      tint(node.fill), node.marked ? fmt::format("#{}", mark_colour) : "#000",
      node.thick ? "2.5" : "1", node.dashed ? " stroke-dasharray=\"5 3\"" : "");
  double line_y = y + TreeLayout::line_step;
  for (const std::string& line : node.lines) {
    const bool first = &line == &node.lines.front();
    out += svg_text(x, line_y, "middle", line,
                    first ? node.marked
                                ? fmt::format(" font-weight=\"bold\" fill=\"#{}\"", mark_colour)
                                : " font-weight=\"bold\""
                          : "");
    line_y += TreeLayout::line_step;
  }
  out += "</g>\n";
}

void append_panel(std::string& out, const TreePanel& panel, double left, double top,
                  const TreeLayout& layout) {
  out += svg_text(left + layout.width() / 2, top, "middle", panel.title, " font-weight=\"bold\"");
  const double from = top + 12;
  for (std::size_t i = 0; i < panel.nodes.size(); ++i)
    if (const auto parent = panel.nodes[i].parent)
      out += svg_line(
          left + layout.x(*parent), from + layout.y(*parent) + layout.box_height(),
          left + layout.x(i), from + layout.y(i),
          fmt::format("{} {}", place_of(i, panel.nodes[i]),
                      panel.nodes[i].lines.empty() ? "stroke=\"#999\" stroke-dasharray=\"1 3\""
                                                   : "stroke=\"#000\""));
  for (std::size_t i = 0; i < panel.nodes.size(); ++i)
    append_node(out, i, panel.nodes[i], left + layout.x(i), from + layout.y(i), layout);
}

/// A text in double quotes, with line ends as \n.
std::string dot_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string dot_node(const TreeNode& node) {
  if (node.lines.empty()) return "[label=\"\", style=dotted, color=gray]";
  std::vector<std::string_view> style{"filled"};
  if (node.thick) style.emplace_back("bold");
  if (node.dashed) style.emplace_back("dashed");
  return fmt::format(
      "[label={}, tooltip={}, style={}, fillcolor=\"#{}\"{}]",
      dot_text(fmt::format("{}", fmt::join(node.lines, "\n"))), dot_text(node.title),
      dot_text(fmt::format("{}", fmt::join(style, ","))), tint(node.fill),
      node.marked ? fmt::format(", color=\"#{0}\", fontcolor=\"#{0}\"", mark_colour) : "");
}

}  // namespace

std::string svg_tree(const TreeFigure& figure) {
  constexpr double margin = 12, between = 36;
  const TreeLayout layout(figure);
  const auto panels = static_cast<double>(figure.panels.size());
  double width = 2 * margin + panels * layout.width() + (panels - 1) * between;
  width = std::max(width, 2 * margin + text_width(figure.title) * 1.1);
  for (const std::string& line : figure.legend)
    width = std::max(width, 2 * margin + text_width(line));
  std::string body =
      svg_text(width / 2, 20, "middle", figure.title, " font-weight=\"bold\" font-size=\"12\"");
  double left = margin;
  for (const TreePanel& panel : figure.panels) {
    append_panel(body, panel, left, 44, layout);
    left += layout.width() + between;
  }
  double y = 44 + 12 + layout.height() + 2 * line_height;
  double x = margin;
  for (std::size_t fill = 0; fill < figure.fills.size(); ++fill) {
    body += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"11\" fill=\"#{}\" "
        "stroke=\"#000\"/>\n",
        x, y - 10, tint(fill));
    body += svg_text(x + 20, y, "start", figure.fills[fill]);
    x += 20 + text_width(figure.fills[fill]) + 16;
  }
  for (const std::string& line : figure.legend)
    body += svg_text(margin, y += line_height, "start", line);
  if (!figure.source.empty()) {
    const auto room = static_cast<std::size_t>((width - 2 * margin) / letter_width);
    body += svg_text(margin, y += line_height, "start", shorten(figure.source, room),
                     " fill-opacity=\"0.6\" font-size=\"10\"");
  }
  return svg_head(width, y + 8, figure.title, figure.source, true) + body + "</svg>\n";
}

std::string dot_tree(const TreeFigure& figure) {
  std::string out = fmt::format("{}\n", dot_beginning);
  for (const std::string& line : figure.legend) out += fmt::format("// {}\n", line);
  for (std::size_t fill = 0; fill < figure.fills.size(); ++fill)
    out += fmt::format("// #{}: {}\n", tint(fill), figure.fills[fill]);
  if (!figure.source.empty()) out += fmt::format("// {}\n", figure.source);
  out += fmt::format(
      "digraph tree {{\n  label={};\n  ordering=out;\n  node [shape=box, fontname=\"sans-serif\", "
      "fontsize=10];\n  edge [arrowhead=none];\n",
      dot_text(figure.title));
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const TreePanel& panel = figure.panels[p];
    out += fmt::format("  subgraph cluster_{} {{\n    label={};\n", p, dot_text(panel.title));
    for (std::size_t i = 0; i < panel.nodes.size(); ++i)
      out += fmt::format("    t{}n{} {};\n", p, i, dot_node(panel.nodes[i]));
    for (std::size_t i = 0; i < panel.nodes.size(); ++i)
      if (const auto parent = panel.nodes[i].parent)
        out += fmt::format("    t{0}n{1} -> t{0}n{2}{3};\n", p, *parent, i,
                           panel.nodes[i].lines.empty() ? " [style=dotted, color=gray]" : "");
    out += "  }\n";
  }
  return out + "}\n";
}

}  // namespace plylab::reports
