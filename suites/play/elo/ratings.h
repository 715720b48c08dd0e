// Ratings of many players from the results of their games, all at once. Pure numbers, no chess.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace plylab::suites::play::elo {

/// How draws come about. With γ = exp(rating), a player of γ and one of δ draw and win in these
/// proportions.
enum class DrawModel : unsigned char {
  /// win γ/(γ + θδ), loss δ/(δ + θγ), the rest draws: Rao and Kupper, "Ties in paired-comparison
  /// experiments: a generalization of the Bradley-Terry model", Journal of the American Statistical
  /// Association 62, 1967. The model of BayesElo.
  rao_kupper,
  /// win : draw : loss as γ : ν√(γδ) : δ: Davidson, "On extending the Bradley-Terry model to
  /// accommodate ties in paired comparison experiments", ibid. 65, 1970. Here a draw counts as half
  /// a win and half a loss, and each player's expected points equal its actual points.
  davidson
};

struct DrawModelEntry {
  std::string_view name;
  DrawModel model;
};
inline constexpr std::array draw_models{DrawModelEntry{"rao-kupper", DrawModel::rao_kupper},
                                        DrawModelEntry{"davidson", DrawModel::davidson}};

/// The games in which one player had the first move and another one the second. Players are numbers
/// from 0.
struct Encounter {
  std::size_t first, second;
  double first_wins = 0, draws = 0, second_wins = 0;

  double games() const { return first_wins + draws + second_wins; }
};

/// Maximum-likelihood ratings by the Bradley-Terry model with draws and an advantage of the first
/// move (Davidson and Beaver, "On extending the Bradley-Terry model to incorporate within-pair
/// order effects", Biometrics 33, 1977). They are in Elo, scaled as by BayesElo: for small
/// differences the model's expected score is that of Elo's curve.
struct Ratings {
  /// By player, with a mean of 0. None for players whose rating the games do not determine: if one
  /// group never lost a point to another, the distance between them has no upper bound. Only the
  /// group with the most games is rated. None for all if no game was won or if no two players can
  /// be compared.
  std::vector<std::optional<double>> elo;
  /// The covariance of the distances of two players from the mean; 0 for players without a rating.
  std::vector<std::vector<double>> covariance;
  double advantage = 0;  ///< of the first move, in Elo
  /// Its standard error. None if the games do not determine the advantage, which is then 0: if it
  /// cannot be separated from the ratings, or if one side won all games that were won.
  std::optional<double> advantage_error;
  double draw_rate = 0;  ///< between equal players, without the advantage
  /// It is BayesElo's usual rate, because the games do not determine it: in no game did a weaker
  /// player win.
  bool draw_rate_is_set = false;
  double log_likelihood = 0;

  /// The likelihood of superiority, from 0 to 1: the probability that the difference is positive,
  /// if it is normally distributed around the estimate. Both players must have a rating.
  double superiority(std::size_t player, std::size_t opponent) const;
};

/// Rates players from their encounters. `prior` is the number of virtual draws of each player, in
/// proportion to its games against each opponent, as in BayesElo, whose default is 2; it keeps
/// ratings finite. Half of them are added as the player's, half as its opponents'.
Ratings rate(std::size_t players, std::vector<Encounter> encounters, DrawModel model, double prior);

}  // namespace plylab::suites::play::elo
