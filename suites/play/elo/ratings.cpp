#include "suites/play/elo/ratings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace plylab::suites::play::elo {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

/// Elo's curve in natural units: a difference of 400 multiplies the odds by 10.
const double elo_per_unit = 400 / std::log(10);

double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double log_logistic(double x) {
  return x > 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
}

/// The log-likelihood of some games, with its first and second derivatives by d, the difference of
/// the ratings with the advantage, and by t, the parameter of draws: θ or ν is exp(t).
struct Likelihood {
  double value = 0, d = 0, t = 0, dd = 0, dt = 0, tt = 0;
};

Likelihood rao_kupper(const Encounter& e, double d, double t) {
  const double not_lost = e.first_wins + e.draws, not_won = e.second_wins + e.draws;
  const double win = logistic(d - t), loss = logistic(-d - t);
  const double win_slope = not_lost * win * (1 - win), loss_slope = not_won * loss * (1 - loss);
  Likelihood all{not_lost * log_logistic(d - t) + not_won * log_logistic(-d - t),
                 not_lost * (1 - win) - not_won * (1 - loss),
                 -not_lost * (1 - win) - not_won * (1 - loss),
                 -win_slope - loss_slope,
                 win_slope - loss_slope,
                 -win_slope - loss_slope};
  if (e.draws > 0) {  // a draw has the probability win · loss · (θ² − 1)
    const double less = std::expm1(2 * t), square = less + 1;
    all.value += e.draws * std::log(less);
    all.t += e.draws * 2 * square / less;
    all.tt -= e.draws * 4 * square / (less * less);
  }
  return all;
}

Likelihood davidson(const Encounter& e, double d, double t) {
  const double games = e.games(), middle = std::max(std::abs(d) / 2, t);
  const double first = std::exp(d / 2 - middle), second = std::exp(-d / 2 - middle);
  const double level = std::exp(t - middle), sum = first + second + level;
  const double half = (first - second) / sum / 2, draw = level / sum;
  return {(e.first_wins - e.second_wins) * d / 2 + e.draws * t - games * (std::log(sum) + middle),
          (e.first_wins - e.second_wins) / 2 - games * half,
          e.draws - games * draw,
          -games * ((first + second) / sum / 4 - half * half),
          games * half * draw,
          -games * draw * (1 - draw)};
}

/// The players of the group with the most games, among the groups in which a chain of scored points
/// leads from each player to each other one. Without such chains the likelihood has no maximum
/// (Ford, "Solution of a ranking problem from binary comparisons", American Mathematical Monthly
/// 64, 1957).
std::vector<bool> comparable(std::size_t players, const std::vector<Encounter>& encounters) {
  std::vector<std::vector<std::size_t>> above(players), below(players);
  Vector games(players);
  for (const Encounter& e : encounters) {
    const auto scored = [&](std::size_t one, std::size_t other) {
      below[one].push_back(other);
      above[other].push_back(one);
    };
    if (e.first_wins + e.draws > 0) scored(e.first, e.second);
    if (e.second_wins + e.draws > 0) scored(e.second, e.first);
    games[e.first] += e.games();
    games[e.second] += e.games();
  }
  const auto reached = [&](std::size_t from, const auto& edges) {
    std::vector<bool> seen(players);
    std::vector<std::size_t> waiting{from};
    seen[from] = true;
    while (!waiting.empty()) {
      const std::size_t one = waiting.back();
      waiting.pop_back();
      for (const std::size_t other : edges[one])
        if (!seen[other]) {
          seen[other] = true;
          waiting.push_back(other);
        }
    }
    return seen;
  };
  std::vector<bool> best(players), done(players);
  double max = -1;
  for (std::size_t player = 0; player < players; ++player) {
    if (done[player]) continue;
    auto group = reached(player, below);
    const auto back = reached(player, above);
    double sum = 0;
    for (std::size_t i = 0; i < players; ++i) {
      group[i] = group[i] && back[i];
      if (!group[i]) continue;
      done[i] = true;
      sum += games[i];
    }
    if (sum <= max) continue;
    max = sum;
    best = std::move(group);
  }
  return best;
}

