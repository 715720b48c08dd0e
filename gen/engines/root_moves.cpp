#include "gen/engines/root_moves.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "gen/base/text.h"
#include "gen/engines/answer_tokens.h"

namespace plylab::engines {
namespace {

// Coordinates ("e2e4", "e7-e8=Q", "P@e4", boards up to 12 by 10), SAN, castling.
const std::string a_square = "[a-l](?:10|[1-9])";
const std::string a_move = "((?:[KQRBNP]?[a-l]?(?:10|[1-9])?[-x:]?" + a_square +
                           R"((?:[=/]?[A-Za-z]|\([A-Za-z]\))?|[A-Z]@)" + a_square +
                           R"(|[O0]-[O0](?:-[O0])?)(?:\s?(?:e\.p\.|ep\b))?[+#]*[!?]*))";

/// "1. ", "1) ", "1/48 ", "Move 1: ".
const std::string before_move =
    R"(^(?:\d{1,4}(?:\s*[.):]\s*|(?:/\d{1,4})?\s+))?(?:[Mm]ove(?:\s+\d{1,4})?\s*:?\s*)?)";
const std::string a_separator = R"(\s*(?:->|=>|[:=,|;]|-+(?=\s)|\s)\s*)";
const std::string a_label = R"((?:(?:[Nn]odes|[Ll]eaves|[Cc]ount)\s*[:=]?\s*)?)";
const std::string a_number = R"((\d{1,3}(?:[_']\d{3}|,\d{3}(?!\d)){1,12}(?!\d)|\d{1,40}))";

/// "e2e4: 20", "1. e2e4 20", "Move: e2e4 Nodes: 20", "a2a3   380  (5.2%)", "e2e4 (e4): 20". The
/// groups are the move and the text that begins with its count.
const std::string before_count = R"((?:\s*\((?:[^()\s]{2,10}|[A-Za-z. ]{2,20})\))?)" + a_separator +
                                 R"((?:[|:=]\s*)?)" + a_label + R"((\S.*)$)";
const std::regex& branch_pattern() {
  static const std::regex branch(before_move + a_move + before_count);
  return branch;
}

const std::regex& bare_move_pattern() {
  static const std::regex move(before_move + a_move + "$");
  return move;
}

/// "20 e2e4", which may also be move number 20. The groups are the number and the move.
const std::regex& count_first_pattern() {
  static const std::regex branch("^" + a_number + a_separator + a_move + "$");
  return branch;
}

/// One of several root moves in a line: "e2e4: 20, d2d4: 20".
const std::regex& one_of_several_pattern() {
  static const std::regex one(R"((?:\b\d{1,4}(?:\s*[.)]\s*|\s+))?(?:\b[Mm]ove\s*[:=]?\s*)?)" +
                              a_move + a_separator + a_label + a_number + R"((?=[\s,;|)]|$))");
  return one;
}

/// The same with the count first: "20 e2e4 20 d2d4".
const std::regex& count_first_of_several_pattern() {
  static const std::regex one(R"(\b)" + a_number + a_separator + a_move + R"((?=[\s,;|)]|$))");
  return one;
}

/// The branches of another game: with one of these moves, or with a move of checkers.
std::regex game_branch_pattern(const std::vector<std::string>& moves) {
  std::string any = R"(\d{1,2}(?:[-x]\d{1,2})+)";
  for (const std::string& move : moves) {
    any += '|';
    for (const char c : move) any += is_letter_or_digit(c) ? std::string{c} : std::string{'\\', c};
  }
  return std::regex(before_move + '(' + any + ')' + before_count);
}

/// Whether a line has what each move of chess has: a square, or castling. The patterns are slow.
bool may_name_move(std::string_view text) {
  const auto is_file = [](char c) { return (c >= 'a' && c <= 'l') || (c >= 'A' && c <= 'L'); };
  for (std::size_t i = 1; i < text.size(); ++i)
    if ((is_file(text[i - 1]) && is_digit(text[i])) ||
        (text[i] == '-' && (text[i - 1] == 'O' || text[i - 1] == '0')))
      return true;
  return false;
}

/// Whether a line has two numbers at least, as several root moves with counts do.
bool has_two_numbers(std::string_view text) {
  int numbers = 0;
  for (char before = ' '; const char c : text) {
    if (is_digit(c) && !is_letter_or_digit(before)) ++numbers;
    before = c;
  }
  return numbers > 1;
}

/// A line without the marks of JSON, CSV and Markdown and without dot leaders, and with coordinates
/// in lower case: {"E2E4": 20} is e2e4: 20.
std::string unmarked(const std::string& line) {
  static const std::regex capitals(R"(\b[A-L][1-9][A-L][1-9][QRBN]?\b)");
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool separates = line[i] == '\'' && i > 0 && is_digit(line[i - 1]) &&
                           i + 1 < line.size() && is_digit(line[i + 1]);
    const bool is_mark = std::string_view("\"'`{}[]*").find(line[i]) != std::string_view::npos;
    const bool is_leader = line.compare(i, 2, "..") == 0 || (line[i] == '.' && text.ends_with(' '));
    text += (is_mark && !separates) || is_leader ? ' ' : line[i];
  }
  const auto is_rim = [](char c) {
    return std::string_view(" |-,;").find(c) != std::string_view::npos;
  };
  text.erase(text.begin(), std::ranges::find_if_not(text, is_rim));
  while (!text.empty() && is_rim(text.back())) text.pop_back();
  std::string lower;
  auto at = text.cbegin();
  for (std::sregex_iterator move(text.begin(), text.end(), capitals), end; move != end; ++move) {
    lower.append(at, (*move)[0].first);
    lower += lower_case(move->str());
    at = (*move)[0].second;
  }
  return plain_line(lower.append(at, text.cend()));
}

/// Whether the numbers before moves are 0, 1, 2, … or 1, 2, 3, …, and so count the moves.
bool are_numbered(const std::vector<ReportedBranch>& moves) {
  if (moves.empty()) return true;
  Count next = std::min(*moves[0].leaves, Count(1));
  for (const ReportedBranch& move : moves) {
    if (*move.leaves != next) return false;
    next += 1;
  }
  return true;
}

/// Whether a number counts what is left or done: "3 moves left", "5 times".
bool is_progress(std::span<const Token> tokens) {
  return std::ranges::any_of(tokens.subspan(1), [](const Token& word) {
    return is_one_of(word.text, {"left", "remaining", "done", "times", "far"});
  });
}

/// Whether blanks or a point may separate thousands in the count at the beginning of a text: "8
/// 902", "1.969". Then the number is in doubt.
bool may_be_thousands(std::string_view text) {
  static const std::regex grouped(R"(^[1-9]\d{0,2}(?:(?: \d{3})+|\.\d{3})$)");
  return std::regex_match(text.begin(), text.end(), grouped);
}

/// Whether each number of what stands before several root moves belongs to a depth or to a count:
/// "perft(2):", "nodes: 40", but not "score 12 pv".
bool is_introduction(const Tokens& tokens) {
  bool is_known = false;
  for (const Token& token : tokens) {
    if (token.has_digits() && !(token.is_number() && is_known)) return false;
    if (token.is_word())
      is_known =
          token.is("depth") || token.is("ply") || counted_by_word(token.text) != Counted::other;
  }
  return true;
}

/// Several root moves of a line, and what stands before and after them.
struct Several {
  std::vector<std::pair<std::string, std::string>> moves = {};  ///< with counts
  std::string before = {}, after = {};
  bool is_chain = true;  ///< nothing but signs is between them
};

/// Those that a pattern finds, whose groups `move` and `count` are.
Several several_in(const std::string& text, const std::regex& pattern, std::size_t move,
                   std::size_t count) {
  Several several;
  auto at = text.cbegin();
  for (std::sregex_iterator one(text.begin(), text.end(), pattern), end; one != end; ++one) {
    const std::string gap(at, (*one)[0].first);
    if (several.moves.empty())
      several.before = gap;
    else if (std::ranges::any_of(gap, is_letter_or_digit))
      several.is_chain = false;
    several.moves.emplace_back((*one)[move], (*one)[count]);
    at = (*one)[0].second;
  }
  several.after.assign(at, text.cend());
  return several;
}

/// The parts of a line between separators.
std::vector<std::string> cells_of(const std::string& text, char separator) {
  std::vector<std::string> cells{""};
  for (const char c : text)
    if (c == separator)
      cells.emplace_back();
    else
      cells.back() += c;
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

struct ProseBranch {
  std::string move, leaves;
};

/// The only move, in coordinates, and the only number behind it in a line that has no other words
/// than those known here.
std::optional<ProseBranch> prose_branch(const Tokens& tokens) {
  static const std::regex square("[a-l](?:10|[1-9])"),
      coordinates("(?:[a-l](?:10|[1-9])){2}[qrbn]?");
  std::vector<std::string> moves, counts;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool is_glued =
        token.has_digits() && !token.is_number() && token.text.find(' ') == token.text.npos;
    if (is_glued || token.is("/") || token.is("done")) return std::nullopt;
    if (token.is_number() && !moves.empty()) counts.push_back(token.text);
    if (!token.is_word()) continue;
    // "e2 -> e4", "(e2, e4)"
    std::size_t next = i + 1;
    while (next < tokens.size() && is_one_of(tokens[next].text, {"-", ">", ",", "to"})) ++next;
    if (std::regex_match(token.text, coordinates)) {
      moves.push_back(token.text);
    } else if (std::regex_match(token.text, square) && next > i + 1 && next < tokens.size() &&
               std::regex_match(tokens[next].text, square)) {
      moves.push_back(token.text + tokens[next].text);
      i = next;
    } else if (!has_move(std::span(&token, 1)) &&
               !is_one_of(token.text, {"move", "white", "black"}) &&
               counted_by_word(token.text) == Counted::other) {
      return std::nullopt;
    }
  }
  if (moves.size() != 1 || counts.size() != 1) return std::nullopt;
  return ProseBranch{moves[0], counts[0]};
}

}  // namespace

