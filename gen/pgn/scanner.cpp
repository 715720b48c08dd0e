#include "gen/pgn/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "gen/base/encoding.h"
#include "gen/base/text.h"

namespace plylab::pgn {
namespace {

/// What a character can begin. A word ends at the first character of another class.
enum class Class : std::uint8_t { word, blank, brace, semicolon, open, close, dollar, bracket };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (const char c : white_space) classes[static_cast<unsigned char>(c)] = Class::blank;
  classes['{'] = classes['}'] = Class::brace;
  classes[';'] = Class::semicolon;
  classes['('] = Class::open;
  classes[')'] = Class::close;
  classes['$'] = Class::dollar;
  classes['['] = Class::bracket;
  return classes;
}

constexpr std::array<Class, 256> classes = make_classes();

/// The most that are kept of a game: a file of hundreds of megabytes may be one line of words.
constexpr std::size_t max_items = 1'000'000;

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

/// The end of the word at `at`: the first character of another class.
const char* word_end(const char* at, const char* end) {
  // Eight characters at a time, since most words are shorter. A byte set in `other` may be of
  // another class; bytes before the first one set are not.
  constexpr auto eight = [](std::uint64_t byte) { return byte * 0x0101010101010101; };
  if (std::uint64_t text; end - at >= 8 && std::endian::native == std::endian::little) {
    std::memcpy(&text, at, sizeof text);
    const std::uint64_t small = (text - eight('+')) & ~text;  // blanks and $ ( )
    const std::uint64_t like_brace = (text | eight(0x60)) ^ eight('{');
    const std::uint64_t opening = (like_brace - eight(1)) & ~like_brace;  // { [ ;
    const std::uint64_t large = text + eight(0x80 - '}');                 // } and above
    const std::uint64_t other = (small | opening | large) & eight(0x80);
    at += other == 0 ? 8 : std::countr_zero(other) / 8;
  }
  while (at != end && class_of(*at) == Class::word) ++at;
  return at;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_name(char c) {  // with the letters of other languages
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<signed char>(c) < 0;
}

/// ASCII characters other than a quote and a backslash.
constexpr std::array<bool, 256> is_plain_in_quotes = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0; c < 128; ++c) plain[c] = true;
  for (const char c : {'"', '\\', '\n', '\r'}) plain[static_cast<unsigned char>(c)] = false;
  return plain;
}();

/// Removes the first of these texts with which `text` begins, and returns its place among them; -1
/// if there is none.
int take_one_of(std::string_view& text, std::initializer_list<std::string_view> choices) {
  int place = 0;
  for (const std::string_view choice : choices) {
    if (text.starts_with(choice)) {
      text.remove_prefix(choice.size());
      return place;
    }
    ++place;
  }
  return -1;
}

/// A result in PGN's spelling, and the number of characters that it has in the text.
struct FoundResult {
  std::string_view result = {};
  std::size_t length = 0;
};

/// Removes a hyphen, dash or minus sign in UTF-8 or Windows-1252; its place, or -1 if there is
/// none.
int take_dash(std::string_view& text) {
  return take_one_of(text, {"-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015",
                            "\u2212", "\x96", "\x97"});
}

/// The result at the beginning of a text, if there is one: also "1/2", "½-½", "0.5-0.5", and
/// "1 - 0" with blanks and with any dash.
FoundResult result_at(std::string_view text) {
  std::string_view rest = text;
  const auto found = [&](std::string_view result) {
    const bool is_whole = rest.empty() || class_of(rest.front()) != Class::word;
    return is_whole ? FoundResult{result, text.size() - rest.size()} : FoundResult{};
  };
  const auto take_side = [&] {  // in UTF-8 or an 8-bit encoding; the first five are a half
    return take_one_of(rest, {"1/2", "\xC2\xBD", "\xBD", "0.5", "0,5", "0", "1"});
  };
  constexpr int zero = 5, one = 6;
  const auto is_half = [](int side) { return side >= 0 && side < zero; };
  if (take_one_of(rest, {"*"}) == 0) return found("*");
  const int white = take_side();
  const bool is_fraction = white >= 0 && white <= 2;
  const FoundResult alone = is_fraction ? found("1/2-1/2") : FoundResult{};
  skip(rest);
  if (white < 0 || take_dash(rest) < 0) return alone;
  skip(rest);
  const int black = take_side();
  if (is_half(white) && is_half(black)) return found("1/2-1/2");
  if (white == one && black == zero) return found("1-0");
  if (white == zero && black == one) return found("0-1");
  return alone;
}

