// The parts of a line that a program prints about a count: words, numbers, numbers with units.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"

namespace plylab::engines {

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
  bool is_binding() const { return is(":") || is("="); }
  bool has_digits() const { return kind == Kind::number || kind == Kind::measure; }
};

using Tokens = std::vector<Token>;

/// The parts of a line, in which a number with its unit is one measure.
Tokens tokens_of(std::string_view text);

/// What a line says that a number counts, the most convincing first.
enum class Counted : std::uint8_t { leaves, nodes, total, visited, moves, rate, unsaid, other };

/// What a word beside a number says that it counts.
Counted counted_by_word(std::string_view word);

/// What two parts of a text say together: "leaf nodes" are leaves, "nodes visited" are not.
Counted together(Counted one, Counted two);

/// The depths that a line names.
struct NamedDepths {
  bool asked = false, another = false;
  std::vector<int> all = {};
};

/// Removes the phrases that name a depth, such as "perft(5)", "depth: 5", "5 plies".
NamedDepths take_depths(Tokens& tokens, int depth);

/// Whether a line has a square, or a move that begins or ends with one.
bool has_move(std::span<const Token> tokens);

/// A natural number below 2^128, with or without thousands separators.
std::optional<Count> count_of(std::string text);

/// Whether a text is a whole number, with or without thousands separators. "4.865" may also be a
/// fraction.
bool is_whole(const std::string& text);

bool is_unit_of_time(std::string_view word);

/// Units other than those of time, and rates in one word.
bool is_other_unit(std::string_view word);

/// One second, as the base of a rate.
bool is_a_second(std::string_view measure);

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all);

bool is_digit(char c);
bool is_letter_or_digit(char c);  ///< letters of any language, in UTF-8

/// The line as a terminal shows it, without escape sequences (ECMA-48), trimmed, and with single
/// blanks, for runs of blanks would make patterns slow; Unicode's dashes, arrows and apostrophes as
/// those of ASCII; JavaScript's big integers, "20n", as numbers.
std::string plain_line(std::string_view line);

}  // namespace plylab::engines
