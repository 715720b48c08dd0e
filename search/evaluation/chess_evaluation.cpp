#include "search/evaluation/chess_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/board/keys.h"
#include "search/evaluation/positional.h"

namespace plylab::search {
namespace {

using namespace chess;

/// 0 on the rim to 3 in the centre, by the nearer edge.
constexpr int centrality(int file, int rank) {
  return std::min(std::min(file, 7 - file), std::min(rank, 7 - rank));
}

/// The value of a square for a piece; rank is counted from its own side.
constexpr int placement(PieceType type, int file, int rank) {
  const int centre = centrality(file, rank);
  const bool central_file = file == 3 || file == 4;
  switch (type) {
    case pawn:
      // Advancing pays more near the last rank; centre pawns should leave their starting squares.
      return rank * rank + (central_file ? (rank == 1 ? -18 : 8 * std::min(rank, 3)) : 0);
    case knight:
      return 14 * centre - 24 - (rank == 0 ? 8 : 0);
    case bishop:
      return 6 * centre - 6 - (rank == 0 ? 8 : 0);
    case rook:
      return (rank == 6 ? 18 : 0) + (rank == 0 && central_file ? 6 : 0);
    case queen:
      return 3 * centre - (rank == 0 ? 4 : 0);
    case king:
      // Safe behind its pawns at the sides of its own back rank.
      return -12 * rank - 4 * centre + (rank == 0 && (file <= 2 || file >= 6) ? 24 : 0);
    default:
      return 0;
  }
}

/// Material alone, or material and placement. The numbers are plylab's own, from a few simple
/// formulas.
constexpr PieceSquareTable make_table(bool with_placement, Value of_knight) {
  PieceSquareTable table{};
  for (PieceType type : {bishop, rook, queen, pawn, knight, king})
    for (int s = a1; s <= h8; ++s) {
      const auto square = static_cast<Square>(s);
      for (Color color : {white, black}) {
        const int value =
            (type == knight ? of_knight : piece_value(type)) +
            (with_placement ? placement(type, file_of(square), rank_for(color, square)) : 0);
        table[make_piece(color, type)][square] = color == white ? value : -value;
      }
    }
  return table;
}

/// Scores for middlegame and endgame, for the positional evaluation.
PieceSquareTable make_positional_table() {
  PieceSquareTable table{};
  for (PieceType type : {bishop, rook, queen, pawn, knight, king})
    for (int s = a1; s <= h8; ++s) {
      const auto square = static_cast<Square>(s);
      for (Color color : {white, black}) {
        const Score value = placement_score(type, file_of(square), rank_for(color, square));
        table[make_piece(color, type)][square] = color == white ? value : -value;
      }
    }
  return table;
}

}  // namespace

const PieceSquareTable& table_of(EvaluationKind kind, const Variant& variant) {
  static const PieceSquareTable positional = make_positional_table();
  if (kind == EvaluationKind("positional")) return positional;
  static const auto tables = [] {
    std::map<std::pair<bool, Value>, PieceSquareTable> made;
    for (const bool with_placement : {false, true}) {
      const auto make = [&](const Variant& one) {
        const Value of_knight = knight_value(one);
        made.try_emplace({with_placement, of_knight}, make_table(with_placement, of_knight));
      };
      make(orthodox);
      for (const Variant& one : fairy_variants) make(one);
    }
    return made;
  }();
  return tables.at({kind != EvaluationKind("material"), knight_value(variant)});
}

ChessEvaluation::ChessEvaluation(Kind kind, std::uint64_t seed, const Variant& variant)
    : kind_(kind), seed_(seed), table_(&table_of(kind, variant)) {}

Value ChessEvaluation::chance(Key key) const {
  std::uint64_t state = key.low ^ key.high * 3 ^ (seed_ << 32);
  return static_cast<Value>((splitmix64(state) >> 32) % 201) - 100;
}

std::vector<ScopedEntry> evaluations_for(Scope scope) {
  std::vector<ScopedEntry> entries;
  for (const EvaluationKind one : EvaluationKind::every())
    if (one->scope >= scope) entries.push_back(*one.operator->());
  return entries;
}

void refuse_evaluation(std::string_view where, std::string_view text, std::string_view which,
                       const std::vector<std::string>& names) {
  const auto of_chess = EvaluationKind::names();
  if (std::ranges::find(of_chess, text.substr(0, text.find(':'))) != of_chess.end())
    throw InputError(fmt::format("{}: {} is an evaluation of chess only; {} {} {}", where, text,
                                 which, names.size() == 1 ? "has only" : "has",
                                 fmt::join(names, ", ")));
  refuse_name(where, text, names);
}

ChessEvaluation parse_evaluation(std::string_view option, const std::string& text,
                                 const Variant& variant) {
  const auto colon = std::min(text.find(':'), text.size());
  const std::string name = text.substr(0, colon);
  if (const auto known = names_in(evaluations_for(Scope::chess_family));
      variant != orthodox && std::ranges::find(known, name) == known.end())
    refuse_evaluation(option, text, "this variant of chess", known);
  const auto kind = EvaluationKind::find(name, option);
  std::uint64_t seed = 1;
  if (colon < text.size()) {
    const auto given = parse_number<std::uint64_t>(text.substr(colon + 1));
    if (kind != EvaluationKind("random") || !given)
      throw InputError(fmt::format("{}: '{}': only random takes a seed, a number", option, text));
    seed = *given;
  }
  return ChessEvaluation(kind, seed, variant);
}

}  // namespace plylab::search
