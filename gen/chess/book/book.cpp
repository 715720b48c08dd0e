#include "gen/chess/book/book.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace plylab::chess {
namespace {

auto identity(const BookMove& move) { return std::tuple(move.key, move.check, move.move); }

/// The weight in Polyglot's 16 bits, scaled down if the position's greatest weight needs more.
std::uint16_t polyglot_weight(const BookMove& move, std::uint64_t greatest) {
  constexpr std::uint64_t max = std::numeric_limits<std::uint16_t>::max();
  return static_cast<std::uint16_t>(move.weight() * max / std::max(greatest, max));
}

/// Calls visit(moves) for each position of moves sorted by key.
template <class Move>
void for_each_position(std::span<Move> moves, auto&& visit) {
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
  constexpr std::size_t min = 1 << 16;
  if (moves_.size() >= std::max(2 * settled_, min)) settle();
  moves_.push_back(move);
}

void Book::add(Book other) {
  if (moves_.empty()) {
    *this = std::move(other);
    return;
  }
  settle();
  other.settle();
  moves_.insert(moves_.end(), other.moves_.begin(), other.moves_.end());
  settle();
}

void Book::settle() const {
  if (settled_ == moves_.size() && !is_ranked_) return;
  const auto comes_before = [](const BookMove& a, const BookMove& b) {
    return identity(a) < identity(b);
  };
  const auto begin = moves_.begin(),
             fresh = begin + static_cast<std::ptrdiff_t>(is_ranked_ ? 0 : settled_);
  if (!std::is_sorted(fresh, moves_.end(), comes_before))
    std::sort(fresh, moves_.end(), comes_before);
  std::inplace_merge(begin, fresh, moves_.end(), comes_before);
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
  const auto sort_each = [&](auto&& comes_before) {
    for_each_position(std::span(moves_),
                      [&](auto moves) { std::ranges::sort(moves, comes_before); });
  };
  sort_each([](const BookMove& a, const BookMove& b) { return a.move < b.move; });
  combine(moves_,
          [](const BookMove& a, const BookMove& b) { return a.key == b.key && a.move == b.move; });
  sort_each([](const BookMove& a, const BookMove& b) {
    return std::tuple(b.weight(), a.move) < std::tuple(a.weight(), b.move);
  });
  settled_ = moves_.size();
  is_ranked_ = true;
  return moves_;
}

std::span<const BookMove> Book::find(std::uint64_t key) const {
  const std::vector<BookMove>& all = moves();
  const auto begin = std::ranges::lower_bound(all, key, {}, &BookMove::key);
  const auto end = std::ranges::upper_bound(begin, all.end(), key, {}, &BookMove::key);
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
  for_each_position(std::span(moves()), [&](const auto&) { ++number; });
  return number;
}

std::size_t Book::collisions() const {
  moves();
  return collisions_;
}

void Book::filter(const BookFilter& filter) {
  std::size_t kept = 0;
  for_each_position(std::span(moves()), [&](std::span<const BookMove> moves) {
    const std::uint64_t greatest = moves.front().weight();
    std::uint64_t all = 0;
    for (const BookMove& move : moves) all += move.weight();
    for (const BookMove& move : moves) {
      const bool stays =
          static_cast<double>(move.weight()) >= filter.min_share * static_cast<double>(all) &&
          (move.games() == 0 ||
           (move.games() >= filter.min_games && move.score() >= filter.min_score)) &&
          (!filter.for_polyglot || polyglot_weight(move, greatest) > 0);
      if (stays) moves_[kept++] = move;
    }
  });
  moves_.resize(kept);
  settled_ = kept;
}

std::vector<PolyglotEntry> polyglot_entries(const Book& book) {
  std::vector<PolyglotEntry> entries;
  for_each_position(std::span(book.moves()), [&](std::span<const BookMove> moves) {
    for (const BookMove& move : moves)
      if (const auto weight = polyglot_weight(move, moves.front().weight()); weight > 0)
        entries.push_back({move.key, move.move, weight});
  });
  return entries;
}

}  // namespace plylab::chess
