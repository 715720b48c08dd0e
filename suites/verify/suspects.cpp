#include "suites/verify/suspects.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "gen/chess/notation.h"
#include "gen/chess/rulebook.h"

namespace plylab::suites {

using namespace chess;

std::vector<Suspects> suspects(const Fen& position, long difference) {
  const bool extra = difference > 0;
  const std::vector<Move> legal = legal_moves(position);
  std::map<Rule, Suspects> groups;
  const auto add = [&](Move move, Reason reason) {
    Suspects& group = groups.try_emplace(reason.rule, Suspects{extra, {}, {}}).first->second;
    group.moves.push_back(move);
    group.reasons.push_back(std::move(reason));
  };
  if (extra) {
    for (const Move move : pseudo_legal_moves(position))
      if (std::find(legal.begin(), legal.end(), move) == legal.end())
        add(move, why_illegal(position, to_uci(move)));
  } else {
    for (const Move move : legal) add(move, why_legal(position, move));
  }
  std::vector<Suspects> fitting;
  for (auto& [rule, group] : groups)
    if (group.moves.size() == static_cast<std::size_t>(std::labs(difference)))
      fitting.push_back(std::move(group));
  return fitting;
}

}  // namespace plylab::suites
