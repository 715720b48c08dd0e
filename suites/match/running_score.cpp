#include "suites/match/running_score.h"

#include <fmt/format.h>

namespace plylab::suites::match {

void RunningScore::advance(const PlayedGames& games) {
  if (match_.players.size() != 2) return;
  for (; decision_ == Decision::none && taken_ < games.size() && games[taken_]; ++taken_) {
    const Pairing& pairing = match_.pairings[taken_];
    const double points =
        points_of(games[taken_]->verdict, pairing.players[0] == 0 ? Side::first : Side::second);
    ++(points == 1 ? wins_ : points == 0 ? losses_ : draws_);
    if (taken_ % 2 == 0) {
      points_of_pair_ = points;
      continue;
    }
    pairs_.add(points_of_pair_ + points);
    if (!sprt_) continue;
    llr_ = log_likelihood_ratio(*sprt_, pairs_);
    decision_ = sprt_->decide(llr_);
  }
}

std::optional<std::size_t> RunningScore::end() const {
  return decision_ == Decision::none ? std::nullopt : std::optional(taken_);
}

std::string RunningScore::to_string() const {
  if (taken_ == 0) return "";
  const double points = static_cast<double>(2 * wins_ + draws_) / 2;
  std::string text = fmt::format("+{} -{} ={}, {:.1f} %", wins_, losses_, draws_,
                                 100 * points / static_cast<double>(taken_));
  if (sprt_)
    text += fmt::format(", LLR {:.2f} ({:.2f} to {:.2f})", llr_, sprt_->lower_bound(),
                        sprt_->upper_bound());
  return text;
}

}  // namespace plylab::suites::match
