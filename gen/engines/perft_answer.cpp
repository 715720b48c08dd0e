#include "gen/engines/perft_answer.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

#include "gen/base/text.h"

namespace plylab::engines {
namespace {

// Longer lines are not part of an answer; only several root moves in one line are as long.
constexpr std::size_t longest_line = 1000, longest_row = 10'000;
constexpr std::size_t max_unread = 500;  // lines kept for messages

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
/// Letters of any language, in UTF-8.
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

// Coordinates ("e2e4", "e7-e8=Q", "P@e4", boards up to 12 by 10), SAN, castling.
const std::string a_square = "[a-l](?:10|[1-9])";
const std::string a_move = "((?:[KQRBNP]?[a-l]?(?:10|[1-9])?[-x:]?" + a_square +
                           R"((?:[=/]?[A-Za-z]|\([A-Za-z]\))?|[A-Z]@)" + a_square +
                           R"(|[O0]-[O0](?:-[O0])?)(?:\s?e\.p\.)?[+#]*[!?]*))";

/// "1. ", "1) ", "1/48 ", "Move 1: ".
const std::string before_move =
    R"(^(?:\d+(?:\s*[.):]\s*|(?:/\d+)?\s+))?(?:[Mm]ove(?:\s+\d+)?\s*:?\s*)?)";
/// The groups are the move and the text that begins with its count. Between them the move may stand
/// again, as "(e4)".
const std::string before_count =
    R"((?:\s*\([^()\s]{2,10}\))?\s*(?:->|=>|[:=,|;]|-+(?=\s)|\s)\s*(?:[|:=]\s*)?)"
    R"((?:(?:[Nn]odes|[Ll]eaves|[Cc]ount)\s*[:=]?\s*)?(\S.*)$)";

/// "e2e4: 20", "1. e2e4 20", "Move: e2e4 Nodes: 20", "a2a3   380  (5.2%)", "e2e4 (e4): 20".
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
  static const std::regex branch(R"(^(\d[\d,_']*)\s*[:=|,]?\s+)" + a_move + "$");
  return branch;
}

/// One of several root moves in a line: "e2e4: 20, d2d4: 20".
const std::regex& row_pattern() {
  static const std::regex row(R"((?:\d+\s*[.)]\s*)?(?:[Mm]ove\s*[:=]?\s*)?)" + a_move +
                              R"(\s*(?:->|=>|[:=|,\s])\s*)" +
                              R"((?:(?:[Nn]odes|[Ll]eaves|[Cc]ount)\s*[:=]?\s*)?)" +
                              R"((\d+(?:[_']\d{3}|,\d{3}(?!\d))*)(?=[\s,;|)]|$))");
  return row;
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

const std::regex& refusal_pattern() {
  static const std::regex refusal(
      R"(^\s*(?:unknown command|error(?: \(|:? unknown|:? invalid|!?$)|illegal (?:move|position)|)"
      R"(bestmove\b|no such command|)"
      R"(command not (?:found|recogni[sz]ed)|unrecogni[sz]ed|tellusererror|invalid)(?:.*)$)",
      std::regex::ECMAScript | std::regex::icase);
  return refusal;
}

/// A part of a line.
struct Token {
  enum class Kind : std::uint8_t {
    word,
    number,   ///< a whole number, which may be a count
    measure,  ///< a number with a unit, a decimal, a fraction, a date, a number with letters
    sign      ///< one other character
  };
  Kind kind;
  std::string text;  ///< words in lower case

  bool is(std::string_view what) const { return text == what; }
  bool is_word() const { return kind == Kind::word; }
  bool is_number() const { return kind == Kind::number; }
  bool has_digits() const { return kind == Kind::number || kind == Kind::measure; }
};

using Tokens = std::vector<Token>;

bool is_binding(const Token& token) { return token.is(":") || token.is("="); }

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, text) != all.end();
}

/// A numeral: "20", "-5", "4,865,609", "0.5", "12:34:56", "1/20", "2024-05-01".
const std::regex& numeral_pattern() {
  static const std::regex numeral(R"([-+]?\d+(?:[.,_'/-]\d+|:\d\d(?!\d))*)");
  return numeral;
}

