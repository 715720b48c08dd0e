#include "perft/verify/compare.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "gen/chess/board/notation.h"

namespace plylab::perft::verify {
namespace {

/// "E7e8=Q" as "e7e8q"; castling and SAN stay recognisable.
std::string plain(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (c != '=' && c != '-' && c != '+' && c != '#')
      kept += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return kept;
}

/// The place among the true moves of the one that a text names, if any: one that is not used yet
/// before others, and castling by the king's destination last, for in Chess960 a step of the king
/// may be written alike.
std::optional<std::size_t> find(const std::string& text, const chess::Setup& position,
                                const std::vector<CountedMove>& reference,
                                const std::vector<int>& used) {
  using chess::CastlingText;
  const std::string uci = plain(text);
  std::optional<std::size_t> found;
  for (const CastlingText castling : {CastlingText::takes_rook, CastlingText::destination})
    for (std::size_t i = 0; i < reference.size(); ++i)
      if (to_uci(reference[i].move, castling) == uci && (!found || used[i] < used[*found]))
        found = i;
  if (found) return found;
  chess::Moves legal;
  for (const CountedMove& counted : reference) legal.add(counted.move);
  try {
    const chess::Move move = chess::find_move(position.squares, legal, text);
    for (std::size_t i = 0; i < reference.size(); ++i)
      if (reference[i].move == move) return i;
  } catch (const chess::MoveError&) {
  }
  return std::nullopt;
}

}  // namespace

Comparison compare(const chess::Setup& position, const engines::PerftAnswer& answer,
                   const std::vector<CountedMove>& reference) {
  Comparison result;
  result.answer = answer;
  result.right = total_of(reference);
  if (answer.branches.empty()) return result;

  const auto& branches = answer.branches;
  if (std::all_of(branches.begin(), branches.end(), [](const auto& one) { return one.leaves; }))
    result.branches_sum = std::accumulate(
        branches.begin(), branches.end(), Count(),
        [](Count sum, const engines::ReportedBranch& branch) { return sum + *branch.leaves; });

  std::vector<int> used(reference.size());
  for (const engines::ReportedBranch& branch : branches) {
    const auto place = find(branch.move, position, reference, used);
    if (!place) {
      result.extra.push_back(branch.move);
      continue;
    }
    const auto& [move, leaves] = reference[*place];
    result.order.push_back(move);
    if (++used[*place] == 2) result.repeated.push_back(move);
    if (branch.leaves && *branch.leaves != leaves)
      result.miscounts.push_back({move, branch.leaves, leaves});
  }
  for (std::size_t i = 0; i < reference.size(); ++i)
    if (used[i] == 0 && reference[i].leaves != 0) {
      result.missing.push_back(reference[i].move);
      result.miscounts.push_back({reference[i].move, std::nullopt, reference[i].leaves});
    }
  return result;
}

}  // namespace plylab::perft::verify