RootMoves::RootMoves(Reading reading, int depth, const std::vector<std::string>& moves)
    : reading_(reading), depth_(depth) {
  if (!moves.empty()) game_branch_ = game_branch_pattern(moves);
}

RootMoves::Found RootMoves::read(const std::string& text, std::string& rest) {
  constexpr std::size_t longest = 1000;  // of lines with one move: their patterns recurse
  is_behind_move_ = std::exchange(ends_with_move_, false);
  if (!game_branch_ && !may_name_move(text)) {
    ends_with_move_ = is_behind_move_ && std::ranges::none_of(text, is_letter_or_digit);
    if (text.size() <= longest) read_heading(unmarked(text));
    return Found::none;
  }
  const std::string bare = unmarked(text);
  Found found = has_two_numbers(bare) ? read_several(bare, rest) : Found::none;
  if (found != Found::none || text.size() > longest) return found;
  found = read_row(bare);
  if (found == Found::none) found = read_one(text);
  if (found == Found::none) found = read_one(bare);
  if (found == Found::none && reading_ == Reading::any_number && !text.ends_with("..."))
    found = read_prose(bare);
  return found;
}

RootMoves::Found RootMoves::take(const std::string& move, const std::string& count) {
  const auto leaves = count_of(count);
  if (!leaves && reading_ == Reading::any_number && count.starts_with('-'))
    return Found::none;  // a score
  if (!leaves) return Found::malformed;
  branches_.push_back({move, leaves});
  return Found::moves;
}