/// The Cholesky factor L of a positive semidefinite matrix L·Lᵀ. A parameter that depends linearly
/// on those before it, such as the last rating, since only differences of ratings count, has a row
/// of zeros, and solve() sets it to 0.
class Factor {
 public:
  explicit Factor(const Matrix& matrix) : lower_(matrix.size()), determined_(matrix.size()) {
    constexpr double nothing = 1e-9;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      lower_[i].assign(i + 1, 0);
      for (std::size_t j = 0; j <= i; ++j) {
        const double rest = std::inner_product(lower_[j].begin(),
                                               lower_[j].begin() + static_cast<std::ptrdiff_t>(j),
                                               lower_[i].begin(), -matrix[i][j]);
        if (j < i)
          lower_[i][j] = determined_[j] ? 0 : -rest / lower_[j][j];
        else if (-rest <= nothing * matrix[i][i])
          determined_[i] = true;
        else
          lower_[i][i] = std::sqrt(-rest);
      }
      if (determined_[i]) lower_[i].assign(i + 1, 0);
    }
  }

  bool is_determined(std::size_t parameter) const { return determined_[parameter]; }

  Vector solve(Vector x) const {
    const std::size_t size = x.size();
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < i; ++j) x[i] -= lower_[i][j] * x[j];
      x[i] = determined_[i] ? 0 : x[i] / lower_[i][i];
    }
    for (std::size_t i = size; i-- > 0;) {
      x[i] = determined_[i] ? 0 : x[i] / lower_[i][i];
      for (std::size_t j = 0; j < i; ++j) x[j] -= lower_[i][j] * x[i];
    }
    return x;
  }

 private:
  Matrix lower_;
  std::vector<bool> determined_;
};

/// BayesElo's usual rate of draws between equal players, which is 97.3 Elo.
const double usual_draw_rate = std::tanh(97.3 / elo_per_unit / 2);

/// The parameters that are estimated besides the ratings.
struct Free {
  bool advantage;  ///< otherwise 0
  bool draws;      ///< otherwise usual_draw_rate
};

/// The maximum of the likelihood, by Newton's method: the function is concave.
class Maximum {
 public:
  /// All players must have an encounter.
  Maximum(std::size_t players, const std::vector<Encounter>& encounters, DrawModel model, Free free)
      : encounters_(&encounters),
        model_(model),
        draws_at_(players),
        advantage_at_(players + 1),
        has_draws_(std::ranges::any_of(encounters, [](const auto& e) { return e.draws > 0; })),
        free_draws_(has_draws_ && free.draws),
        free_advantage_(free.advantage),
        at_(players + 2) {
    // Without draws θ is 1, and ν 0.
    at_[draws_at_] = !has_draws_   ? (model == DrawModel::rao_kupper ? 0 : -50)
                     : free_draws_ ? 0.5
                     : model == DrawModel::rao_kupper
                         ? 2 * std::atanh(usual_draw_rate)
                         : std::log(2 * usual_draw_rate / (1 - usual_draw_rate));
    is_found_ = climb();
  }

  /// False if a parameter tends to infinity.
  bool is_found() const { return is_found_; }
  double rating(std::size_t player) const { return at_[player]; }
  double advantage() const { return at_[advantage_at_]; }
  std::size_t advantage_at() const { return advantage_at_; }
  double value() const { return value_; }

  /// The probability of a draw between equal players.
  double draw_rate() const {
    if (!has_draws_) return 0;
    const double t = at_[draws_at_];
    return model_ == DrawModel::rao_kupper ? std::tanh(t / 2) : 1 / (1 + 2 * std::exp(-t));
  }

