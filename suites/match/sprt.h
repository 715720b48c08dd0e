// A sequential test: it ends a match as soon as the games tell enough. Pure numbers, no chess.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "suites/match/pentanomial.h"

namespace plylab::suites::match {

/// What a difference in Elo is. Test frameworks call these scales models.
enum class EloModel : std::uint8_t {
  normalized,  ///< PairStatistics::nelo
  logistic     ///< score = 1 / (1 + 10^(−elo/400))
};

/// Which side a test has come down on.
enum class Decision : std::uint8_t { none, h0, h1 };

/// The generalised sequential probability ratio test of H1, that the first player is elo1 better
/// than the second, against H0, that it is elo0 better. It ends at Wald's bounds ("Sequential
/// Analysis", 1947). H1 is accepted with a probability of about alpha where H0 is true, and H0 with
/// one of about beta where H1 is; both are a little smaller, because the last pair goes beyond the
/// bound.
struct Sprt {
  double elo0 = 0, elo1 = 5;
  double alpha = 0.05, beta = 0.05;
  EloModel model = EloModel::normalized;

  double lower_bound() const;  ///< where H0 is accepted: ln(β / (1 − α))
  double upper_bound() const;  ///< where H1 is accepted: ln((1 − β) / α)

  /// What a log-likelihood ratio decides.
  Decision decide(double llr) const;

  friend bool operator==(const Sprt&, const Sprt&) = default;
};

/// Reads "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic"; only elo0 and elo1 are needed, from
/// -200 to 200. Throws InputError that begins with `where`.
Sprt parse_sprt(std::string_view where, std::string_view text);

/// What parse_sprt() reads, in full.
std::string to_string(const Sprt& sprt);

/// "normalized", "logistic".
std::string_view name_of(EloModel model);

/// "H0", "H1", or "" if there is none.
std::string_view name_of(Decision decision);

/// The generalised log-likelihood ratio of H1 to H0 after these pairs: the logarithm of how much
/// more probable they are under the best of all distributions that H1 allows than under the best
/// that H0 does. Those are found as by Van den Bergh: for logistic Elo by "The support of maximum
/// likelihood estimates of the multinomial distribution", proposition 1.1, for normalised Elo by
/// "Comments on normalized Elo", section 4.1 (cantate.be/Fishtest: support_MLE_multinomial.pdf,
/// normalized_elo_practical.pdf). As in Fishtest a result that has not occurred counts as a
/// thousandth of a pair. 0 if there are no pairs.
double log_likelihood_ratio(const Sprt& sprt, const Pentanomial& pairs);

}  // namespace plylab::suites::match
