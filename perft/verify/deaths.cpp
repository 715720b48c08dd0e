#include "perft/verify/deaths.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "gen/chess/board/notation.h"
#include "gen/chess/explain/terms.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// What a FEN may have.
struct Feature {
  std::string text;  ///< "with an e.p. square"
  std::function<bool(const Setup&)> is_in;
};

/// Features of the fields of a FEN but the first. `clock`: the smallest that matters.
std::vector<Feature> features_of_fields(unsigned clock) {
  std::vector<Feature> features;
  const auto add = [&](std::string_view what, const std::function<bool(const Setup&)>& has) {
    features.push_back({fmt::format("with {}", what), has});
    features.push_back(
        {fmt::format("without {}", what), [has](const Setup& setup) { return !has(setup); }});
  };
  add("castling rights", [](const Setup& setup) { return setup.castling != no_castling; });
  add("an e.p. square", [](const Setup& setup) { return setup.en_passant != no_square; });
  for (const Color color : {white, black}) {
    features.push_back({fmt::format("with {} to move", name(color)),
                        [=](const Setup& setup) { return setup.side == color; }});
    for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside})
      add(fmt::format("castling right {}", letter(color, side)), [=](const Setup& setup) {
        return setup.castling[index(color)][index(side)] != no_square;
      });
  }
  if (clock > 0)
    features.push_back({fmt::format("with a clock of {} or more", clock),
                        [=](const Setup& setup) { return setup.halfmove_clock >= clock; }});
  return features;
}

/// Features of the board, the general ones first.
std::vector<Feature> features_of_board() {
  const auto has = [](Piece piece, int first, int last) {
    return [=](const Setup& setup) {
      const auto begin = setup.squares.begin();
      return std::find(begin + first, begin + last + 1, piece) != begin + last + 1;
    };
  };
  std::vector<Feature> features;
  std::vector<Feature> on_ranks, on_squares;
  for (const Color color : {white, black})
    for (const PieceType type : {pawn, knight, bishop, rook, queen, king}) {
      const Piece piece = make_piece(color, type);
      const auto anywhere = has(piece, a1, h8);
      features.push_back({fmt::format("with a {}", name(piece)), anywhere});
      features.push_back({fmt::format("without a {}", name(piece)),
                          [=](const Setup& setup) { return !anywhere(setup); }});
      for (int rank = 0; rank < 8; ++rank)
        on_ranks.push_back({fmt::format("with a {} on the {} rank", name(piece), rank_name(rank)),
                            has(piece, 8 * rank, 8 * rank + 7)});
      for (int square = a1; square <= h8; ++square)
        on_squares.push_back(
            {fmt::format("with a {} on {}", name(piece), to_string(static_cast<Square>(square))),
             has(piece, square, square)});
    }
  features.push_back({"without pawns", [=](const Setup& setup) {
                        return !has(white_pawn, a1, h8)(setup) && !has(black_pawn, a1, h8)(setup);
                      }});
  std::ranges::move(on_ranks, std::back_inserter(features));
  std::ranges::move(on_squares, std::back_inserter(features));
  return features;
}

}  // namespace

std::string common_to_fens(const std::vector<Setup>& fens, const std::vector<Setup>& others) {
  if (fens.size() < 3 || others.empty()) return "";
  const auto in_all = [&](std::vector<Feature> features) {
    std::erase_if(features, [&](const Feature& feature) {
      return !std::ranges::all_of(fens, feature.is_in);
    });
    return features;
  };
  const auto least = std::ranges::min_element(fens, {}, &Setup::halfmove_clock);
  const std::vector<Feature> of_fields = in_all(features_of_fields(least->halfmove_clock)),
                             of_board = in_all(features_of_board());
  for (const auto* const features : {&of_fields, &of_board})
    for (const Feature& feature : *features)
      if (std::ranges::none_of(others, feature.is_in)) return feature.text;
  for (const Feature& man : of_board)
    for (const Feature& field : of_fields)
      if (std::ranges::none_of(
              others, [&](const Setup& other) { return man.is_in(other) && field.is_in(other); }))
        return man.text + " and " + field.text;
  return "";
}

}  // namespace plylab::perft::verify