/// A whole number, with or without thousands separators. "4.865" may also be a fraction.
const std::regex& whole_pattern() {
  static const std::regex whole(R"([-+]?(?:\d+(?:[,_']\d{3})*|\d{1,3}(?:\.\d{3}){2,}))");
  return whole;
}

/// The text's first token, after the character `before` it.
Token first_token(const std::string& text, char before) {
  const auto follows = [&](std::string_view characters) {
    return characters.find(before) != characters.npos;
  };
  const bool is_signed = (text[0] == '-' || text[0] == '+') && text.size() > 1 &&
                         is_digit(text[1]) && follows(" :=(>\"");
  Token token{Token::Kind::sign, text.substr(0, 1)};
  std::size_t length = 1;
  if (is_letter(text[0])) {
    token.kind = Token::Kind::word;
    while (length < text.size() && (is_letter_or_digit(text[length]) || text[length] == '.'))
      ++length;
    while (text[length - 1] == '.') --length;
  } else if (is_digit(text[0]) || is_signed) {
    std::smatch numeral;
    std::regex_search(text, numeral, numeral_pattern(), std::regex_constants::match_continuous);
    length = static_cast<std::size_t>(numeral.length());
    const bool is_alone = length == text.size() || !is_letter(text[length]);
    token.kind = is_alone && !follows("-/.#@\\") && std::regex_match(numeral.str(), whole_pattern())
                     ? Token::Kind::number
                     : Token::Kind::measure;
    while (length < text.size() && is_letter_or_digit(text[length])) ++length;
  }
  token.text = lower_case(text.substr(0, length));
  return token;
}

Tokens split(std::string_view text) {
  Tokens tokens;
  for (char before = ' '; !text.empty();) {
    const bool is_blank = white_space.find(text.front()) != white_space.npos;
    if (!is_blank) tokens.push_back(first_token(std::string(text), before));
    const std::size_t length = is_blank ? 1 : tokens.back().text.size();
    before = is_blank ? ' ' : text[length - 1];
    text.remove_prefix(length);
  }
  return tokens;
}

bool is_unit_of_time(std::string_view word) {
  return is_one_of(
      word, {"ns",      "us",          "\xc2\xb5s",    "\xce\xbcs",    "ms",     "s",
             "sec",     "secs",        "second",       "seconds",      "msec",   "msecs",
             "millis",  "millisecond", "milliseconds", "microseconds", "micros", "nanoseconds",
             "nanos",   "cs",          "centiseconds", "min",          "mins",   "minute",
             "minutes", "h",           "hour",         "hours"});
}

/// One second, as the base of a rate.
bool is_a_second(std::string_view measure) {
  return is_one_of(measure, {"1s", "1sec", "1 s", "1 sec", "1 second"});
}

/// Units other than those of time, and rates in one word.
bool is_other_unit(std::string_view word) {
  return is_one_of(
      word, {"%",    "percent", "pct",  "nps",  "knps",  "mnps",    "gnps",  "lps",    "klps",
             "mlps", "pps",     "kpps", "mpps", "k",     "m",       "g",     "kb",     "mb",
             "gb",   "kib",     "mib",  "gib",  "bytes", "threads", "cores", "entries"});
}