/// Whether the line that begins here is certainly the first of a game: see last_game().
bool begins_game(const char* begin, const char* at, const char* end) {
  int line_ends = 0;
  const char* before = at;
  for (; before != begin && class_of(before[-1]) == Class::blank; --before)
    if (before[-1] == '\n' || (before[-1] == '\r' && *before != '\n')) ++line_ends;
  const bool is_first = before == begin;
  if (!is_first && line_ends < 2) return false;
  const std::string_view text(at, end);
  return is_tag(text) && (is_first || text.starts_with("[Event ") || before[-1] != ']');
}

const char* find(const char* from, const char* to, char c) {
  const void* const found = std::memchr(from, c, static_cast<std::size_t>(to - from));
  return found == nullptr ? to : static_cast<const char*>(found);
}

/// The first line within the range that begins a game; the end of the range if none does.
const char* first_game(const char* begin, const char* from, const char* to, const char* end) {
  for (const char* at = from; at < to; ++at) {
    at = find(at, to, '[');
    if (at != to && is_line_end(at[-1]) && begins_game(begin, at, end)) return at;
  }
  return to;
}

/// The place of a carriage return within a line; npos if there is none. Alone it ends a line, but
/// only in a game without line feeds.
std::size_t lone_return(std::string_view text) {
  if (text.find('\n') == text.npos) return text.npos;
  std::size_t at = text.find('\r');
  while (at != text.npos && at + 1 < text.size() && is_line_end(text[at + 1]))
    at = text.find('\r', at + (text[at + 1] == '\n' ? 2 : 1));
  return at;
}

/// The names of tags in English by their German ones, which programs in German write.
constexpr std::pair<std::string_view, std::string_view> german_tags[] = {
    {"Turnier", "Event"}, {"Ort", "Site"},          {"Datum", "Date"},
    {"Runde", "Round"},   {"Wei\xC3\x9F", "White"}, {"Wei\xDF", "White"},
    {"Weiss", "White"},   {"Schwarz", "Black"},     {"Ergebnis", "Result"}};

std::string_view in_english(std::string_view tag) {
  for (const auto& [german, english] : german_tags)
    if (tag == german) return english;
  return tag;
}

}  // namespace

bool is_tag(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::size_t name = 1;
  std::size_t at = name;
  while (at < text.size() && is_name(text[at])) ++at;
  if (at == name) return false;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at < text.size() && text[at] == '"';
}

std::size_t count_lines(std::string_view text) {
  std::size_t lines = 0;
  for (std::string_view rest = text; !rest.empty();) {  // in parts whose sum fits into a byte
    const std::string_view part = rest.substr(0, 255);
    std::uint8_t some = 0;
    for (const char c : part) some = static_cast<std::uint8_t>(some + (c == '\n'));
    lines += some;
    rest.remove_prefix(part.size());
  }
  if (text.find('\r') == text.npos) return lines;
  for (std::size_t i = 0; i < text.size(); ++i)
    lines += text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
  return lines;
}

std::size_t last_game(std::string_view text) {
  const char* const begin = text.data();
  for (std::size_t at = text.rfind('['); at != text.npos && at > 0; at = text.rfind('[', at - 1))
    if (is_line_end(text[at - 1]) && begins_game(begin, begin + at, begin + text.size())) return at;
  return 0;
}

std::string_view ScannedGame::tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (key == name) return value;
  return {};
}

bool is_final(std::string_view result) {
  return result == "1-0" || result == "0-1" || result == "1/2-1/2";
}

std::string_view result_of(std::string_view text) {
  const FoundResult found = result_at(text);
  const std::string_view rest = text.substr(found.length);
  return rest.empty() || rest[0] == ' ' ? found.result : std::string_view();
}

std::string_view ScannedGame::outcome() const {
  if (is_final(result)) return result;
  const std::string_view said = result_of(tag("Result"));
  return is_final(said) ? said : "*";
}

std::size_t ScannedGame::outcome_line() const {
  return line_of(is_final(result) ? text.data() + text.size() : tag("Result").data());
}

std::size_t ScannedGame::line_of(const char* place) const {
  const bool inside = place >= text.data() && place <= text.data() + text.size();
  return inside ? line + count_lines({text.data(), place}) : line;
}

Scanner::Scanner(std::string_view text, std::size_t first_line, bool numeric)
    : begin_(text.data() + (text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0)),
      end_(text.data() + text.size()),
      at_(begin_),
      close_(begin_),
      counted_(begin_),
      line_(first_line),
      numeric_(numeric),
      has_returns_(text.find('\r') != text.npos && text.find('\n') != text.npos) {}

