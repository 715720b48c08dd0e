#include "gen/engines/answer_tokens.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <regex>
#include <utility>

#include "gen/base/text.h"

namespace plylab::engines {
namespace {

/// Letters of any language, in UTF-8.
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// A numeral: "20", "-5", "4,865,609", "0.5", "12:34:56", "1/20", "2024-05-01".
const std::regex& numeral_pattern() {
  static const std::regex numeral(R"([-+]?\d+(?:[.,_'/-]\d+|:\d\d(?!\d))*)");
  return numeral;
}

const std::regex& whole_pattern() {
  static const std::regex whole(R"([-+]?(?:\d+|\d{1,3}(?:[,_']\d{3})+|\d{1,3}(?:\.\d{3}){2,}))");
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
      number > 0 && (tokens[number - 1].is_word() || tokens[number - 1].is_binding() ||
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

/// The length of an escape sequence at the start of a text; 0 if there is none.
std::size_t escape_length(std::string_view text) {
  if (text[0] != '\x1b' || text.size() < 2) return text[0] == '\x1b' ? 1 : 0;
  const auto is_in = [](char c, unsigned char first, unsigned char last) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= first && byte <= last;
  };
  if (text[1] == ']') {  // a title or a link, ended by BEL or by ESC and a backslash
    const std::size_t end = text.find_first_of("\x07\x1b", 2);
    if (end == text.npos) return text.size();
    return end + (text[end] == '\x1b' ? 2 : 1);
  }
  std::size_t length = text[1] == '[' ? 2 : 1;
  const unsigned char last = text[1] == '[' ? 0x3f : 0x2f;  // of parameters
  while (length < text.size() && is_in(text[length], 0x20, last)) ++length;
  return std::min(text.size(), length + (length < text.size() && is_in(text[length], 0x30, 0x7e)));
}

/// Whether a text ends with a whole number that no letter precedes: "20", not "e7e8".
bool ends_with_number(std::string_view text) {
  const auto end = std::find_if_not(text.rbegin(), text.rend(), is_digit);
  return end != text.rbegin() && (end == text.rend() || !is_letter(*end));
}

}  // namespace

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, text) != all.end();
}

bool is_unit_of_time(std::string_view word) {
  return is_one_of(
      word, {"ns",      "us",          "\xc2\xb5s",    "\xce\xbcs",    "ms",     "s",
             "sec",     "secs",        "second",       "seconds",      "msec",   "msecs",
             "millis",  "millisecond", "milliseconds", "microseconds", "micros", "nanoseconds",
             "nanos",   "cs",          "centiseconds", "min",          "mins",   "minute",
             "minutes", "h",           "hour",         "hours"});
}

bool is_a_second(std::string_view measure) {
  return is_one_of(measure, {"1s", "1sec", "1 s", "1 sec", "1 second"});
}

bool is_other_unit(std::string_view word) {
  return is_one_of(
      word, {"%",    "percent", "pct",  "nps",  "knps",  "mnps",    "gnps",  "lps",    "klps",
             "mlps", "pps",     "kpps", "mpps", "k",     "m",       "g",     "kb",     "mb",
             "gb",   "kib",     "mib",  "gib",  "bytes", "threads", "cores", "entries"});
}

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

bool is_whole(const std::string& text) { return std::regex_match(text, whole_pattern()); }

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

Counted together(Counted one, Counted two) {
  for (const Counted counted : {Counted::other, Counted::moves, Counted::leaves, Counted::visited,
                                Counted::nodes, Counted::total})
    if (one == counted || two == counted) return counted;
  return Counted::unsaid;
}

NamedDepths take_depths(Tokens& tokens, int depth) {
  NamedDepths named;
  for (std::size_t i = 0; i < tokens.size();) {
    const DepthPhrase phrase = depth_phrase(std::span(tokens).subspan(i));
    if (phrase.length == 0) {
      ++i;
      continue;
    }
    const std::string text = tokens[i + phrase.number].text;  // perhaps "3 of 5"
    const std::string number = text.substr(0, text.find(' '));
    (number == std::to_string(depth) ? named.asked : named.another) = true;
    if (std::ranges::all_of(number, is_digit) && number.size() < 3)
      named.all.push_back(std::stoi(number));
    const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    tokens.erase(begin, begin + static_cast<std::ptrdiff_t>(phrase.length));
  }
  return named;
}

bool has_move(std::span<const Token> tokens) {
  static const std::regex move("[kqrbn]?[a-l]?\\d*x?[a-l](?:10|[1-9])[qrbn]?");
  return std::ranges::any_of(tokens, [](const Token& token) {
    return token.is_word() && std::regex_match(token.text, move);
  });
}

std::optional<Count> count_of(std::string text) {
  if (text.starts_with('+')) text.erase(0, 1);
  std::erase_if(text, [](char c) { return c == ',' || c == '.' || c == '_' || c == '\''; });
  return parse_count(text);
}

std::string plain_line(std::string_view line) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> others{
      {{"\xc2\xa0", " "},        // no-break space
       {"\xe2\x80\x87", " "},    // figure space
       {"\xe2\x80\x89", " "},    // thin space
       {"\xe2\x80\x8b", ""},     // zero width space
       {"\xe2\x80\xaf", " "},    // narrow no-break space
       {"\xef\xbb\xbf", ""},     // byte order mark
       {"\xe2\x80\x93", "-"},    // en dash
       {"\xe2\x80\x99", "'"},    // right single quotation mark
       {"\xe2\x86\x92", "->"},   // rightwards arrow
       {"\xe2\x88\x92", "-"},    // minus sign
       {"\xef\xbc\x9a", ":"}}};  // fullwidth colon
  std::string text;
  while (!line.empty()) {
    const auto* const other =
        std::ranges::find_if(others, [&](const auto& one) { return line.starts_with(one.first); });
    const std::size_t escape = escape_length(line);
    const bool is_suffix = line[0] == 'n' && ends_with_number(text) &&
                           (line.size() == 1 || !is_letter_or_digit(line[1]));
    if (other != others.end())
      text += other->second;
    else if (escape == 0 && !is_suffix)
      text += line[0];
    line.remove_prefix(other != others.end() ? other->first.size()
                                             : std::max<std::size_t>(escape, 1));
  }
  return fmt::format("{}", fmt::join(words_of(text), " "));
}

}  // namespace plylab::engines
