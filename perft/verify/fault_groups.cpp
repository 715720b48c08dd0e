#include "perft/verify/fault_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "perft/verify/explanation.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// Special moves that a generator may forget or repeat all at once.
struct MovePattern {
  std::string text;            ///< in the plural: "Black's double steps"
  std::uint16_t kinds;         ///< bits by MoveKind
  Rule rule;                   ///< its usual cause is given if all are missing
  std::optional<Color> color;  ///< none for both

  bool matches(const Setup& position, Move move) const;
};

constexpr std::uint16_t bit(MoveKind kind) {
  return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

struct Kinds {
  std::string_view text;
  unsigned kinds;
  Rule rule;
};

/// Promotion pieces in the order of MoveKind: knight, bishop, rook, queen.
constexpr Kinds promotions[] = {{" to a knight", 1, Rule::underpromotion},
                                {" to a bishop", 2, Rule::underpromotion},
                                {" to a rook", 4, Rule::underpromotion},
                                {" to a queen", 8, Rule::underpromotion},
                                {" to a rook, bishop or knight", 7, Rule::underpromotion},
                                {"", 15, Rule::promotion}};
constexpr unsigned quiet_promotions = static_cast<unsigned>(MoveKind::to_knight);
constexpr unsigned capturing_promotions = static_cast<unsigned>(MoveKind::capture_to_knight);

constexpr Kinds others[] = {
    {"castling moves on the queenside", bit(MoveKind::castle_queenside), Rule::castling_allowed},
    {"castling moves on the kingside", bit(MoveKind::castle_kingside), Rule::castling_allowed},
    {"castling moves", bit(MoveKind::castle_queenside) | bit(MoveKind::castle_kingside),
     Rule::castling_allowed},
    {"captures e.p.", bit(MoveKind::en_passant), Rule::en_passant_allowed},
    {"double steps", bit(MoveKind::double_push), Rule::double_step}};

std::vector<MovePattern> all_patterns() {
  std::vector<MovePattern> patterns;
  const auto add = [&](const std::string& text, unsigned kinds, Rule rule) {
    const auto bits = static_cast<std::uint16_t>(kinds);
    patterns.push_back({"White's " + text, bits, rule, white});
    patterns.push_back({"Black's " + text, bits, rule, black});
    patterns.push_back({text, bits, rule, std::nullopt});
  };
  for (const auto& [text, kinds, rule] : promotions) {
    add(fmt::format("promotions by capture{}", text), kinds << capturing_promotions, rule);
    add(fmt::format("promotions without capture{}", text), kinds << quiet_promotions, rule);
    add(fmt::format("promotions{}", text),
        kinds << capturing_promotions | kinds << quiet_promotions, rule);
  }
  for (const auto& [text, kinds, rule] : others) add(std::string(text), kinds, rule);
  const auto size = [](const MovePattern& pattern) {
    return std::popcount(pattern.kinds) * (pattern.color ? 1 : 2);
  };
  std::stable_sort(patterns.begin(), patterns.end(),
                   [&](const MovePattern& a, const MovePattern& b) { return size(a) < size(b); });
  return patterns;
}

bool MovePattern::matches(const Setup& position, Move move) const {
  return (kinds & bit(move.kind())) != 0 && (!color || position.side == *color);
}

/// All patterns, the most specific first.
std::span<const MovePattern> move_patterns() {
  static const std::vector<MovePattern> patterns = all_patterns();
  return patterns;
}

/// The legal moves in the position of a diagnosis, wrong and right ones.
struct Listed {
  Setup position;
  std::vector<Move> wrong, right;
};

Listed listed(const Diagnosis& diagnosis) {
  Listed moves{diagnosis.counterexample.reached.position(), {}, {}};
  std::set<std::string> wrong;
  for (const WrongMove& move : diagnosis.moves) wrong.insert(move.text);
  for (const Move move : legal_moves(moves.position))
    (wrong.contains(move_text(moves.position, move)) ? moves.wrong : moves.right).push_back(move);
  return moves;
}

bool matches_any(const MovePattern& pattern, const Setup& position,
                 const std::vector<Move>& moves) {
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move move) { return pattern.matches(position, move); });
}