RootMoves::Found RootMoves::take_count_first(const std::string& move, const std::string& count) {
  const auto leaves = count_of(count);
  if (!leaves) return Found::malformed;
  counts_first_.push_back({move, leaves});
  bare_moves_.push_back({move, {}});
  return Found::moves;
}

RootMoves::Found RootMoves::read_several(const std::string& text, std::string& rest) {
  if (is_digit(text[0])) {
    const Several several = several_in(text, count_first_of_several_pattern(), 2, 1);
    const bool is_all = std::ranges::none_of(several.before + several.after, is_letter_or_digit);
    if (several.moves.size() > 1 && several.is_chain && is_all) {
      for (const auto& [move, count] : several.moves)
        if (take_count_first(move, count) == Found::malformed) return Found::malformed;
      return Found::moves;
    }
  }
  const Several several = several_in(text, one_of_several_pattern(), 1, 2);
  if (several.moves.size() < 2) return Found::none;
  Tokens before = tokens_of(several.before);
  const bool is_of_another_depth = take_depths(before, depth_).another;
  if (!several.is_chain || is_of_another_depth || !is_introduction(before) ||
      has_move(tokens_of(several.after)))
    return Found::unread;
  for (const auto& [move, count] : several.moves)
    if (take(move, count) == Found::malformed) return Found::malformed;
  rest = several.before + " ; " + several.after;
  return Found::moves;
}

