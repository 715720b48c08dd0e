#include "gen/engines/perft_answer.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

#include "gen/base/text.h"
#include "gen/engines/answer_tokens.h"

namespace plylab::engines {
namespace {

// Longer lines are not part of an answer, and totals are not in lines as long as several root
// moves.
constexpr std::size_t longest_line = 10'000, longest_total = 1000;
constexpr std::size_t max_unread = 500;  // lines kept for messages

const std::regex& refusal_pattern() {
  static const std::regex refusal(
      R"(^\s*(?:unknown command|error(?: \(|:? unknown|:? invalid|!?$)|illegal (?:move|position)|)"
      R"(bestmove\b|no such command|)"
      R"(command not (?:found|recogni[sz]ed)|unrecogni[sz]ed|tellusererror|invalid)(?:.*)$)",
      std::regex::ECMAScript | std::regex::icase);
  return refusal;
}

/// What the words beside a number say that it counts.
Counted counted_by(std::span<const Token> words) {
  Counted counted = Counted::unsaid;
  for (const Token& word : words) counted = together(counted, counted_by_word(word.text));
  return counted;
}

/// The words at the start of the tokens.
std::span<const Token> leading_words(std::span<const Token> tokens) {
  const auto end = std::ranges::find_if_not(tokens, &Token::is_word);
  return tokens.first(static_cast<std::size_t>(end - tokens.begin()));
}

/// The words before "in" and the like, which begin to say something else. "nodes in cache" stays
/// whole.
std::span<const Token> without_adverbs(std::span<const Token> words) {
  const auto end = std::ranges::find_if(words, [](const Token& word) {
    return is_one_of(word.text, {"in", "at", "after", "within", "took", "with", "and", "from"});
  });
  const auto is_memory = [](const Token& word) {
    return is_one_of(word.text, {"cache", "hash", "table", "tt", "memory"});
  };
  if (std::any_of(end, words.end(), is_memory)) return words;
  return words.first(static_cast<std::size_t>(end - words.begin()));
}

/// A number of a line, with the words that belong to it.
struct Field {
  const Token& number;
  std::vector<Token> label = {};      ///< the words before it
  bool is_bound = false;              ///< "nodes: 20" or "nodes = 20", not "nodes 20"
  std::span<const Token> nouns = {};  ///< the words after it
  bool is_rate = false;               ///< "20 nodes in 1 s", which may also be a count
};

/// Whether the words after a number, or some of them with "(ms)" or "/s", label the next number:
/// in "searched 20 nodes in 5 ms" and "total 20 nodes in 5 ms" they do not.
bool label_next(Counted label, std::span<const Token> words, std::span<const Token> rest) {
  if (label == Counted::unsaid || words.empty()) return false;
  const auto nouns = without_adverbs(words);
  if (nouns.size() < words.size() && !nouns.empty() && counted_by(nouns) != Counted::other)
    return false;
  while (!rest.empty() && !rest[0].has_digits() && !rest[0].is_binding()) {
    const bool is_bracketed =
        rest[0].is("(") && rest.size() > 2 && rest[1].is_word() && rest[2].is(")");
    const bool is_divided = rest[0].is("/") && rest.size() > 1 && rest[1].is_word();
    if (!is_bracketed && !is_divided) return false;
    rest = rest.subspan(is_bracketed ? 3 : 2);
  }
  return !rest.empty();
}

/// The fields between two separators. A word between two numbers belongs to the second if the first
/// has a label, too ("nodes 20 time 3"), and otherwise to the first ("20 nodes 3 errors").
std::vector<Field> fields_of(std::span<const Token> tokens) {
  std::vector<Field> fields;
  std::vector<Token> label;
  bool is_bound = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.is_word()) label.push_back(token);
    if (!token.is_word() && !token.has_digits()) is_bound |= token.is_binding();
    if (!token.has_digits()) continue;
    Field& field = fields.emplace_back(Field{token, std::exchange(label, {}), is_bound});
    is_bound = false;
    const auto words = leading_words(tokens.subspan(i + 1));
    const auto rest = tokens.subspan(i + 1 + words.size());
    if (label_next(counted_by(field.label), words, rest)) continue;
    field.nouns = without_adverbs(words);
    field.is_rate =
        !words.empty() && words.back().is("in") && !rest.empty() && is_a_second(rest[0].text);
  }
  return fields;
}

