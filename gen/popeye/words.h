// The words of Popeye's input language, in English, German and French.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gen/chess/board/board.h"

namespace plylab::popeye {

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

/// The piece of a letter: KQRBSP, KDTLSB or RDTFCP. (S is the knight in English too.) Nothing if it
/// is no piece of chess.
std::optional<chess::PieceType> piece_of_letter(char letter, Language language);

/// " (the knight is S)" for N, which is no letter of Popeye's; else empty.
std::string_view knight_hint(char letter, Language language);

}  // namespace plylab::popeye
