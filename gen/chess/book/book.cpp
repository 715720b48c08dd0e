#include "gen/chess/book/book.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace plylab::chess {
namespace {

auto identity(const BookMove& move) { return std::tuple(move.key, move.check, move.move); }

/// The order of moves().
bool comes_before(const BookMove& a, const BookMove& b) {
  return std::tuple(a.key, b.weight(), a.move) < std::tuple(b.key, a.weight(), b.move);
}

/// The weight in Polyglot's 16 bits, scaled down if the position's greatest weight needs more.
std::uint16_t polyglot_weight(const BookMove& move, std::uint64_t greatest) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint16_t>::max();
  return static_cast<std::uint16_t>(move.weight() * most / std::max(greatest, most));
}

/// Calls visit(moves) for each position.
void for_each_position(std::span<const BookMove> moves, auto&& visit) {
  for (std::size_t begin = 0, end = 0; begin < moves.size(); begin = end) {
    while (end < moves.size() && moves[end].key == moves[begin].key) ++end;
    visit(moves.subspan(begin, end - begin));
  }
}

/// Adds up adjacent equal entries.
void combine(std::vector<BookMove>& moves, auto&& are_same) {
  std::size_t kept = 0;
  for (const BookMove& move : moves) {
    if (kept == 0 || !are_same(moves[kept - 1], move)) {
      moves[kept++] = move;
      continue;
    }
    BookMove& sum = moves[kept - 1];
    sum.wins += move.wins;
    sum.draws += move.draws;
    sum.losses += move.losses;
    sum.given_weight += move.given_weight;
  }
  moves.resize(kept);
}

}  // namespace

void Book::add(const BookMove& move) {
  // Entries are added up before those not yet added up take more than half of the memory.
  constexpr std::size_t least = 1 << 16;
  if (moves_.size() >= std::max(2 * settled_, least)) settle();
  moves_.push_back(move);
}

void Book::add(const Book& other) {
  other.settle();
  for (const BookMove& move : other.moves_) add(move);
}

void Book::settle() const {
  if (settled_ == moves_.size() && !is_ranked_) return;
  std::ranges::sort(moves_, {}, identity);
  combine(moves_, [](const BookMove& a, const BookMove& b) { return identity(a) == identity(b); });
  settled_ = moves_.size();
  is_ranked_ = false;
}

const std::vector<BookMove>& Book::moves() const {
  if (is_ranked_ && settled_ == moves_.size()) return moves_;
  settle();
  for (std::size_t i = 1; i < moves_.size(); ++i)
    collisions_ += moves_[i].key == moves_[i - 1].key && moves_[i - 1].check != 0 &&
                   moves_[i].check != moves_[i - 1].check;
  const auto place = [](const BookMove& move) { return std::tuple(move.key, move.move); };
  std::ranges::stable_sort(moves_, {}, place);
  combine(moves_, [&](const BookMove& a, const BookMove& b) { return place(a) == place(b); });
  std::ranges::sort(moves_, comes_before);
  settled_ = moves_.size();
  is_ranked_ = true;
  return moves_;
}

std::span<const BookMove> Book::find(std::uint64_t key) const {
  const auto [begin, end] = std::ranges::equal_range(moves(), key, {}, &BookMove::key);
  return {begin, end};
}

std::optional<int> Book::value(std::uint64_t key) const {
  double points = 0.5, games = 1;
  for (const BookMove& move : find(key)) {
    points += move.wins + move.draws / 2.0;
    games += static_cast<double>(move.games());
  }
  if (games == 1) return std::nullopt;
  return static_cast<int>(std::lround(400 * std::log10(points / (games - points))));
}

std::size_t Book::positions() const {
  std::size_t number = 0;
  for_each_position(moves(), [&](const auto&) { ++number; });
  return number;
}

std::size_t Book::collisions() const {
  moves();
  return collisions_;
}

Book Book::filtered(const BookFilter& filter) const {
  Book result;
  for_each_position(moves(), [&](std::span<const BookMove> moves) {
    std::uint64_t all = 0;
    for (const BookMove& move : moves) all += move.weight();
    for (const BookMove& move : moves) {
      const bool stays =
          static_cast<double>(move.weight()) >= filter.least_share * static_cast<double>(all) &&
          (move.games() == 0 ||
           (move.games() >= filter.least_games && move.score() >= filter.least_score)) &&
          (!filter.for_polyglot || polyglot_weight(move, moves.front().weight()) > 0);
      if (stays) result.add(move);
    }
  });
  return result;
}

std::vector<PolyglotEntry> polyglot_entries(const Book& book) {
  std::vector<PolyglotEntry> entries;
  for_each_position(book.moves(), [&](std::span<const BookMove> moves) {
    for (const BookMove& move : moves)
      if (const auto weight = polyglot_weight(move, moves.front().weight()); weight > 0)
        entries.push_back({move.key, move.move, weight});
  });
  return entries;
}

}  // namespace plylab::chess