/// What the number of a field counts. `follows_depth` says that the line named the depth asked for
/// and had no other number since.
Counted counted_in(const std::vector<Field>& fields, const Field& field, bool follows_depth) {
  const Field& first = fields.front();
  if (&field != &first &&
      (first.label.empty() || field.label.empty() || first.is_bound != field.is_bound))
    return Counted::other;
  Counted counted = together(counted_by(field.label), counted_by(field.nouns));
  if (counted == Counted::unsaid && follows_depth) counted = Counted::leaves;
  return field.is_rate && counted < Counted::rate ? Counted::rate : counted;
}

/// Whether a line has nothing but a number, perhaps after "=", "=>" or "perft:", and before a
/// comma.
bool is_number_alone(std::span<const Token> tokens) {
  if (tokens.size() > 1 && tokens.back().is(",")) tokens = tokens.first(tokens.size() - 1);
  if (tokens.size() > 2 && is_one_of(tokens[0].text, {"perft", "divide"}) && tokens[1].is_binding())
    tokens = tokens.subspan(2);
  while (tokens.size() > 1 && is_one_of(tokens[0].text, {"=", ">"})) tokens = tokens.subspan(1);
  return tokens.size() == 1 && tokens[0].is_number();
}

/// The usual total of UCI engines with a word in place of the number.
bool is_broken_total(std::span<const Token> tokens) {
  return tokens.size() == 4 && tokens[0].is("nodes") && tokens[1].is("searched") &&
         tokens[2].is(":") && tokens[3].is_word();
}

/// A number that a line says to be a count.
struct LabelledCount {
  Counted counted;
  std::string number;
};

/// Whether a number may be written with blanks between its thousands: "8 902 nodes". In "3 902
/// nodes" the first number may be the depth.
bool may_have_blanks(std::span<const Token> tokens, int depth) {
  const auto is_group = [](const Token& token) {
    return token.is_number() && token.text.size() == 3 && is_digit(token.text[0]);
  };
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const Token& before = tokens[i - 1];
    if (is_group(tokens[i]) && before.is_number() && before.text.size() <= 3 &&
        before.text != std::to_string(depth))
      return true;
  }
  return false;
}

/// The first of the strongest counts in a line. Columns are separated by these signs.
std::optional<LabelledCount> labelled_count(std::span<const Token> tokens, bool follows_depth) {
  if (has_move(tokens)) return std::nullopt;
  std::optional<LabelledCount> strongest;
  while (!tokens.empty()) {
    const auto end = std::ranges::find_if(tokens, [](const Token& token) {
      return is_one_of(token.text, {",", ";", "|"});
    });
    const auto column = tokens.first(static_cast<std::size_t>(end - tokens.begin()));
    tokens = tokens.subspan(std::min(column.size() + 1, tokens.size()));
    const std::vector<Field> fields = fields_of(column);
    for (const Field& field : fields) {
      const Counted counted = counted_in(fields, field, std::exchange(follows_depth, false));
      if (field.number.is_number() && counted <= Counted::rate &&
          (!strongest || counted < strongest->counted))
        strongest = {counted, field.number.text};
    }
  }
  return strongest;
}

/// The numbers of a table's row, such as "| 2 | 400 | 5 |" or "2 400 5"; none of another line.
std::vector<Token> row_of_numbers(std::span<const Token> tokens) {
  std::vector<Token> numbers;
  for (const Token& token : tokens)
    if (token.has_digits())
      numbers.push_back(token);
    else if (!token.is("|"))
      return {};
  return numbers;
}

/// Whether the numbers of a line are about time, a rate ("nodes per second", "ns/node"), the
/// program, or a count that was expected.
bool is_about_other_things(std::span<const Token> tokens) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const Token& before = tokens[i - 1];
    const bool divides = is_one_of(tokens[i].text, {"/", "per"});
    if (divides && is_unit_of_time(before.text)) return true;
    if (is_unit_of_time(tokens[i].text) && is_one_of(before.text, {"/", "per", "a", "each"}))
      return true;
    if (before.is("!") && tokens[i].is("=")) return true;
  }
  const auto is_about = [](std::string_view word) {
    // A unit that is still a word of its own is a label, as in "Total ms: 20".
    return (word.size() > 1 && (is_unit_of_time(word) || is_other_unit(word))) ||
           is_one_of(word, {"time", "elapsed", "took", "duration", "speed", "rate", "version",
                            "copyright", "hash", "expected", "should", "correct", "reference"});
  };
  return std::ranges::any_of(tokens, [&](const Token& token) {
    return std::ranges::any_of(words_of(token.text, "_"), is_about);  // "nodes_per_second"
  });
}

