// Ratings of many players from the results of their games, all at once. Pure numbers, no chess.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace plylab::suites::elo {

/// How draws come about. With γ = exp(rating), a player of γ and one of δ draw and win in these
/// proportions.
enum class DrawModel : unsigned char {
  /// win γ/(γ + θδ), loss δ/(δ + θγ), the rest draws: Rao and Kupper, "Ties in paired-comparison
  /// experiments: a generalization of the Bradley-Terry model", Journal of the American Statistical
  /// Association 62, 1967. BayesElo's model.
  rao_kupper,
  /// win : draw : loss as γ : ν√(γδ) : δ: Davidson, "On extending the Bradley-Terry model to
  /// accommodate ties in paired comparison experiments", ibid. 65, 1970. Here a draw says as much
  /// as half a win and half a loss, and the expected points of all players are those they got.
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

/// The likeliest ratings: those of the Bradley-Terry model with draws and an advantage of the first
/// move (Davidson and Beaver, "On extending the Bradley-Terry model to incorporate within-pair
/// order effects", Biometrics 33, 1977). In Elo, scaled as BayesElo does: between nearly equal
/// players a difference has the expected score that Elo's curve gives it.
struct Ratings {
  /// By player, with a mean of 0. None for players whose rating the games leave open: where one
  /// group never lost a point to another, they could be apart by any distance. Only the group with
  /// the most games is rated, and none if no game was won or no two players can be compared.
  std::vector<std::optional<double>> elo;
  /// Of the estimates, by two players; 0 where there is none. The interval of a rating is that of
  /// its distance from the mean.
  std::vector<std::vector<double>> covariance;
  double advantage = 0;  ///< of the first move, in Elo
  /// Its standard error; none if these games cannot tell it from the ratings, or if it seems
  /// infinite, because one side won all games that were won. It is 0 then.
  std::optional<double> advantage_error;
  double draw_rate = 0;  ///< between equal players, without the advantage
  double log_likelihood = 0;

  /// The likelihood of superiority, from 0 to 1: that of a positive difference, if it is normally
  /// distributed around the estimate. Both players must have a rating.
  double superiority(std::size_t player, std::size_t opponent) const;
};

/// Rates so many players. `prior`: so many virtual draws of each player, one half of them its own,
/// against its opponents in proportion to their games, as in BayesElo, whose default is 2; they
/// keep ratings finite. Throws InputError if the maximum is not found.
Ratings rate(std::size_t players, std::vector<Encounter> encounters, DrawModel model, double prior);

}  // namespace plylab::suites::elo
