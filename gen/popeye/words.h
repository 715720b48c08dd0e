// Popeye's input word by word, and what the words mean in English, German and French.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/board.h"

namespace plylab::popeye {

/// Cuts a text into words. Only the line's end matters to commands that take the rest of a line.
class Tokens {
 public:
  /// `path` names the text in messages.
  Tokens(std::string_view text, std::string path)
      : rest_(text),
        path_(std::move(path)),
        line_end_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {
    skip_byte_order_mark(rest_);
    advance();
  }

  /// The next word, empty at the end of the text, and its line.
  std::string_view word() const { return word_; }
  std::size_t line() const { return line_; }
  const std::string& path() const { return path_; }
  bool at_end() const { return word_.empty(); }

  std::string_view take() {
    const std::string_view word = word_;
    advance();
    return word;
  }

  /// What stands in the line behind the last word that was taken; it begins with the next word if
  /// that is there.
  std::string_view take_line_after(std::size_t line_of_command) {
    if (line_ != line_of_command || at_end()) return {};
    std::string_view text(word_.data(), word_.size() + rest_.size());
    const std::string_view taken = trimmed(take_until(text, std::string_view(&line_end_, 1)));
    rest_ = text;
    advance();
    return taken;
  }

  /// A message that names file and line.
  template <class... Args>
  std::string error(fmt::format_string<Args...> format, Args&&... args) const {
    return fmt::format("{}:{}: {}", path_, line_, fmt::format(format, std::forward<Args>(args)...));
  }
  /// Throws an InputError with such a message.
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(error(format, std::forward<Args>(args)...));
  }

 private:
  void advance() {
    const std::string_view before = rest_;
    skip(rest_);
    for (const char c : before.substr(0, before.size() - rest_.size())) line_ += c == line_end_;
    word_ = take_until(rest_, white_space);
  }

  std::string_view rest_;
  std::string_view word_;
  std::string path_;
  char line_end_;  ///< '\r' in files of old Macintoshes
  std::size_t line_ = 1;
};

enum class Language : std::uint8_t { english, german, french };

/// What begins a command, or ends the one before.
enum class Keyword : std::uint8_t {
  next_problem,
  end_problem,
  twin,
  zero_position,
  remark,
  author,
  origin,
  title,
  award,
  protocol,
  latex,
  latex_pieces,
  pieces,
  forsyth,
  game_array,
  stipulation,
  structured_stipulation,
  option,
  condition
};

/// The options that mean something here, those that only concern how Popeye works or prints, and
/// all others.
enum class OptionWord : std::uint8_t {
  set_play,
  variations,
  tries,
  defences,
  duplex,
  half_duplex,
  most_solutions,
  most_seconds,
  no_castling,
  en_passant,
  white_to_play,
  no_board,
  of_no_concern,
  unsupported
};

/// What a twin changes.
enum class Change : std::uint8_t {
  move,
  exchange,
  remove,
  add,
  substitute,
  rotate,
  mirror,
  shift,
  swap_colors,
  continued,
  stipulation,
  structured_stipulation,
  condition
};

/// The language in which a problem begins: BeginProblem, AnfangProblem or DebutProbleme.
std::optional<Language> language_of(std::string_view text);

/// What the text means, whole or begun so that it can mean nothing else, as Popeye has it; capitals
/// do not matter. Nothing if it is none of these words.
std::optional<Keyword> find_keyword(std::string_view text, Language language);
std::optional<OptionWord> find_option(std::string_view text, Language language);
std::optional<Change> find_change(std::string_view text, Language language);
std::optional<chess::Color> find_color(std::string_view text, Language language);

/// The letters of king, queen, rook, bishop, knight and pawn: KQRBSP, KDTLSB or RDTFCP. (S is the
/// knight in English too.)
std::string_view piece_letters(Language language);

/// The piece of a letter, large or small. Nothing if it is not a piece of chess.
std::optional<chess::PieceType> piece_of_letter(char letter, Language language);

/// " (the knight is S)" for N, which is not one of Popeye's letters; else empty.
std::string_view knight_hint(char letter, Language language);

}  // namespace plylab::popeye