template <class Condition>
std::vector<std::size_t> indices_where(const Condition& condition) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < move_patterns().size(); ++i)
    if (condition(move_patterns()[i])) indices.push_back(i);
  return indices;
}

/// Whether a diagnosis only says which moves of a position are missing or repeated.
bool is_about_moves(const Diagnosis& diagnosis) {
  return diagnosis.fault == Fault::generation && !diagnosis.deduced && !diagnosis.moves.empty();
}

/// The indices of the patterns that match exactly the wrong moves of a diagnosis: all matching
/// legal moves are missing, or all are repeated, and no other move is wrong.
std::vector<std::size_t> patterns_of(const Diagnosis& diagnosis) {
  if (!is_about_moves(diagnosis)) return {};
  const Wrong wrong = diagnosis.moves.front().wrong;
  if (diagnosis.hypothesis && wrong != Wrong::missing) return {};
  for (const WrongMove& move : diagnosis.moves)
    if (move.wrong != wrong || wrong == Wrong::extra) return {};
  const Listed moves = listed(diagnosis);
  return indices_where([&](const MovePattern& pattern) {
    return std::all_of(moves.wrong.begin(), moves.wrong.end(),
                       [&](Move move) { return pattern.matches(moves.position, move); }) &&
           !matches_any(pattern, moves.position, moves.right);
  });
}

/// The indices of the patterns that match a correctly listed legal move of the diagnosis.
std::vector<std::size_t> refuted_by(const Diagnosis& diagnosis) {
  if (!is_about_moves(diagnosis)) return {};
  const Listed moves = listed(diagnosis);
  return indices_where([&](const MovePattern& pattern) {
    return matches_any(pattern, moves.position, moves.right);
  });
}

/// The indices of the patterns that match any legal move of a position.
std::vector<std::size_t> patterns_in(const Setup& position) {
  const std::vector<Move> legal = legal_moves(position);
  return indices_where(
      [&](const MovePattern& pattern) { return matches_any(pattern, position, legal); });
}

/// A text that is equal for outcomes with the same fault, judged by rules.
std::string signature(const Diagnosis& diagnosis) {
  std::string text(name_of(diagnosis.fault));
  if (const auto part = part_of(diagnosis); !part.empty()) return text + ' ' + std::string(part);
  std::set<std::string> rules;
  for (const WrongMove& move : diagnosis.moves)
    rules.insert(std::string(name_of(move.wrong)) + ' ' +
                 std::string(rule_info(move.reason.rule).name));
  for (const std::string& rule : rules) text += ' ' + rule;
  return text;
}

/// The size of a counterexample: depth, path, wrong moves, pieces.
auto size_of(const Diagnosis& diagnosis) {
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const Squares squares = reached.position().squares;
  const auto pieces = 64 - std::count(squares.begin(), squares.end(), no_piece);
  return std::tuple(depth, reached.path.size(), diagnosis.moves.size(), pieces);
}

/// The patterns that no position refutes, by outcome.
std::vector<std::set<std::size_t>> patterns_by_outcome(const std::vector<Task>& tasks,
                                                       const std::vector<Outcome>& outcomes) {
  std::vector<std::set<std::size_t>> patterns(outcomes.size());
  bool any = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (const auto& diagnosis = outcomes[i].diagnosis)
      for (const std::size_t pattern : patterns_of(*diagnosis))
        any |= patterns[i].insert(pattern).second;
  if (!any) return patterns;
  std::set<std::size_t> refuted;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (const auto& diagnosis = outcomes[i].diagnosis)
      for (const std::size_t pattern : refuted_by(*diagnosis)) refuted.insert(pattern);
    const bool right_at_depth_1 =
        outcomes[i].verdict == Verdict::agrees ||
        (outcomes[i].verdict == Verdict::differs && outcomes[i].depth > 1);
    if (right_at_depth_1)
      for (const std::size_t pattern : patterns_in(tasks[i].setup)) refuted.insert(pattern);
  }
  for (auto& of_outcome : patterns)
    std::erase_if(of_outcome, [&](std::size_t pattern) { return refuted.contains(pattern); });
  return patterns;
}

