#include "search/mate/problem_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using chess::Setup;

Setup passed(Setup setup) {
  setup.side = !setup.side;
  setup.en_passant = chess::no_square;
  return setup;
}

/// SAN, with = for a stalemate.
std::string san(const Setup& setup, Move move) {
  const Setup next = chess::after(setup, move);
  const bool stalemate =
      chess::legal_moves(next).empty() && !chess::in_check(next.squares, next.side);
  return chess::san(chess::ValidSetup(setup), move) + (stalemate ? "=" : "");
}

/// The number before the half-move of that index, as it stands at the beginning of a line.
std::string number_of(int half_move) {
  return fmt::format("{}{}", half_move / 2 + 1, half_move % 2 == 0 ? "." : "...");
}

/// The moves of a line as words: "1.Ka5", "Rh8", "2.Ka4", "Ra8#".
std::vector<std::string> words(const Composition& composition, const Line& line, bool set_play) {
  const Stipulation& stipulation = composition.stipulation;
  const Setup& start = composition.position.setup();
  Setup setup = set_play ? passed(start) : start;
  const bool in_a_row = stipulation.series && !set_play;
  const std::size_t row = in_a_row ? line.size() - (stipulation.aim == Aim::direct ? 0 : 1) : 0;
  const int first = (stipulation.half ? 1 : 0) + (set_play ? 1 : 0);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const int half_move = first + static_cast<int>(i);
    std::string number;
    if (in_a_row)
      number = i < row ? fmt::format("{}.", i + 1) : "";
    else if (i == 0 || half_move % 2 == 0)
      number = number_of(half_move);
    all.push_back(number + san(setup, line[i]));
    setup = chess::after(setup, line[i]);
    if (i + 1 < row) setup = passed(setup);
  }
  return all;
}

/// Lines of help or series play one below the other, without what the one before begins with too.
std::vector<std::string> merged(const Composition& composition, const std::vector<Line>& lines,
                                bool set_play) {
  std::vector<std::string> texts;
  std::vector<std::string> before;
  for (const Line& line : lines) {
    const auto now = words(composition, line, set_play);
    const auto same = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.end(), now.begin(), now.end()).first - before.begin());
    std::string text;
    for (std::size_t i = 0; i < now.size(); ++i)
      text += (i == 0 ? "" : " ") + (i < same ? std::string(now[i].size(), ' ') : now[i]);
    texts.push_back(text);
    before = now;
  }
  return texts;
}

std::string listed(const Setup& setup, const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(san(setup, move));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Defences that are answered alike, all the way down.
struct Group {
  std::string defences;
  std::string answer;
  std::vector<std::string> below;
};

std::vector<std::string> variations(const Setup& setup, const std::vector<Defence>& defences,
                                    int half_move);

std::vector<Group> grouped(const Setup& setup, const std::vector<Defence>& defences,
                           int half_move) {
  std::vector<Group> groups;
  for (const Defence& defence : defences) {
    const Setup next = chess::after(setup, defence.move);
    std::string answer;
    std::vector<std::string> below;
    if (defence.answer) {
      answer = fmt::format(" {}{}", number_of(half_move + 1), san(next, defence.answer->move));
      if (!defence.duals.empty()) answer += fmt::format(" (dual: {})", listed(next, defence.duals));
      below = variations(chess::after(next, defence.answer->move), defence.answer->defences,
                         half_move + 2);
    }
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.answer == answer && group.below == below;
    });
    if (same == groups.end())
      groups.push_back({number_of(half_move) + san(setup, defence.move), answer, below});
    else
      same->defences += ", " + san(setup, defence.move);
  }
  return groups;
}

/// The lines below a move of the attacker, with the defender to make that half-move.
std::vector<std::string> variations(const Setup& setup, const std::vector<Defence>& defences,
                                    int half_move) {
  std::vector<std::string> lines;
  for (const Group& group : grouped(setup, defences, half_move)) {
    lines.push_back("  " + group.defences + group.answer);
    for (const std::string& line : group.below) lines.push_back("  " + line);
  }
  return lines;
}

/// A key or a try, with everything below it if the tree is asked for.
std::vector<std::string> to_lines(const Setup& setup, const FirstMove& first, bool tree) {
  const Setup next = chess::after(setup, first.attack.move);
  std::string head =
      number_of(0) + san(setup, first.attack.move) + (first.refutations.empty() ? "!" : "?");
  if (!first.threats.empty())
    head += fmt::format(" threat: {}{}", number_of(2), listed(passed(next), first.threats));
  if (first.zugzwang) head += " zugzwang";
  std::vector<std::string> lines{head};
  if (tree)
    for (std::string& line : variations(next, first.attack.defences, 1))
      lines.push_back(std::move(line));
  for (const Move refuting : first.refutations)
    lines.push_back(fmt::format("  but {}{}!", number_of(1), san(next, refuting)));
  return lines;
}

void append(std::vector<std::string>& lines, std::vector<std::string> more,
            const std::string& heading = "") {
  if (more.empty()) return;
  if (!heading.empty()) lines.push_back(heading);
  for (std::string& line : more) lines.push_back((heading.empty() ? "" : "  ") + std::move(line));
}

std::vector<std::string> to_lines(const Composition& composition, const std::vector<Line>& lines,
                                  bool set_play = false) {
  if (composition.tree) return merged(composition, lines, set_play);
  std::vector<std::string> texts;
  for (const Line& line : lines) texts.push_back(problem_line(composition, line, set_play));
  return texts;
}

}  // namespace

std::string problem_line(const Composition& composition, const Line& line, bool set_play) {
  return fmt::format("{}", fmt::join(words(composition, line, set_play), " "));
}

std::vector<std::string> to_lines(const Composition& composition, const Solution& solution) {
  const Setup& setup = composition.position.setup();
  std::vector<std::string> lines;
  append(lines, to_lines(composition, solution.set_lines, true), "set play");
  if (!solution.tree.set_play.empty()) {
    lines.emplace_back("set play");
    append(lines, variations(passed(setup), solution.tree.set_play, 1));
  }
  if (solution.tree.keys.empty()) append(lines, to_lines(composition, solution.lines));
  for (const FirstMove& key : solution.tree.keys) append(lines, to_lines(setup, key, true));
  if (solution.short_stipulation)
    append(lines, to_lines(composition, solution.short_lines),
           "in " + to_string(*solution.short_stipulation) + " already");
  for (const FirstMove& attempt : solution.tree.tries)
    append(lines, to_lines(setup, attempt, composition.tree));
  return lines;
}

}  // namespace plylab::search::mate