/// Whether a tag begins here: at the start of a line, perhaps after blanks.
bool Scanner::at_tag() const {
  if (done() || *at_ != '[') return false;
  const char* before = at_;
  while (before != begin_ && (before[-1] == ' ' || before[-1] == '\t')) --before;
  return before == begin_ || is_line_end(before[-1]);
}

/// Also skips lines that begin with "%", which readers must ignore (PGN standard, 6).
inline void Scanner::skip_blanks() {
  for (const char* at = at_;; at = std::find_if(at_, end_, is_line_end)) {
    while (at != end_ && class_of(*at) == Class::blank) ++at;
    at_ = at;
    if (at == end_ || *at != '%' || !at_line_start()) return;
  }
}

/// Only the first error is kept.
void Scanner::fail(ScannedGame& game, const char* place, std::string what) const {
  if (!game.fault) game.fault = Fault{line_ + count_lines({counted_, place}), std::move(what)};
}

bool Scanner::next(ScannedGame& game) {
  for (;;) {
    game.tags.clear();
    game.items.clear();
    game.decoded.clear();
    game.result = {};
    game.fault.reset();
    skip_blanks();
    if (done()) return false;
    const char* const first = at_;
    line_ += count_lines({counted_, first});
    counted_ = first;
    game.line = line_;
    bool has_event = false;
    for (; !done() && *at_ == '['; skip_blanks()) {
      if (at_ != first && begins_game(begin_, at_, end_)) break;
      const bool is_event = std::string_view(at_, end_).starts_with("[Event ");
      if (is_event && has_event) {
        fail(game, first, "the game has no moves: tags of another one follow without a blank line");
        break;
      }
      has_event = has_event || is_event;
      read_tag(game);
    }
    if (done() || *at_ != '[') read_items(game);
    game.text = {first, at_};
    if (has_returns_)
      if (const std::size_t at = lone_return(game.text); at != std::string_view::npos)
        fail(game, first + at, "a carriage return within a line");
    // A comment or a result alone is not a game.
    const auto is_move = [](const Item& item) { return item.kind == ItemKind::move; };
    if (game.fault || !game.tags.empty() || std::ranges::any_of(game.items, is_move)) return true;
  }
}

void Scanner::read_tag(ScannedGame& game) {
  const auto skip_spaces = [&] {
    while (!done() && (*at_ == ' ' || *at_ == '\t')) ++at_;
  };
  const char* const bracket = at_++;
  skip_spaces();  // not the end of the line: the next one may begin another game
  const char* const name = at_;
  at_ = std::find_if(at_, end_,
                     [](char c) { return class_of(c) == Class::blank || c == '"' || c == ']'; });
  const std::string_view key(name, at_);
  skip_spaces();
  if (!done() && *at_ == '"' && !key.empty())
    game.tags.emplace_back(in_english(key), quoted(game));
  else
    fail(game, bracket, fmt::format("the tag '{}' has no value in quotes", key));
  at_ = std::find_if(at_, end_, [](char c) { return c == ']' || is_line_end(c); });
  if (!done() && *at_ == ']') ++at_;
}

std::string_view Scanner::quoted(ScannedGame& game) {
  const char* const from = ++at_;
  const char* at = from;
  while (at != end_ && is_plain_in_quotes[static_cast<unsigned char>(*at)]) ++at;
  const bool plain = at != end_ && *at == '"';
  for (; at != end_ && *at != '"' && !is_line_end(*at); ++at)
    if (*at == '\\' && at + 1 != end_ && (at[1] == '"' || at[1] == '\\')) ++at;
  at_ = at;
  const std::string_view value(from, at_);
  if (!done() && *at_ == '"')
    ++at_;
  else if (done())
    fail(game, from - 1, "the text ends within a tag");
  if (plain) return value;
  std::string text = in_utf8(value);
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '\\' && (text[i + 1] == '"' || text[i + 1] == '\\')) text.erase(i, 1);
  return game.decoded.emplace_back(std::move(text));
}

