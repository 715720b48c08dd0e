#include "tests/mutants/forms.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

#include "gen/chess/board/board.h"

namespace plylab::chess::mutants {
namespace {

/// What a fault is about, if not about all moves of both colours: elsewhere it is none.
const std::map<std::string, Form> scopes = {
    {"ep-for-black-forgotten", {.color = black}},
    {"black-long-castling-missing", {.color = black, .files = 0x0f}},
    {"returned-black-rook-castles", {.color = black}},
    {"black-castles-to-first-rank", {.color = black}},
    {"promotion-for-black-missing", {.color = black}},
    {"double-step-missing-for-black", {.color = black}},
    {"black-pawn-captures-one-side-only", {.color = black, .files = 0xfe}},
    {"black-bishop-lacks-direction", {.color = black}},
    {"castling-needs-safe-b-file", {{}, 0x0f}},  // castling short never comes there
    {"castling-past-b-file", {{}, 0x0f}},
    {"castling-past-attacked-f8", {.color = black, .files = 0xf0}},
    {"c960-shield-leaves", {{}, 0x0f}},  // no square is beyond the rook on the h-file
    {"knight-on-a1-lacks-jump", {{}, 0x04}},
    {"knight-on-h8-lacks-jump", {{}, 0x20}},
    {"king-on-h1-lacks-direction", {{}, 0x40}},
    {"pawn-capture-wraps-to-h-file", {{}, 0x80}},
    {"pawn-capture-wraps-to-a-file", {{}, 0x01}},
    {"pawn-on-edge-cannot-capture", {{}, 0x42}},
    {"pawn-capture-to-h-file-missing", {{}, 0x80}},
    {"ep-by-edge-pawn-forgotten", {{}, 0x42}},
    {"ep-by-one-pawn-only", {{}, 0x7e}},
    {"ep-takes-right", {{}, 0x7f}},  // to the h-file that is right
    {"ep-wraps", {{}, 0x81}},
    {"ep-never-cleared", {{}, 0}},  // needs both sides' moves
};

/// Faults of pawns that are about the king or about other pieces: not about one file.
const std::set<std::string> not_by_file = {
    "ep-as-answer-forgotten",
    "ep-answers-any-check",
    "ep-rank-pin-ignored",
    "ep-file-pin-ignored",
    "ep-diagonal-pin-ignored",
    "ep-refused-on-kings-rank",
    "ep-refused-if-victim-is-seen",
    "ep-by-pinned-pawn-forgotten",
    "ep-shields-no-king",
    "ep-check-unseen",
    "ep-by-any-piece",
    "ep-by-any-capture",
    "ep-by-any-move",
    "ep-safety-untested",
    "ep-safety-untested-out-of-check",
    "ep-square-answers-check",
    "ep-captor-is-no-block",
    "ep-double-check-answered",
    "promotion-safety-untested",
    "promotion-answers-check-as-queen-only",
    "promotion-lost-taking-checking-knight",
};

/// The captors of a rook whose right may outlive it in an engine that makes moves piece by piece.
/// Only six plies show a rook that inherits the right of one captured by a king.
std::vector<PieceType> captors(Fault fault) {
  using enum PieceType;
  if (fault == Fault::rook_capture_keeps_right) return {pawn, knight, bishop, rook, queen, king};
  if (fault == Fault::other_rook_inherits_right) return {pawn, knight, bishop, rook, queen};
  return {};
}

}  // namespace

std::vector<Form> one_sided_forms(const FaultInfo& row) {
  if (row.family >= Family::keys) return {};
  const bool is_of_pawns = row.family == Family::en_passant || row.family == Family::promotion ||
                           row.family == Family::pawns;
  std::vector<unsigned> files = {0xff, 0x0f, 0xf0};
  for (unsigned file = 0; file < 8 && is_of_pawns && !not_by_file.contains(row.name); ++file)
    files.push_back(1U << file);
  std::vector<Form> forms;
  for (const Color color : {white, black})
    for (const unsigned some : files) forms.push_back({color, some});
  for (const Color color : {white, black})
    for (const PieceType captor : captors(row.fault)) forms.push_back({color, 0xff, captor});
  return forms;
}

bool has_effect(const FaultInfo& row, const Form& form) {
  const auto scope = scopes.find(row.name);
  return scope == scopes.end() || ((!scope->second.color || scope->second.color == form.color) &&
                                   (scope->second.files & form.files) != 0);
}

std::vector<Form> forms_with_effect(const FaultInfo& row) {
  std::vector<Form> forms{{}};
  for (const Form& form : one_sided_forms(row))
    if (has_effect(row, form)) forms.push_back(form);
  return forms;
}

std::string describe(const FaultInfo& row, const Form& form) {
  std::string text = row.name;
  if (form.color) text += fmt::format(" of {}", name(*form.color));
  if (form.files != 0xff) {
    text += ", files ";
    for (unsigned file = 0; file < 8; ++file)
      if ((form.files >> file & 1) != 0) text += static_cast<char>('a' + file);
  }
  if (form.captor) text += fmt::format(", captor {}", name(*form.captor));
  return text;
}

}  // namespace plylab::chess::mutants