/// The number of tokens that belong to the number before them as its unit: "12 ms", "12 (ms)",
/// "5 %", "1 of 20", "12 nodes/s", "12 nodes/1s", "3 leaf nodes per second". In "nodes: 20 nps: 3"
/// and "nodes 20 nodes/s 3" the words are a label of the second number.
std::size_t unit_length(const Tokens& tokens, std::size_t number) {
  const auto word = [&](std::size_t after) {
    return number + after < tokens.size() ? std::string_view(tokens[number + after].text)
                                          : std::string_view();
  };
  const auto has_digits = [&](std::size_t after) {
    return number + after < tokens.size() && tokens[number + after].has_digits();
  };
  const bool has_label =
      number > 0 && (tokens[number - 1].is_word() || is_binding(tokens[number - 1]) ||
                     tokens[number - 1].has_digits());
  /// The length, or 0 if the words label the next number.
  const auto unless_label = [&](std::size_t length) {
    const bool labels_next =
        is_one_of(word(length + 1), {":", "="}) ||
        (has_label && has_digits(length + 1) && unit_length(tokens, number + length + 1) == 0);
    return labels_next ? 0 : length;
  };
  if (is_one_of(word(1), {"/", "of"}) && has_digits(2)) return 2;
  if (is_one_of(word(1), {"(", "["}) && is_unit_of_time(word(2))) return 3;
  if (is_unit_of_time(word(1))) return is_one_of(word(2), {":", "="}) ? 0 : 1;
  if (is_other_unit(word(1))) return unless_label(1);
  for (std::size_t after = 1; after < 6; ++after) {
    if (is_one_of(word(after), {"/", "per", "a", "each"})) {
      if (is_unit_of_time(word(after + 1))) return unless_label(after + 1);
      if (is_a_second(word(after + 1))) return after + 1;
      if (word(after + 1) == "1" && is_unit_of_time(word(after + 2))) return after + 2;
    }
    const bool goes_on =
        number + after < tokens.size() && (tokens[number + after].is_word() || word(after) == "/");
    if (!goes_on) break;
  }
  return 0;
}

/// The parts of a line, in which a number with its unit is one measure.
Tokens tokens_of(std::string_view text) {
  const Tokens all = split(text);
  Tokens tokens;
  for (std::size_t i = 0; i < all.size(); ++i) {
    tokens.push_back(all[i]);
    const std::size_t length = all[i].has_digits() ? unit_length(all, i) : 0;
    if (length > 0) tokens.back().kind = Token::Kind::measure;
    for (const std::size_t end = i + length; i < end; ++i)
      tokens.back().text += ' ' + all[i + 1].text;
  }
  return tokens;
}

/// The depths that a line names.
struct NamedDepths {
  bool asked = false, another = false;
};

/// A phrase that names a depth: "perft(5)", "depth: 5", "perft to depth 5 plies", "5 plies".
struct DepthPhrase {
  std::size_t length = 0;  ///< tokens; 0 for none
  std::size_t number = 0;  ///< the place of its number
};

/// The phrase at the start of the tokens. In "perft: 20" with no other number the number is the
/// count.
DepthPhrase depth_phrase(std::span<const Token> tokens) {
  const auto is_any = [&](std::size_t i, std::initializer_list<std::string_view> all) {
    return i < tokens.size() && is_one_of(tokens[i].text, all);
  };
  DepthPhrase phrase;
  bool is_bound = false;
  if (is_any(0, {"perft", "divide", "depth", "ply", "plies"})) {
    std::size_t& i = phrase.number;
    for (i = 1; is_any(i, {"to", "at", "of", "depth", "ply", "(", "[", ":", "="}); ++i)
      is_bound |= is_any(i, {":", "="});
    is_bound &= is_any(0, {"perft", "divide"}) && !is_any(i - 2, {"depth"});
  } else if (!tokens[0].has_digits() ||
             !(is_any(1, {"ply", "plies"}) || (is_any(1, {"-"}) && is_any(2, {"ply", "plies"})))) {
    return {};
  }
  std::size_t& end = phrase.length = phrase.number + 1;
  if (end > tokens.size() || !tokens[phrase.number].has_digits()) return {};
  const auto rest = tokens.subspan(end);
  if (is_bound && std::ranges::none_of(rest, &Token::is_number)) return {};
  while (is_any(end, {"-", "ply", "plies", "deep", ")", "]"}) &&
         !(is_any(end, {"-"}) && !is_any(end + 1, {"ply", "plies"})))
    ++end;
  return phrase;
}

