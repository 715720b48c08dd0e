#include "search/mate/composition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/reference.h"
#include "search/mate/kingless_board.h"

namespace plylab::search::mate {
namespace {

constexpr std::array<std::pair<std::string_view, Aim>, 6> aims{{{"", Aim::direct},
                                                                {"s", Aim::self},
                                                                {"r", Aim::reflex},
                                                                {"semi-r", Aim::semi_reflex},
                                                                {"h", Aim::help},
                                                                {"hs", Aim::help_self}}};
constexpr std::string_view series_prefix = "ser-", parry_prefix = "pser-";

std::optional<Aim> aim_of(std::string_view text) {
  for (const auto& [name, aim] : aims)
    if (name == text) return aim;
  return std::nullopt;
}

}  // namespace

Stipulation parse_stipulation(std::string_view text) {
  const auto fail = [text](std::string_view why) {
    throw InputError(
        fmt::format("stipulation '{}': {}; examples: #3, =2, s#3, r#2, semi-r#2, h#2.5, hs#3, "
                    "ser-h#5, pser-h#5",
                    text, why));
  };
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::string_view rest = lower;

  Stipulation stipulation;
  stipulation.parry = rest.starts_with(parry_prefix);
  stipulation.series = stipulation.parry || rest.starts_with(series_prefix);
  if (stipulation.series)
    rest.remove_prefix(stipulation.parry ? parry_prefix.size() : series_prefix.size());
  const std::string_view kind = take_until(rest, "#=");
  if (rest.empty()) fail("# or = is missing");
  const auto aim = aim_of(kind);
  if (!aim) fail(fmt::format("unknown kind of play '{}'", kind));
  stipulation.aim = *aim;
  if (stipulation.series && stipulation.aim == Aim::help_self) fail("there is no series of hs");
  if (stipulation.parry && stipulation.aim != Aim::help)
    fail("of series with parries only pser-h# and pser-h= are solved");
  stipulation.goal = rest.front() == '#' ? Goal::mate : Goal::stalemate;
  rest.remove_prefix(1);
  if (rest.empty()) return stipulation;

  stipulation.half = rest.ends_with(".5");
  if (stipulation.half) rest.remove_suffix(2);
  if (stipulation.half && (!stipulation.is_help() || stipulation.series))
    fail("only h#, h=, hs# and hs= take half moves");
  const auto moves = parse_number<int>(rest);
  if (!moves || *moves < stipulation.min_moves() || *moves > longest_mate)
    fail(fmt::format("'{}' is not a number of moves from {} to {}", rest, stipulation.min_moves(),
                     longest_mate));
  stipulation.moves = *moves;
  return stipulation;
}

std::string to_string(const Stipulation& stipulation) {
  std::string text(stipulation.parry ? parry_prefix : stipulation.series ? series_prefix : "");
  text += aims[static_cast<std::size_t>(stipulation.aim)].first;
  text += stipulation.goal == Goal::mate ? '#' : '=';
  if (stipulation.has_length())
    text += fmt::format("{}{}", stipulation.moves, stipulation.half ? ".5" : "");
  return text;
}

namespace {

std::size_t first_moves(const Solution& solution) {
  std::set<chess::Move> moves;
  for (const Line& line : solution.lines) moves.insert(line.front());
  return moves.size();
}

/// "1 key", "3 solutions", "at least 3 solutions" if a limit was reached.
std::string counted(const Solution& solution) {
  const std::size_t number = solution.lines.size();
  return fmt::format("{}{} {}{}", solution.complete ? "" : "at least ", number,
                     solution.stipulation.has_lines() ? "solution" : "key", number == 1 ? "" : "s");
}

}  // namespace

std::string_view name_of(Soundness soundness) {
  constexpr std::string_view names[] = {
      "sound",  "with several lines", "without solution", "short", "with too few", "cooked", "dual",
      "unknown"};
  return names[static_cast<std::size_t>(soundness)];
}

Soundness judge(const Solution& solution, std::optional<std::size_t> intended) {
  const std::size_t found = solution.lines.size();
  if (!intended && !solution.stipulation.has_lines()) intended = 1;
  if (!solution.shorter.empty()) return Soundness::short_solution;
  if (intended && found > *intended) {
    const bool dual = solution.stipulation.has_lines() && first_moves(solution) <= *intended;
    return dual && solution.complete ? Soundness::dual : Soundness::cooked;
  }
  if (!solution.complete) return Soundness::unknown;
  if (found == 0) return Soundness::no_solution;
  if (intended && found < *intended) return Soundness::too_few;
  return intended || found == 1 ? Soundness::sound : Soundness::several;
}

std::string verdict(const Solution& solution, std::optional<std::size_t> intended) {
  switch (judge(solution, intended)) {
    case Soundness::sound:
      return "C+";
    case Soundness::several:
      return counted(solution);
    case Soundness::no_solution:
      return "no solution";
    case Soundness::short_solution:
      return fmt::format("short solution: {}{}", to_string(solution.shorter.front().stipulation),
                         solution.complete ? "" : "; a limit ended the search for others");
    case Soundness::too_few:
      return fmt::format("{} of {}", counted(solution), *intended);
    case Soundness::cooked:
      return "cooked: " + counted(solution);
    case Soundness::dual:
      return "dual: " + counted(solution);
    case Soundness::unknown:
      return solution.lines.empty() ? "unknown" : "unknown: " + counted(solution);
  }
  return {};
}

namespace {

using chess::Move;
using chess::Setup;

Setup passed(Setup setup) {
  setup.side = !setup.side;
  setup.en_passant = chess::no_square;
  return setup;
}

/// SAN, with = for a stalemate, unless more moves follow in a row.
std::string san(const Setup& setup, Move move, bool is_last_in_row = true) {
  const KinglessBoard board{chess::ProblemSetup(setup)};
  KinglessBoard next = board;
  next.make(move);
  const bool stalemate = next.count() == 0 && next.checkers() == 0;
  return to_san(board, move) + (stalemate && is_last_in_row ? "=" : "");
}

/// The number that stands before a half-move at the beginning of a line: "1.", "1...".
std::string number_of(int half_move) {
  return fmt::format("{}{}", half_move / 2 + 1, half_move % 2 == 0 ? "." : "...");
}

/// The moves of a series as words: "1.Kg4", "2.Kf3+", "Ke1", "3.Ke3", "Rh3#".
std::vector<std::string> words_of_series(const Composition& composition, const Line& line) {
  const Stipulation& stipulation = composition.stipulation;
  const std::size_t row = line.size() - (stipulation.aim == Aim::direct ? 0 : 1);
  Setup setup = composition.position.setup();
  const chess::Color in_a_row = setup.side;
  std::vector<std::string> all;
  int moves = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_numbered = i < row && setup.side == in_a_row;
    const Setup next = chess::after(setup, line[i]);
    const bool is_parried = stipulation.parry && chess::in_check(next.squares, next.side);
    const bool passes = i + 1 < row && next.side != in_a_row && !is_parried;
    all.push_back((is_numbered ? fmt::format("{}.", ++moves) : "") + san(setup, line[i], !passes));
    setup = passes ? passed(next) : next;
  }
  return all;
}

/// The moves of a line as words: "1.Ka5", "Rh8", "2.Ka4", "Ra8#".
std::vector<std::string> words(const Composition& composition, const Line& line, bool set_play) {
  const Stipulation& stipulation = composition.stipulation;
  if (stipulation.series && !set_play) return words_of_series(composition, line);
  const Setup& start = composition.position.setup();
  Setup setup = set_play ? passed(start) : start;
  const int first = (stipulation.half ? 1 : 0) + (set_play ? 1 : 0);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const int half_move = first + static_cast<int>(i);
    all.push_back((i == 0 || half_move % 2 == 0 ? number_of(half_move) : "") + san(setup, line[i]));
    setup = chess::after(setup, line[i]);
  }
  return all;
}

/// Lines of help or series play; blanks replace the moves that the line above begins with too.
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

/// Defences with the same continuation.
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

/// The lines below a move of the attacker; `half_move` is the defender's reply.
std::vector<std::string> variations(const Setup& setup, const std::vector<Defence>& defences,
                                    int half_move) {
  std::vector<std::string> lines;
  for (const Group& group : grouped(setup, defences, half_move)) {
    lines.push_back("  " + group.defences + group.answer);
    for (const std::string& line : group.below) lines.push_back("  " + line);
  }
  return lines;
}

/// A key or a try, with its variations if `tree`.
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
  for (const auto& [stipulation, shorter] : solution.shorter)
    append(lines, to_lines(composition, shorter), "shorter: " + to_string(stipulation));
  for (const FirstMove& attempt : solution.tree.tries)
    append(lines, to_lines(setup, attempt, composition.tree));
  return lines;
}

}  // namespace plylab::search::mate