  /// The slope of the model's expected score between equal players, divided by that of Elo's curve.
  double scale() const {
    return model_ == DrawModel::rao_kupper ? 1 - draw_rate() * draw_rate() : 1 - draw_rate();
  }

  Factor information() const { return Factor(evaluate(at_).information); }

 private:
  struct Evaluation {
    double value = 0;
    Vector gradient;
    Matrix information;  ///< minus the second derivatives
  };

  Evaluation evaluate(const Vector& at) const {
    Evaluation all{0, Vector(at.size()), Matrix(at.size(), Vector(at.size()))};
    for (const Encounter& e : *encounters_) {
      const double d = at[e.first] - at[e.second] + at[advantage_at_], t = at[draws_at_];
      const Likelihood one =
          model_ == DrawModel::rao_kupper ? rao_kupper(e, d, t) : davidson(e, d, t);
      all.value += one.value;
      // The difference depends on three parameters.
      const std::array<std::pair<std::size_t, int>, 3> of_d{
          {{e.first, 1}, {e.second, -1}, {advantage_at_, free_advantage_}}};
      for (const auto& [i, sign] : of_d) {
        all.gradient[i] += sign * one.d;
        for (const auto& [j, other] : of_d) all.information[i][j] -= sign * other * one.dd;
        if (!free_draws_) continue;
        all.information[i][draws_at_] -= sign * one.dt;
        all.information[draws_at_][i] -= sign * one.dt;
      }
      if (!free_draws_) continue;
      all.gradient[draws_at_] += one.t;
      all.information[draws_at_][draws_at_] -= one.tt;
    }
    return all;
  }

  bool climb() {
    constexpr int max_steps = 200;
    constexpr double infinite = 9;  // odds of 8000: the steps become too small to go on
    constexpr double enough = 1e-9;
    Evaluation here = evaluate(at_);
    for (int step = 0; step < max_steps; ++step) {
      value_ = here.value;
      const Vector direction = Factor(here.information).solve(here.gradient);
      double length = 1, farthest = 0;
      for (const double one : direction) farthest = std::max(farthest, std::abs(one));
      if (farthest < enough) return true;
      Vector there = at_;
      for (;; length /= 2) {
        for (std::size_t i = 0; i < at_.size(); ++i) there[i] = at_[i] + length * direction[i];
        const bool is_possible =
            model_ == DrawModel::davidson || !free_draws_ || there[draws_at_] > 0;
        if (is_possible) {
          Evaluation next = evaluate(there);
          const bool is_higher = next.value >= here.value - 1e-12 * std::abs(here.value);
          if (is_higher || length * farthest < enough) {
            here = std::move(next);
            break;
          }
        }
      }
      at_ = there;
      if (free_draws_ && at_[draws_at_] > infinite) return false;
      if (std::abs(at_[advantage_at_]) > infinite) return false;
    }
    return false;
  }

  const std::vector<Encounter>* encounters_;
  DrawModel model_;
  std::size_t draws_at_, advantage_at_;
  bool has_draws_, free_draws_, free_advantage_, is_found_ = false;
  Vector at_;
  double value_ = 0;
};

/// Adds the virtual draws of rate().
void add_prior(std::size_t players, double prior, std::vector<Encounter>& encounters) {
  Vector games(players);
  for (const Encounter& e : encounters) {
    games[e.first] += e.games();
    games[e.second] += e.games();
  }
  const std::vector<Encounter> real = encounters;
  for (const Encounter& e : real)
    for (const std::size_t player : {e.first, e.second}) {
      const double draws = prior / 2 * e.games() / games[player];
      encounters.push_back({e.first, e.second, 0, draws / 2, 0});
      encounters.push_back({e.second, e.first, 0, draws / 2, 0});
    }
}

