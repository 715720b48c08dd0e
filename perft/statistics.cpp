#include "perft/statistics.h"

namespace plylab::perft {
namespace {

/// All moves of a kind, or those of them that do not mate.
Count by(Convention convention, Count all, Count mating) {
  return convention == Convention::wiki ? all : Count::from_value(all.value() - mating.value());
}

}  // namespace

Statistics& Statistics::operator+=(const Statistics& other) {
  leaves += other.leaves;
  captures += other.captures;
  en_passant += other.en_passant;
  castles += other.castles;
  promotions += other.promotions;
  checks += other.checks;
  discovered += other.discovered;
  doubled += other.doubled;
  mates += other.mates;
  mating_discovered += other.mating_discovered;
  mating_doubled += other.mating_doubled;
  return *this;
}

Statistics& Statistics::operator*=(Count factor) {
  for_each_count(*this, [factor](Count& count) { count *= factor; });
  return *this;
}

Count Statistics::checks_in(Convention convention) const { return by(convention, checks, mates); }

Count Statistics::discovered_in(Convention convention) const {
  return by(convention, discovered, mating_discovered);
}

Count Statistics::doubled_in(Convention convention) const {
  return by(convention, doubled, mating_doubled);
}

}  // namespace plylab::perft
