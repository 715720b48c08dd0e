// The body of find_frontier(), compiled once for each game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/base/parallel.h"
#include "gen/game/game.h"
#include "perft/frontier/frontier_file.h"
#include "perft/frontier/record_sorter.h"
#include "perft/walk/walk.h"

namespace plylab::perft {

namespace detail {

/// Calls visit for each move of a record.
template <class Move>
void for_each_move(const unsigned char* record, const RecordLayout& layout, auto&& visit) {
  for (std::size_t at = 0; at < layout.moves; at += sizeof(Move)) {
    std::array<unsigned char, sizeof(Move)> move;
    std::copy_n(record + layout.label + at, sizeof(Move), move.begin());
    visit(std::bit_cast<Move>(move));
  }
}

}  // namespace detail

/// The position of a record: the root with the record's moves made.
template <Position P>
P position_of(const unsigned char* record, const RecordLayout& layout, const P& root) {
  using Move = typename P::Move;
  P position = root;
  detail::for_each_move<Move>(record, layout, [&](Move move) { position.make(move); });
  return position;
}

namespace detail {

/// The moves of a record as text, separated by blanks.
template <Position P>
std::string moves_of(const unsigned char* record, const RecordLayout& layout, P position) {
  using Move = typename P::Move;
  std::string text;
  for_each_move<Move>(record, layout, [&](Move move) {
    if (!text.empty()) text += ' ';
    text += move_text(position, move);
    position.make(move);
  });
  return text;
}

/// Finds the frontier from the root down, ply by ply.
template <Position P>
class FrontierSearch {
  using Move = typename P::Move;
  using Packed = typename P::Packed;
  static_assert(std::has_unique_object_representations_v<Packed>,
                "packed positions are compared byte by byte");
  static_assert(std::is_trivially_copyable_v<Move>, "moves are kept as bytes");

 public:
  FrontierSearch(const P& root, const FrontierJob& job) : root_(root), job_(job) {
    auto moves = root.generate();
    sort_moves(moves);
    for (const Move move : moves) found_.root_moves.push_back(move_text(root, move));
    found_.layout = {sizeof(Packed), 0, moves.size()};
    if (moves.empty()) return;
    RecordSorter children(deeper(), 1, RecordSorter::smallest_buffer, job.workspace.folder);
    for (std::size_t branch = 0; branch < moves.size(); ++branch) {
      Bytes paths;
      append_paths(paths, {{branch, 1}});
      P child = root;
      child.make(moves[branch]);
      add(children, 0, child, {}, moves[branch], paths);
    }
    take(children);
  }

  void deepen() {
    const auto threads = static_cast<std::size_t>(std::max(job_.how.threads, 1));
    RecordSorter children(deeper(), threads, job_.workspace.memory, job_.workspace.folder);
    std::atomic<std::size_t> done = 0;
    std::mutex mutex;  // guards found_.ended
    in_parallel(
        found_.blocks(), job_.how.threads, job_.how.stop, [&](std::size_t i, std::size_t thread) {
          for (RecordReader reader = found_.read(i); !reader.at_end(); reader.advance())
            if (!expand(reader.record(), children, thread)) {
              const std::lock_guard lock(mutex);
              merge_paths(found_.ended, paths_of(reader.record(), found_.layout));
            }
          const double share = static_cast<double>(++done) / static_cast<double>(found_.blocks());
          tell(before_merging * share, share);
        });
    if (job_.how.is_stopped()) throw Stopped{};
    take(children);
  }

  bool goes_deeper() const {
    return ply() > 0 && ply() < job_.how.depth &&
           (job_.enough == 0 || found_.positions() < job_.enough);
  }

  FrontierFile found() && { return std::move(found_); }

 private:
  static std::span<const unsigned char> bytes_of(const auto& value) {
    return {reinterpret_cast<const unsigned char*>(&value), sizeof value};
  }

  /// The approximate share of a ply's time before the merge of its records.
  static constexpr double before_merging = 0.6;

  /// Reports the share of the next ply's time that has passed, and of the positions examined.
  void tell(double share, double looked_at) const {
    if (job_.how.progress)
      job_.how.progress(ply() + 1 == job_.how.depth ? share : -1,
                        looked_at * static_cast<double>(found_.positions()));
  }

  int ply() const { return static_cast<int>(found_.levels.size()); }

  RecordLayout deeper() const {
    return {found_.layout.label, found_.layout.moves + sizeof(Move), found_.layout.branches};
  }

  static void add(RecordSorter& children, std::size_t thread, const P& child,
                  std::span<const unsigned char> moves, Move last,
                  std::span<const unsigned char> paths) {
    const Packed packed = child.packed();
    children.add(thread, {bytes_of(packed), moves, bytes_of(last), paths});
  }

  /// Adds the children of a record's position. Returns whether there are any.
  bool expand(const unsigned char* record, RecordSorter& children, std::size_t thread) const {
    const RecordLayout& layout = found_.layout;
    const std::span moves(record + layout.label, layout.moves);
    const std::span paths(record + layout.label + layout.moves, end_of(record, layout));
    P position = position_of(record, layout, root_);
    const auto list = position.generate();
    for (const Move move : list) {
      const auto undo = position.make(move);
      add(children, thread, position, moves, move, paths);
      position.unmake(move, undo);
    }
    return !list.empty();
  }

  /// Makes the records the frontier.
  void take(RecordSorter& records) {
    RecordCollector collector(job_.workspace.folder);
    const auto tell_merged = [&](double share) {
      tell(before_merging + (1 - before_merging) * share, 1);
    };
    records.merge(job_.how.stop, tell_merged, collector);
    if (job_.how.is_stopped()) throw Stopped{};
    found_.layout = deeper();
    CollectedRecords all = collector.take();
    found_.marks = std::move(all.marks);
    found_.file = std::move(all.file);
    found_.levels.push_back({all.records, all.paths, sum_of(found_.ended), found_.file.size()});
    if (job_.found) job_.found(found_.levels.back());
  }

  const P root_;
  const FrontierJob& job_;
  FrontierFile found_;
};

}  // namespace detail

/// All different positions after job.how.depth moves, or after fewer if there are enough positions;
/// none if the game is over at the root. Throws InputError for a generator or kernel that does not
/// exist or that this CPU cannot run, if the threads cannot be started, and if a temporary file
/// cannot be written. Throws Stopped once the stop flag is set.
template <Game G>
FrontierFile find_frontier(const typename G::Start& start, const FrontierJob& job) {
  assert(job.how.depth >= 1);
  return with_generator<G>(job.how.generator, job.how.kernel, [&](const auto& generator) {
    using Board = typename std::decay_t<decltype(generator)>::Board;
    const typename WalkedBoard<Board>::type root = Board(start);
    detail::FrontierSearch search(root, job);
    while (search.goes_deeper()) search.deepen();
    FrontierFile found = std::move(search).found();
    found.kernel = generator.kernel;
    found.moves_of = [root, layout = found.layout](const unsigned char* record) {
      return detail::moves_of(record, layout, root);
    };
    return found;
  });
}

}  // namespace plylab::perft