/// For each outcome the pattern that describes it, if any. Chooses as few different patterns as
/// possible, and the more specific of two that describe equally many outcomes.
std::vector<std::optional<std::size_t>> chosen_patterns(const std::vector<Task>& tasks,
                                                        const std::vector<Outcome>& outcomes) {
  auto patterns = patterns_by_outcome(tasks, outcomes);
  std::vector<std::optional<std::size_t>> chosen(outcomes.size());
  while (true) {
    std::map<std::size_t, std::size_t> numbers;
    for (const auto& of_outcome : patterns)
      for (const std::size_t pattern : of_outcome) ++numbers[pattern];
    const auto best =
        std::max_element(numbers.begin(), numbers.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (best == numbers.end()) return chosen;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!patterns[i].contains(best->first)) continue;
      chosen[i] = best->first;
      patterns[i].clear();
    }
  }
}

Explanation pattern_explanation(std::size_t number, const Diagnosis& diagnosis) {
  const MovePattern& pattern = move_patterns()[number];
  const Wrong wrong = diagnosis.moves.front().wrong;
  return {fmt::format("the move generation{}: {} are {}",
                      diagnosis.hypothesis ? ", or the reading of the FEN" : "", pattern.text,
                      wrong == Wrong::missing ? "missing" : "listed more than once"),
          usual_cause(wrong, pattern.rule)};
}

/// A text that is equal for outcomes that the same pattern describes.
std::string pattern_signature(std::size_t pattern, const Diagnosis& diagnosis) {
  return fmt::format("{} {}", move_patterns()[pattern].text,
                     name_of(diagnosis.moves.front().wrong));
}

/// Explains a fault by an unseen check if no position contradicts that, and all together show more
/// than one move.
void explain_by_check(FaultGroup& fault, const std::vector<Outcome>& outcomes) {
  std::size_t moves = 0;
  for (const std::size_t i : fault.shown_by) {
    const auto unseen = unseen_check(*outcomes[i].diagnosis);
    if (!unseen) return;
    moves += unseen->moves;
  }
  const Diagnosis& best = *outcomes[fault.best].diagnosis;
  if (moves > 1 && best.fault == Fault::generation)
    fault.explanation = explain(*unseen_check(best));
}

}  // namespace

std::vector<FaultGroup> fault_groups(const std::vector<Task>& tasks,
                                     const std::vector<Outcome>& outcomes) {
  const auto patterns = chosen_patterns(tasks, outcomes);
  std::vector<FaultGroup> faults;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].diagnosis) continue;
    const Diagnosis& diagnosis = *outcomes[i].diagnosis;
    const auto [place, is_new] = places.try_emplace(
        patterns[i] ? pattern_signature(*patterns[i], diagnosis) : signature(diagnosis),
        faults.size());
    if (is_new) faults.push_back({i, {}, {}});
    FaultGroup& fault = faults[place->second];
    fault.shown_by.push_back(i);
    if (size_of(diagnosis) < size_of(*outcomes[fault.best].diagnosis)) fault.best = i;
    const Diagnosis& best = *outcomes[fault.best].diagnosis;
    fault.explanation = patterns[i] ? pattern_explanation(*patterns[i], best) : best.explanation;
  }
  for (FaultGroup& fault : faults) explain_by_check(fault, outcomes);
  return faults;
}

}  // namespace plylab::perft::verify