/// Adds up the encounters of the same players with the same first move.
std::vector<Encounter> combined(const std::vector<Encounter>& encounters) {
  std::map<std::pair<std::size_t, std::size_t>, Encounter> sums;
  for (const Encounter& e : encounters) {
    Encounter& sum =
        sums.try_emplace({e.first, e.second}, Encounter{e.first, e.second}).first->second;
    sum.first_wins += e.first_wins;
    sum.draws += e.draws;
    sum.second_wins += e.second_wins;
  }
  std::vector<Encounter> all;
  for (const auto& [players, sum] : sums) all.push_back(sum);
  return all;
}

}  // namespace

double Ratings::superiority(std::size_t player, std::size_t opponent) const {
  const double variance = covariance[player][player] + covariance[opponent][opponent] -
                          2 * covariance[player][opponent];
  const double difference = *elo[player] - *elo[opponent];
  return std::erfc(-difference / std::sqrt(2 * std::max(variance, 1e-300))) / 2;
}

Ratings rate(std::size_t players, std::vector<Encounter> encounters, DrawModel model,
             double prior) {
  if (prior > 0) add_prior(players, prior, encounters);
  encounters = combined(encounters);
  const std::vector<bool> rated = comparable(players, encounters);
  std::vector<std::size_t> place(players), player_at;
  for (std::size_t i = 0; i < players; ++i) {
    place[i] = player_at.size();
    if (rated[i]) player_at.push_back(i);
  }
  std::erase_if(encounters,
                [&](const Encounter& e) { return !rated[e.first] || !rated[e.second]; });
  for (Encounter& e : encounters) {
    e.first = place[e.first];
    e.second = place[e.second];
  }
  const std::size_t number = player_at.size();
  Maximum maximum(number, encounters, model, {.advantage = true, .draws = true});
  if (!maximum.is_found())
    maximum = Maximum(number, encounters, model, {.advantage = false, .draws = true});
  // If all won games are won by the stronger side, draws and ratings tend to infinity together.
  const bool has_win = std::ranges::any_of(
      encounters, [](const Encounter& e) { return e.first_wins + e.second_wins > 0; });
  const bool fixes_draws = !maximum.is_found() && has_win;
  if (fixes_draws)
    maximum = Maximum(number, encounters, model, {.advantage = false, .draws = false});

  Ratings ratings{.elo = std::vector<std::optional<double>>(players),
                  .covariance = Matrix(players, Vector(players)),
                  .advantage_error = {},
                  .draw_rate = maximum.draw_rate(),
                  .draw_rate_is_set = fixes_draws,
                  .log_likelihood = maximum.value()};
  if (!maximum.is_found() || number < 2) return ratings;
  const double unit = elo_per_unit * maximum.scale();
  double mean = 0;
  for (std::size_t i = 0; i < number; ++i) mean += maximum.rating(i) / static_cast<double>(number);
  for (std::size_t i = 0; i < number; ++i)
    ratings.elo[player_at[i]] = unit * (maximum.rating(i) - mean);

  const Factor information = maximum.information();
  for (std::size_t i = 0; i < number; ++i) {
    // The covariances of the player's distance from the mean with each rating, then with each
    // rating's distance from the mean.
    Vector distance(number + 2, 0);
    std::fill_n(distance.begin(), number, -1 / static_cast<double>(number));
    distance[i] += 1;
    const Vector column = information.solve(std::move(distance));
    const double middle =
        std::accumulate(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(number), 0.0) /
        static_cast<double>(number);
    for (std::size_t j = 0; j < number; ++j)
      ratings.covariance[player_at[i]][player_at[j]] = unit * unit * (column[j] - middle);
  }
  ratings.advantage = unit * maximum.advantage();
  if (!information.is_determined(maximum.advantage_at())) {
    Vector column(number + 2, 0);
    column[maximum.advantage_at()] = 1;
    ratings.advantage_error = unit * std::sqrt(information.solve(column)[maximum.advantage_at()]);
  }
  return ratings;
}

}  // namespace plylab::suites::play::elo
