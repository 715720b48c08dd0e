#include "gen/engines/perft_answer.h"

#include <fmt/ranges.h>

#include <cstddef>
#include <utility>

#include "gen/base/text.h"

namespace plylab::engines {
namespace {

constexpr std::size_t longest_line = 1000;  // longer lines are not part of an answer

std::regex pattern(const std::string& text, bool ignore_case = true) {
  return std::regex(
      text, ignore_case ? std::regex::ECMAScript | std::regex::icase : std::regex::ECMAScript);
}

// A whole number that is not part of a decimal, a time or a rate ("12.5", "12ms", "12 ms").
const std::string digits = R"(([-+]?\d+(?:[,_']\d{3})*)(?![\w'%]|[.,_]\d))";
const std::string a_number =
    digits + R"((?!\s*(?:[mun]?s|sec|seconds?|milliseconds|%|[kmg]?nps|[kmg]?n/s)\b))";

// Coordinates ("e2e4", "e7-e8=Q", "P@e4", boards up to 12 by 10), SAN, castling.
const std::string a_square = "[a-l](?:10|[1-9])";
const std::string a_move = "((?:[KQRBNP]?[a-l]?(?:10|[1-9])?[-x:]?" + a_square +
                           R"((?:[=/]?[A-Za-z]|\([A-Za-z]\))?|[A-Z]@)" + a_square +
                           R"(|[O0]-[O0](?:-[O0])?)(?:\s?e\.p\.)?[+#]*[!?]*))";

/// The patterns of recognised lines.
struct Lines {
  /// "e2e4: 20", "1. e2e4 20", "Move: e2e4 Nodes: 20", "a2a3   380  (5.2%)"; or just the move.
  std::regex branch =
      pattern(R"(^\s*(?:\d+\s*[.):]\s*)?(?:[Mm]ove(?:\s+\d+)?\s*:?\s*)?)" + a_move +
                  R"((?:$|\s*(?:->|=>|[:=,|;]|-+(?=\s)|\s)\s*(?:[|:=]\s*)?)" +
                  R"((?:(?:[Nn]odes|[Ll]eaves|[Cc]ount)\s*[:=]?\s*)?(\S+)(?:\s.*)?$))",
              false);
  /// "Nodes searched: 20", "Total 20", "Leaf nodes = 20"; the group is the text after the label.
  std::regex named =
      pattern(R"(^\W*(?:total\s+|final\s+)?(?:number of\s+)?)"
              R"((?:nodes?(?:\s+(?:searched|visited|counted|count|total))?|searched nodes|)"
              R"(leaf\s*nodes?(?:\s+count)?|leaves|leafs|positions|node count|total|count|result))"
              R"((?:\s*[:=]+\s*|\s+)(\S.*)$)");
  /// "perft(5) = 20", "Perft 5: 20", "depth 5 nodes 20"; the groups are the depth and the text
  /// after it.
  std::regex depth = pattern(
      R"(^\W*(?:perft|divide|depth)(?:\s+(?:to\s+)?depth)?\s*[(:=]?\s*(\d+)(?!\d)(?:\s*ply)?)"
      R"((?:\)|\s|[:=,|]|->|is|nodes|leaves|total|result)+(\S.*)$)");
  /// The usual total of UCI engines with a word in place of the number.
  std::regex broken_total = pattern(R"(^\s*nodes searched\s*:\s*[a-z]+\s*$)");
  std::regex number_of_nodes =
      pattern(R"(^\W*)" + a_number + R"(\s+(?:leaf\s+)?(?:nodes?|leaves|leafs|positions)\b.*$)");
  std::regex number_alone = pattern(R"(^\s*(?:perft\s*[:=]+\s*|=+>?\s*)?)" + a_number + R"(\s*$)");
  std::regex number_of_moves = pattern(
      R"(^\W*(?:(?:total|legal|root|number of)\s+)*moves\s*[:=]?\s*)" + a_number + R"(.*$)");
  std::regex leading_number = pattern("^" + a_number + ".*$");
  std::regex number_somewhere = pattern(R"((?:^|[\s:=(]))" + a_number);
  std::regex timing = pattern(R"(\b(?:time|elapsed|took|duration|speed|nps|seconds)\b)");
  std::regex refusal = pattern(
      R"(^\s*(?:unknown command|error \(|illegal (?:move|position)|bestmove\b|no such command|)"
      R"(command not (?:found|recogni[sz]ed)|unrecogni[sz]ed|tellusererror|invalid)(?:.*)$)");
};

const Lines& lines() {
  static const Lines all;
  return all;
}

/// A natural number below 2^128, with or without thousands separators.
std::optional<Count> count_of(std::string text) {
  if (text.starts_with('+')) text.erase(0, 1);
  std::erase_if(text, [](char c) { return c == ',' || c == '_' || c == '\''; });
  return parse_count(text);
}

/// Stores the text's count in `place`; the line is malformed if the text is not a count.
LineKind keep(std::optional<Count>& place, const std::string& text, LineKind found) {
  const auto count = count_of(text);
  if (!count) return LineKind::malformed;
  place = count;
  return found;
}

/// The same for the text after a label, if it begins with a number.
LineKind keep_leading(std::optional<Count>& place, const std::string& text) {
  std::smatch match;
  return std::regex_match(text, match, lines().leading_number)
             ? keep(place, match[1], LineKind::total)
             : LineKind::other;
}

/// The line trimmed and with single blanks: runs of blanks would make the patterns slow.
std::string squeezed(const std::string& line) {
  return fmt::format("{}", fmt::join(words_of(line), " "));
}

std::optional<std::regex> own(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(pattern(text, false));
}

}  // namespace

PerftAnswerReader::PerftAnswerReader(const PerftProtocol& protocol, int depth)
    : reading_(protocol.reading),
      depth_(depth),
      own_branch_(own(protocol.branch)),
      own_total_(own(protocol.total)),
      own_end_(own(protocol.end)) {}

LineKind PerftAnswerReader::read(const std::string& line) {
  if (line.size() > longest_line) return LineKind::other;
  if (own_end_ && std::regex_search(line, *own_end_)) return LineKind::end;
  const std::string text = squeezed(line);
  if (text.empty() || text.starts_with("info ") || text.starts_with('#')) return LineKind::other;
  LineKind found = read_branch(own_branch_ ? line : text);
  if (found == LineKind::other) found = read_total(own_total_ ? line : text);
  if (found == LineKind::other && std::regex_match(text, lines().refusal)) return LineKind::refusal;
  return found;
}

LineKind PerftAnswerReader::read_branch(const std::string& line) {
  std::smatch match;
  if (own_branch_) {
    if (!std::regex_search(line, match, *own_branch_)) return LineKind::other;
  } else if (!std::regex_match(line, match, lines().branch)) {
    return LineKind::other;
  }
  ReportedBranch branch{match[1], {}};
  LineKind found = LineKind::part;
  if (std::string leaves = match[2]; !leaves.empty()) {
    while (leaves.ends_with(',') || leaves.ends_with(';')) leaves.pop_back();
    const bool numeric = leaves.find_first_not_of("+-0123456789,_'") == leaves.npos;
    if (!own_branch_ && !numeric) return LineKind::other;
    found = keep(branch.leaves, leaves, LineKind::part);
  }
  if (found == LineKind::part) branches_.push_back(std::move(branch));
  return found;
}

LineKind PerftAnswerReader::read_total(const std::string& line) {
  std::smatch match;
  if (own_total_)
    return std::regex_search(line, match, *own_total_) ? keep(named_, match[1], LineKind::total)
                                                       : LineKind::other;
  if (std::regex_match(line, match, lines().depth)) {
    // Some programs also print the counts of smaller depths.
    if (count_of(match[1]) != Count(static_cast<unsigned>(depth_))) return LineKind::other;
    return keep_leading(named_, match[2]);
  }
  if (std::regex_match(line, match, lines().number_of_moves))
    return keep(moves_, match[1], LineKind::part);
  if (std::regex_match(line, lines().broken_total)) return LineKind::malformed;
  if (std::regex_match(line, match, lines().named)) return keep_leading(named_, match[1]);
  if (std::regex_match(line, match, lines().number_of_nodes))
    return keep(named_, match[1], LineKind::total);
  if (std::regex_match(line, match, lines().number_alone))
    return keep(alone_, match[1], LineKind::part);
  if (reading_ != Reading::any_number || std::regex_search(line, lines().timing))
    return LineKind::other;
  auto found = LineKind::other;
  for (std::sregex_iterator it(line.begin(), line.end(), lines().number_somewhere), end; it != end;
       ++it)
    found = keep(any_, (*it)[1], LineKind::part);
  return found;
}

bool PerftAnswerReader::complete() const { return total().has_value(); }

std::optional<Count> PerftAnswerReader::sum() const {
  if (branches_.empty()) return std::nullopt;
  Count sum;
  for (const ReportedBranch& branch : branches_) {
    if (!branch.leaves && depth_ > 1) return std::nullopt;
    sum += branch.leaves.value_or(1);
  }
  return sum;
}

std::optional<Count> PerftAnswerReader::total() const {
  const auto all = sum();  // throws, even if a total is stated: nobody could add the branches up
  for (const auto& known : {named_, alone_, all})
    if (known) return known;
  return moves_ ? moves_ : any_;
}

PerftAnswer PerftAnswerReader::answer() const { return {.total = total(), .branches = branches_}; }

}  // namespace plylab::engines