/// Removes the phrases that name a depth.
NamedDepths take_depths(Tokens& tokens, int depth) {
  NamedDepths named;
  for (std::size_t i = 0; i < tokens.size();) {
    const DepthPhrase phrase = depth_phrase(std::span(tokens).subspan(i));
    if (phrase.length == 0) {
      ++i;
      continue;
    }
    const std::string& number = tokens[i + phrase.number].text;  // perhaps "3 of 5"
    const bool is_asked = number.substr(0, number.find(' ')) == std::to_string(depth);
    (is_asked ? named.asked : named.another) = true;
    const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    tokens.erase(begin, begin + static_cast<std::ptrdiff_t>(phrase.length));
  }
  return named;
}

using Counted = PerftAnswerReader::Counted;

Counted counted_by_word(std::string_view word) {
  if (is_one_of(word, {"moves", "legal", "root"})) return Counted::moves;
  if (is_one_of(word, {"leaves", "leafs", "leaf"})) return Counted::leaves;
  if (word == "visited") return Counted::visited;
  if (is_one_of(word, {"nodes", "node"})) return Counted::nodes;
  if (is_one_of(word, {"positions", "paths", "total", "count", "result"})) return Counted::total;
  if (is_one_of(word, {"a",        "an",      "gives",  "has",  "have",     "gave",
                       "final",    "number",  "of",     "the",  "searched", "counted",
                       "found",    "reached", "is",     "are",  "was",      "were",
                       "there",    "i",       "we",     "done", "complete", "completed",
                       "finished", "perft",   "divide", "at",   "to",       "for"}))
    return Counted::unsaid;
  return Counted::other;
}