/// The column of a table's heading that has the counts, such as that of "nodes" in "depth nps
/// nodes"; none of another line.
std::optional<PerftAnswerReader::Heading> heading_of(std::span<const Token> tokens) {
  std::vector<std::string_view> names;
  bool has_commas = false;
  for (const Token& token : tokens) {
    if (token.is_word())
      names.push_back(token.text);
    else if (!token.is("|") && !token.is(","))
      return std::nullopt;
    has_commas |= token.is(",");
  }
  if (names.size() < 2 || !is_one_of(names[0], {"depth", "d", "ply", "plies"})) return std::nullopt;
  const auto count = std::ranges::min_element(names, {}, &counted_by_word);
  if (counted_by_word(*count) > Counted::total) return std::nullopt;
  return PerftAnswerReader::Heading{names.size(), static_cast<std::size_t>(count - names.begin()),
                                    has_commas};
}

/// Stores the text's count in `place`; the line is malformed if the text is not a count.
LineKind keep(std::optional<Count>& place, const std::string& text, LineKind found) {
  const auto count = count_of(text);
  if (!count) return LineKind::malformed;
  place = count;
  return found;
}

std::optional<std::regex> own(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(std::regex(text));
}

}  // namespace

PerftAnswerReader::PerftAnswerReader(const PerftProtocol& protocol, int depth,
                                     const std::vector<std::string>& moves)
    : reading_(protocol.reading),
      depth_(depth),
      own_branch_(own(protocol.branch)),
      own_total_(own(protocol.total)),
      own_end_(own(protocol.end)),
      moves_(protocol.reading, depth, moves) {}

LineKind PerftAnswerReader::read(const std::string& line) {
  if (line.size() > longest_line) return LineKind::other;
  const bool may_be_total = line.size() <= longest_total;
  if (own_end_ && may_be_total && std::regex_search(line, *own_end_)) return LineKind::end;
  std::string text = plain_line(line);
  constexpr std::string_view info = "info string ";
  const bool is_info = reading_ == Reading::any_number && text.starts_with(info);
  if (is_info) text.erase(0, info.size());
  if (text.empty() || text.starts_with("info ") || text.starts_with('#')) return LineKind::other;
  LineKind found = LineKind::other;
  bool is_unread = is_info;  // such a line has no total
  if (own_branch_) {
    if (may_be_total) found = read_own_branch(line);
  } else {
    std::string rest;
    switch (moves_.read(text, rest)) {
      case RootMoves::Found::none:
        if (const auto total = moves_.total_in_row(text); total && !own_total_)
          return keep(counted(Counted::leaves), *total, LineKind::total);
        break;
      case RootMoves::Found::moves:
        if (own_total_ && may_be_total && read_own_total(line) == LineKind::total)
          return LineKind::total;
        return !own_total_ && read_total(rest) == LineKind::total ? LineKind::total
                                                                  : LineKind::part;
      case RootMoves::Found::unread:
        is_unread = true;
        break;
      case RootMoves::Found::malformed:
        return LineKind::malformed;
    }
  }
  is_loose_ = false;
  if (found == LineKind::other && may_be_total && !is_unread)
    found = own_total_ ? read_own_total(line) : read_total(text);
  if (found == LineKind::part && is_loose_ && loose_.size() < max_unread) loose_.push_back(text);
  if (found == LineKind::other && may_be_total && std::regex_match(text, refusal_pattern()))
    return LineKind::refusal;
  if (found == LineKind::other && unread_.size() < max_unread)
    unread_.push_back(text.substr(0, longest_total));
  return found;
}

LineKind PerftAnswerReader::read_own_branch(const std::string& line) {
  std::smatch match;
  if (!std::regex_search(line, match, *own_branch_)) return LineKind::other;
  ReportedBranch branch{match[1], {}};
  const LineKind found =
      match[2].length() == 0 ? LineKind::part : keep(branch.leaves, match[2], LineKind::part);
  if (found == LineKind::part) branches_.push_back(std::move(branch));
  return found;
}