RootMoves::Found RootMoves::read_one(const std::string& text) {
  std::smatch match;
  if ((game_branch_ && std::regex_match(text, match, *game_branch_)) ||
      std::regex_match(text, match, branch_pattern())) {
    std::string count = match[2];
    // In CSV the next comma ends a column.
    if (*match[1].second == ',' && is_digit(*(match[1].second + 1)))
      count = count.substr(0, count.find(','));
    const Tokens tokens = tokens_of(count);
    if (reading_ == Reading::any_number && may_be_thousands(count)) return Found::malformed;
    if (!tokens.front().is_number() || is_progress(tokens)) return Found::none;
    return take(match[1], tokens.front().text);
  }
  if (std::regex_match(text, match, count_first_pattern()))
    return take_count_first(match[2], match[1]);
  if (!std::regex_match(text, match, bare_move_pattern())) return Found::none;
  bare_moves_.push_back({match[1], {}});
  ends_with_move_ = true;
  return Found::moves;
}

RootMoves::Found RootMoves::read_prose(const std::string& text) {
  const auto found = prose_branch(tokens_of(text));
  return found ? take(found->move, found->leaves) : Found::none;
}

RootMoves::Found RootMoves::read_row(const std::string& text) {
  if (!table_) return Found::none;
  const std::vector<std::string> cells = cells_of(text, table_->separator);
  std::smatch move;
  if (cells.size() != table_->columns || !is_whole(cells[table_->count]) ||
      !std::regex_match(cells[table_->move], move, bare_move_pattern()))
    return Found::none;
  return take(move[1], cells[table_->count]);
}

std::optional<std::string> RootMoves::total_in_row(const std::string& text) const {
  if (!table_) return std::nullopt;
  const std::vector<std::string> cells = cells_of(unmarked(text), table_->separator);
  if (cells.size() != table_->columns || !is_whole(cells[table_->count]) ||
      !is_one_of(lower_case(cells[table_->move]), {"total", "total:", "sum", "sum:", "all"}))
    return std::nullopt;
  return cells[table_->count];
}

void RootMoves::read_heading(const std::string& text) {
  const std::size_t first = text.find_first_of("|;,");
  const char separator = first == text.npos ? ' ' : text[first];
  const std::vector<std::string> cells = cells_of(lower_case(text), separator);
  const auto move = std::ranges::find_if(cells, [](const std::string& cell) {
    return is_one_of(cell, {"move", "moves", "root", "uci", "san", "lan"});
  });
  const auto count = std::ranges::min_element(cells, {}, &counted_by_word);
  if (cells.size() < 3 || move == cells.end() || counted_by_word(*count) > Counted::total) return;
  table_ = {separator, cells.size(), static_cast<std::size_t>(move - cells.begin()),
            static_cast<std::size_t>(count - cells.begin())};
}

bool RootMoves::take_number(const Count& number) {
  if (reading_ != Reading::any_number || !is_behind_move_) return false;
  in_turns_.push_back({bare_moves_.back().move, number});
  return true;
}

bool RootMoves::are_in_turns() const {
  return in_turns_.size() > 1 && in_turns_.size() == bare_moves_.size();
}

std::optional<Count> RootMoves::stray_number() const {
  return in_turns_.empty() || are_in_turns() ? std::nullopt : in_turns_.back().leaves;
}

const std::vector<ReportedBranch>& RootMoves::branches() const {
  if (!branches_.empty()) return branches_;
  if (counts_first_.size() == bare_moves_.size() && !are_numbered(counts_first_))
    return counts_first_;
  if (are_in_turns()) return in_turns_;
  return depth_ == 1 ? bare_moves_ : branches_;
}

}  // namespace plylab::engines