void Scanner::read_items(ScannedGame& game) {
  std::vector<const char*> variations;  // where each opens
  for (skip_blanks(); !done(); skip_blanks()) {
    const char* const here = at_;
    if (game.items.size() > max_items) {
      fail(game, here, fmt::format("the game has more than {} moves and comments", max_items));
      game.items.clear();
    }
    switch (class_of(*at_)) {
      case Class::brace:
        if (*at_ == '}') {
          fail(game, at_++, "'}' out of place");
          break;
        }
        read_comment(game);
        break;
      case Class::semicolon:
        read_rest_of_line(game);
        break;
      case Class::open:
        variations.push_back(at_++);
        game.items.push_back({{here, at_}, ItemKind::open});
        break;
      case Class::close:
        ++at_;
        if (variations.empty()) {
          fail(game, here, "')' out of place");
          break;
        }
        variations.pop_back();
        game.items.push_back({{here, at_}, ItemKind::close});
        break;
      case Class::dollar:
        while (++at_ != end_ && is_digit(*at_)) {
        }
        game.items.push_back({{here, at_}, ItemKind::nag});
        break;
      case Class::bracket:
        if (at_tag()) {
          if (!variations.empty()) fail(game, variations.back(), "the variation is not closed");
          return;
        }
        fail(game, at_++, "'[' out of place");
        break;
      default:
        if (read_word(game) && variations.empty()) {
          read_last_comments(game);
          return;
        }
        break;
    }
  }
  if (!variations.empty()) fail(game, variations.back(), "the variation is not closed");
}

void Scanner::read_comment(ScannedGame& game) {
  const char* const brace = at_++;
  if (close_ < at_) close_ = find(at_, end_, '}');
  const char* const next_game = first_game(begin_, at_, close_, end_);
  if (next_game == end_ || next_game != close_) {
    fail(game, brace, "the comment is not closed");
    at_ = next_game;
    return;
  }
  game.items.push_back({{at_, close_}, ItemKind::comment});
  at_ = close_ + 1;
}

void Scanner::read_rest_of_line(ScannedGame& game) {
  const char* const from = ++at_;
  at_ = std::find_if(at_, end_, is_line_end);
  game.items.push_back({{from, at_}, ItemKind::comment});
}

/// Also reads comments after the result in its line.
void Scanner::read_last_comments(ScannedGame& game) {
  for (;;) {
    const char* const behind = at_;
    while (!done() && (*at_ == ' ' || *at_ == '\t')) ++at_;
    if (!done() && *at_ == '{') {
      read_comment(game);
    } else if (!done() && *at_ == ';') {
      read_rest_of_line(game);
    } else {
      at_ = behind;
      return;
    }
  }
}

/// Reads the result that begins here, if there is one.
bool Scanner::read_result(ScannedGame& game) {
  const FoundResult found = result_at({at_, end_});
  game.result = found.result;
  at_ += found.length;
  return found.length > 0;
}

/// Reads a word; true if it is a result.
bool Scanner::read_word(ScannedGame& game) {
  const char* from = at_;
  const char* at = at_;  // a local copy: at_ would be stored for each character
  while (at != end_ && is_digit(*at)) ++at;
  if (at != from && (at == end_ || class_of(*at) != Class::word)) {
    if (*from <= '1' && read_result(game)) return true;  // "1 - 0"
    if (!numeric_) {
      at_ = at;  // a move number may lack its period
      return false;
    }
  }
  if (at != end_ && *at == '.') {                        // also "1 ... e5"
    if (*from == '0' && read_result(game)) return true;  // "0.5-0.5"
    while (at != end_ && *at == '.') ++at;
    at_ = from = at;
    if (at == end_ || class_of(*at) != Class::word) return false;
  }
  at = word_end(at, end_);
  if (end_ - at >= 3 && *at == '(' && at[2] == ')' && at != from && is_digit(at[-1]))
    at += 3;  // "e8(Q)"
  const std::string_view word(from, at);
  // Results begin with "*", a digit or a non-ASCII character, which `char` has below or above the
  // others, as the processor has it; a final "1/2" may be truncated.
  if (!word.empty() && static_cast<signed char>(word.front()) <= '1' &&
      !(at == end_ && word == "1/2")) {
    at_ = from;
    if (read_result(game)) return true;
  }
  at_ = at;
  if (word.empty()) return false;
  if (word.back() == '.' && word == "e.p.") return false;
  if (word.back() == '!' || word.back() == '?') {
    const std::size_t marks = word.find_last_not_of("!?") + 1;
    if (marks > 0) game.items.push_back({word.substr(0, marks), ItemKind::move});
    game.items.push_back({word.substr(marks), ItemKind::nag});
    return false;
  }
  game.items.push_back({word, ItemKind::move});
  return false;
}

}  // namespace plylab::pgn