/// What two parts of a text say together: "leaf nodes" are leaves, "nodes visited" are not.
Counted together(Counted one, Counted two) {
  for (const Counted counted : {Counted::other, Counted::moves, Counted::leaves, Counted::visited,
                                Counted::nodes, Counted::total})
    if (one == counted || two == counted) return counted;
  return Counted::unsaid;
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
  while (!rest.empty() && !rest[0].has_digits() && !is_binding(rest[0])) {
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
    if (!token.is_word() && !token.has_digits()) is_bound |= is_binding(token);
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

/// Whether a line has nothing but a number, perhaps after "=", "=>" or "perft:".
bool is_number_alone(std::span<const Token> tokens) {
  if (tokens.size() > 2 && is_one_of(tokens[0].text, {"perft", "divide"}) && is_binding(tokens[1]))
    tokens = tokens.subspan(2);
  while (tokens.size() > 1 && is_one_of(tokens[0].text, {"=", ">"})) tokens = tokens.subspan(1);
  return tokens.size() == 1 && tokens[0].is_number();
}

/// The usual total of UCI engines with a word in place of the number.
bool is_broken_total(std::span<const Token> tokens) {
  return tokens.size() == 4 && tokens[0].is("nodes") && tokens[1].is("searched") &&
         tokens[2].is(":") && tokens[3].is_word();
}

bool has_move(std::span<const Token> tokens) {
  static const std::regex move("[kqrbn]?[a-l]?\\d*x?[a-l](?:10|[1-9])[qrbn]?");
  return std::ranges::any_of(tokens, [](const Token& token) {
    return token.is_word() && std::regex_match(token.text, move);
  });
}

/// A root move and its count.
struct LooseBranch {
  std::string move, leaves;
};

/// The only move, in coordinates, and the only count behind it in a line with few other words:
/// "<e2e4> (20)", "perft e2e4 has 20 nodes", "e2 -> e4 ... 20", "Nf3 g1f3 20".
std::optional<LooseBranch> loose_branch(std::span<const Token> tokens) {
  static const std::regex square("[a-l](?:10|[1-9])"),
      coordinates("(?:[a-l](?:10|[1-9])){2}[qrbn]?");
  std::string squares;
  std::vector<std::string> moves, counts;
  for (const Token& token : tokens) {
    if (token.is_number() && !(moves.empty() && squares.empty())) {
      counts.push_back(token.text);
    } else if (token.is_word()) {
      if (std::regex_match(token.text, coordinates))
        moves.push_back(token.text);
      else if (std::regex_match(token.text, square))
        squares += token.text;
      else if (!has_move(std::span(&token, 1)) &&
               !is_one_of(token.text, {"move", "white", "black"}) &&
               (counted_by_word(token.text) == Counted::other || token.is("done")))
        return std::nullopt;
    } else if (token.is("/")) {
      return std::nullopt;
    }
  }
  if (moves.empty() && std::regex_match(squares, coordinates)) moves.push_back(squares);
  if (moves.size() != 1 || counts.size() != 1) return std::nullopt;
  return LooseBranch{moves[0], counts[0]};
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

/// Whether the numbers of a line are about time, a rate ("nodes per second", "ns/node") or the
/// program.
bool is_about_other_things(std::span<const Token> tokens) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const Token& before = tokens[i - 1];
    const bool divides = is_one_of(tokens[i].text, {"/", "per"});
    if (divides && is_unit_of_time(before.text)) return true;
    if (is_unit_of_time(tokens[i].text) && is_one_of(before.text, {"/", "per", "a", "each"}))
      return true;
  }
  const auto is_about = [](std::string_view word) {
    // A unit that is still a word of its own is a label, as in "Total ms: 20".
    return (word.size() > 1 && (is_unit_of_time(word) || is_other_unit(word))) ||
           is_one_of(word, {"time", "elapsed", "took", "duration", "speed", "rate", "version",
                            "copyright", "hash"});
  };
  return std::ranges::any_of(tokens, [&](const Token& token) {
    return std::ranges::any_of(words_of(token.text, "_"), is_about);  // "nodes_per_second"
  });
}

/// The column of a table's heading that has the counts, such as that of "nodes" in "depth nps
/// nodes"; none of another line.
std::optional<PerftAnswerReader::Heading> heading_of(std::span<const Token> tokens) {
  std::vector<std::string_view> names;
  for (const Token& token : tokens)
    if (token.is_word())
      names.push_back(token.text);
    else if (!token.is("|"))
      return std::nullopt;
  if (names.size() < 2 || !is_one_of(names[0], {"depth", "d", "ply", "plies"})) return std::nullopt;
  const auto count = std::ranges::min_element(names, {}, &counted_by_word);
  if (counted_by_word(*count) > Counted::total) return std::nullopt;
  return PerftAnswerReader::Heading{names.size(), static_cast<std::size_t>(count - names.begin())};
}

/// Whether a number counts what is left or done: "3 moves left", "5 times".
bool is_progress(std::span<const Token> tokens) {
  return std::ranges::any_of(leading_words(tokens.subspan(1)), [](const Token& word) {
    return is_one_of(word.text, {"left", "remaining", "done", "times", "far"});
  });
}

/// A natural number below 2^128, with or without thousands separators.
std::optional<Count> count_of(std::string text) {
  if (text.starts_with('+')) text.erase(0, 1);
  std::erase_if(text, [](char c) { return c == ',' || c == '.' || c == '_' || c == '\''; });
  return parse_count(text);
}

/// Stores the text's count in `place`; the line is malformed if the text is not a count.
LineKind keep(std::optional<Count>& place, const std::string& text, LineKind found) {
  const auto count = count_of(text);
  if (!count) return LineKind::malformed;
  place = count;
  return found;
}

/// The length of what a terminal shows as a blank or not at all at the start of a text: other
/// blanks of Unicode, a byte order mark, an escape sequence (ECMA-48, 5.4), such as for a colour.
std::size_t invisible_length(std::string_view text) {
  if (text.starts_with("\x1b[")) {
    const auto end = std::ranges::find_if(text.substr(2), [](char c) { return c >= '@'; });
    return std::min(text.size(), static_cast<std::size_t>(end - text.begin()) + 1);
  }
  for (const std::string_view character :
       {"\xc2\xa0", "\xe2\x80\x87", "\xe2\x80\x8b", "\xe2\x80\xaf", "\xef\xbb\xbf"})
    if (text.starts_with(character)) return character.size();
  return 0;
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
bool may_have_rows(std::string_view text) {
  int numbers = 0;
  for (char before = ' '; const char c : text) {
    if (is_digit(c) && !is_letter_or_digit(before)) ++numbers;
    before = c;
  }
  return numbers > 1;
}

/// Whether a text ends with a whole number that no letter precedes: "20", not "e7e8".
bool ends_with_number(std::string_view text) {
  const auto end = std::find_if_not(text.rbegin(), text.rend(), is_digit);
  return end != text.rbegin() && (end == text.rend() || !is_letter(*end));
}

/// The line as a terminal shows it, trimmed and with single blanks, for runs of blanks would make
/// the patterns slow; JavaScript's big integers, "20n", as numbers.
std::string plain(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::size_t invisible = invisible_length(line);
    const bool is_suffix = line[0] == 'n' && ends_with_number(text) &&
                           (line.size() == 1 || !is_letter_or_digit(line[1]));
    if (invisible > 0 && line[0] != '\x1b')
      text += ' ';
    else if (invisible == 0 && !is_suffix)
      text += line[0];
    line.remove_prefix(std::max<std::size_t>(invisible, 1));
  }
  return fmt::format("{}", fmt::join(words_of(text), " "));
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
  return plain(lower.append(at, text.cend()));
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
      own_end_(own(protocol.end)) {
  if (!moves.empty()) game_branch_ = game_branch_pattern(moves);
}

LineKind PerftAnswerReader::read(const std::string& line) {
  if (line.size() > longest_row) return LineKind::other;
  const bool is_long = line.size() > longest_line;
  if (own_end_ && !is_long && std::regex_search(line, *own_end_)) return LineKind::end;
  std::string text = plain(line);
  constexpr std::string_view info = "info string ";
  if (reading_ == Reading::any_number && text.starts_with(info)) text.erase(0, info.size());
  if (text.empty() || text.starts_with("info ") || text.starts_with('#')) return LineKind::other;
  LineKind found = LineKind::other;
  if (own_branch_ && !is_long) found = read_own_branch(line);
  const bool may_be_branch = !own_branch_ && (game_branch_ || may_name_move(text));
  if (may_be_branch && may_have_rows(text)) found = read_rows(unmarked(text));
  if (may_be_branch && !is_long) {
    if (found == LineKind::other) found = read_branch(text);
    if (found == LineKind::other) found = read_branch(unmarked(text));
    if (found == LineKind::other && reading_ == Reading::any_number && !text.ends_with("..."))
      found = read_loose_branch(unmarked(text));
  }
  if (found == LineKind::other && !is_long)
    found = own_total_ ? read_own_total(line) : read_total(text);
  if (found == LineKind::other && !is_long && std::regex_match(text, refusal_pattern()))
    return LineKind::refusal;
  if (found == LineKind::other && unread_.size() < max_unread)
    unread_.push_back(text.substr(0, longest_line));
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

LineKind PerftAnswerReader::read_rows(const std::string& line) {
  std::vector<ReportedBranch> rows;
  std::string rest;
  auto at = line.cbegin();
  for (std::sregex_iterator row(line.begin(), line.end(), row_pattern()), end; row != end; ++row) {
    const auto leaves = count_of((*row)[2]);
    if (!leaves) return LineKind::malformed;
    rows.push_back({(*row)[1], leaves});
    rest.append(at, (*row)[0].first);
    at = (*row)[0].second;
  }
  if (rows.size() < 2) return LineKind::other;
  rest = plain(rest.append(at, line.cend()));
  const bool is_only_rows = std::ranges::none_of(rest, is_letter_or_digit);
  if (!is_only_rows && read_total(rest) != LineKind::total) return LineKind::other;
  std::ranges::move(rows, std::back_inserter(branches_));
  return is_only_rows ? LineKind::part : LineKind::total;
}

LineKind PerftAnswerReader::read_branch(const std::string& line) {
  std::smatch match;
  if (!(game_branch_ && std::regex_match(line, match, *game_branch_)) &&
      !std::regex_match(line, match, branch_pattern())) {
    if (std::regex_match(line, match, count_first_pattern())) {
      const auto leaves = count_of(match[1]);
      if (!leaves) return LineKind::malformed;
      counts_first_.push_back({match[2], leaves});
      bare_moves_.push_back({match[2], {}});
      return LineKind::part;
    }
    if (!std::regex_match(line, match, bare_move_pattern())) return LineKind::other;
    bare_moves_.push_back({match[1], {}});
    return LineKind::part;
  }
  ReportedBranch branch{match[1], {}};
  const Tokens count = tokens_of(match[2].str());
  if (!count.front().is_number() || is_progress(count)) return LineKind::other;
  const LineKind found = keep(branch.leaves, count.front().text, LineKind::part);
  if (found == LineKind::part) branches_.push_back(std::move(branch));
  return found;
}

LineKind PerftAnswerReader::read_loose_branch(const std::string& line) {
  const auto loose = loose_branch(tokens_of(line));
  if (!loose) return LineKind::other;
  ReportedBranch branch{loose->move, {}};
  const LineKind found = keep(branch.leaves, loose->leaves, LineKind::part);
  if (found == LineKind::part) branches_.push_back(std::move(branch));
  return found;
}

LineKind PerftAnswerReader::read_own_total(const std::string& line) {
  std::smatch match;
  return std::regex_search(line, match, *own_total_)
             ? keep(counted(Counted::leaves), match[1], LineKind::total)
             : LineKind::other;
}

LineKind PerftAnswerReader::read_total(const std::string& line) {
  if (line.ends_with("...")) return LineKind::other;  // the program is still counting
  Tokens tokens = tokens_of(line);
  if (is_number_alone(tokens)) return keep(alone_, tokens.back().text, LineKind::part);
  if (is_broken_total(tokens)) return LineKind::malformed;
  const NamedDepths named = take_depths(tokens, depth_);
  if (named.another) return LineKind::other;  // some programs also count smaller depths
  const std::vector<Token> row = row_of_numbers(tokens);
  const bool is_row = row.size() > 1 && row[0].is(std::to_string(depth_));
  if (!is_row && may_have_blanks(tokens, depth_)) return LineKind::other;
  if (const auto labelled = labelled_count(tokens, named.asked))
    return keep(counted(labelled->counted), labelled->number,
                labelled->counted <= Counted::total ? LineKind::total : LineKind::part);
  if (reading_ != Reading::any_number) return LineKind::other;
  if (const auto heading = heading_of(tokens)) {
    heading_ = heading;
    return LineKind::other;
  }
  if (is_about_other_things(tokens) || has_move(tokens)) return LineKind::other;
  if (is_row) {
    const std::size_t column = heading_ && heading_->columns == row.size() ? heading_->counts : 1;
    if (row[column].is_number()) return keep(any_, row[column].text, LineKind::part);
  }
  if (row.size() > 1 && tokens[0].is("|")) return LineKind::other;
  const auto last = std::ranges::find_if(tokens.rbegin(), tokens.rend(), &Token::is_number);
  return last == tokens.rend() ? LineKind::other : keep(any_, last->text, LineKind::part);
}

bool PerftAnswerReader::complete() const { return total().has_value(); }

const std::vector<ReportedBranch>& PerftAnswerReader::branches() const {
  if (!branches_.empty()) return branches_;
  if (counts_first_.size() == bare_moves_.size() && !are_numbered(counts_first_))
    return counts_first_;
  return depth_ == 1 ? bare_moves_ : branches_;
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

std::optional<Count> PerftAnswerReader::total() const {
  const auto all = sum();  // throws, even if a total is stated: nobody could add the branches up
  const auto& [leaves, nodes, total, visited, moves, rate] = counted_;
  for (const auto& known : {leaves, nodes, total, alone_, all, visited, moves, rate})
    if (known) return known;
  return any_;
}

PerftAnswer PerftAnswerReader::answer() const {
  return {.total = total(), .branches = branches(), .unread = unread_};
}

}  // namespace plylab::engines