LineKind PerftAnswerReader::read_own_total(const std::string& line) {
  std::smatch match;
  return std::regex_search(line, match, *own_total_)
             ? keep(counted(Counted::leaves), match[1], LineKind::total)
             : LineKind::other;
}

LineKind PerftAnswerReader::read_total(std::string line) {
  if (line.ends_with("...")) return LineKind::other;  // the program is still counting
  if (heading_ && heading_->has_commas) std::ranges::replace(line, ',', '|');
  Tokens tokens = tokens_of(line);
  if (is_number_alone(tokens)) {
    const auto number = count_of(std::ranges::find_if(tokens, &Token::is_number)->text);
    if (!number) return LineKind::malformed;
    if (!moves_.take_number(*number)) alone_ = number;
    return LineKind::part;
  }
  if (is_broken_total(tokens)) return LineKind::malformed;
  const NamedDepths named = take_depths(tokens, depth_);
  depths_.insert(named.all.begin(), named.all.end());
  if (named.another) return LineKind::other;  // some programs also count smaller depths
  const std::vector<Token> row = row_of_numbers(tokens);
  const bool is_row = row.size() > 1 && row[0].is(std::to_string(depth_));
  if (row.size() > 1 && row[0].is_number() && row[0].text.size() < 3)
    depths_.insert(std::stoi(row[0].text));
  if (!is_row && may_have_blanks(tokens, depth_)) return LineKind::other;
  if (const auto labelled = labelled_count(tokens, named.asked)) {
    const auto number = count_of(labelled->number);
    if (!number) return LineKind::malformed;
    const bool is_total = labelled->counted <= Counted::total;
    if (is_total && moves_.take_number(*number)) return LineKind::part;
    counted(labelled->counted) = number;
    return is_total ? LineKind::total : LineKind::part;
  }
  if (const auto heading = heading_of(tokens)) {
    heading_ = heading;
    return LineKind::other;
  }
  if (reading_ != Reading::any_number) return LineKind::other;
  if (is_about_other_things(tokens) || has_move(tokens)) return LineKind::other;
  if (is_row) {
    const std::size_t column = heading_ && heading_->columns == row.size() ? heading_->counts : 1;
    if (row[column].is_number()) return keep_any(row[column].text);
  }
  if (row.size() > 1) return LineKind::other;  // of another depth
  const auto last = std::ranges::find_if(tokens.rbegin(), tokens.rend(), &Token::is_number);
  if (last == tokens.rend() || last->text.starts_with('-')) return LineKind::other;
  return keep_any(last->text);
}

LineKind PerftAnswerReader::keep_any(const std::string& number) {
  is_loose_ = true;
  return keep(any_, number, LineKind::part);
}

bool PerftAnswerReader::complete() const { return total().has_value(); }

const std::vector<ReportedBranch>& PerftAnswerReader::branches() const {
  return own_branch_ ? branches_ : moves_.branches();
}

std::optional<Count> PerftAnswerReader::sum() const {
  if (branches().empty()) return std::nullopt;
  Count sum;
  for (const ReportedBranch& branch : branches()) {
    if (!branch.leaves && depth_ > 1) return std::nullopt;  // as own patterns may leave it out
    sum += branch.leaves.value_or(1);
  }
  return sum;
}

/// The total, unless it is a number of which nothing says what it counts.
std::optional<Count> PerftAnswerReader::counted_total() const {
  const auto all = sum();  // throws, even if a total is stated: nobody could add the branches up
  const auto& [leaves, nodes, total, visited, moves, rate] = counted_;
  for (const auto& known :
       {leaves, nodes, total, alone_, moves_.stray_number(), all, visited, moves, rate})
    if (known) return known;
  return std::nullopt;
}

std::optional<Count> PerftAnswerReader::total() const {
  const auto counted = counted_total();
  return counted ? counted : any_;
}

PerftAnswer PerftAnswerReader::answer() const {
  PerftAnswer answer{.total = total(), .branches = branches(), .unread = unread_};
  if (counted_total()) answer.unread.insert(answer.unread.end(), loose_.begin(), loose_.end());
  return answer;
}

}  // namespace plylab::engines
