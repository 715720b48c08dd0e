#include "gen/pgn/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/pgn/source.h"

namespace plylab::pgn {
namespace {

struct PlacedIssue {
  std::size_t file;
  Issue issue;
};

/// The error if the tag Result and the result after the moves differ.
std::optional<Fault> contradiction(const ScannedGame& game) {
  const std::string_view said = result_of(game.tag("Result"));
  if (said == game.result || !is_final(said) || !is_final(game.result)) return std::nullopt;
  return Fault{game.outcome_line(),
               fmt::format("the tag Result says {}, and the moves end with {}", said, game.result)};
}

/// The error if the last move mates and the result says otherwise.
std::optional<Fault> contradiction(const ScannedGame& game, const Line& line) {
  const std::string_view result = game.outcome();
  if (!line.winner || !is_final(result)) return std::nullopt;
  const bool white_mates = *line.winner == chess::white;
  if (result == (white_mates ? "1-0" : "0-1")) return std::nullopt;
  return Fault{game.outcome_line(), fmt::format("{} mates, and the result is {}",
                                                white_mates ? "White" : "Black", result)};
}

/// Gives out the stretches of the files one by one.
class Stretches {
 public:
  Stretches(const std::vector<std::string>& files, const std::atomic<bool>* stop)
      : files_(files), stop_(stop) {}

  /// A stretch, the place of its first game, and the name of its file.
  struct Next : Stretch {
    std::size_t file = 0;
    std::string name = {};
  };

  /// Takes the next one; false if there is none.
  bool next(Next& next) {
    const std::lock_guard lock(mutex_);
    for (; !stopped() && at_ < files_.size(); ++at_, source_.reset()) {
      try {
        if (!source_) source_.emplace(files_[at_], stop_);
        if (source_->next(next)) {
          next.file = at_;
          next.name = source_->name();
          return true;
        }
        is_any_read_ = true;
      } catch (const InputError& error) {
        if (stopped()) break;
        if (!source_ && !is_any_read_ && at_ + 1 == files_.size()) throw;
        is_any_read_ = is_any_read_ || source_;
        damage_.push_back({at_, {files_[at_], source_ ? source_->line() : 0, error.what()}});
      }
      if (source_) bytes_ += source_->bytes();
    }
    return false;
  }

  bool stopped() const { return ended_ || (stop_ != nullptr && *stop_); }
  /// Gives out no more stretches.
  void end() { ended_ = true; }

  std::uint64_t bytes() const { return bytes_ + (source_ ? source_->bytes() : 0); }
  std::vector<PlacedIssue> damage() { return std::move(damage_); }

 private:
  const std::vector<std::string>& files_;
  const std::atomic<bool>* const stop_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::optional<Source> source_;
  std::size_t at_ = 0;
  bool is_any_read_ = false;  // any earlier file
  std::uint64_t bytes_ = 0;
  std::vector<PlacedIssue> damage_;
};

/// Reads games for one worker.
class Worker {
 public:
  Worker(Stretches& stretches, Wanted wanted, const Visit& visit, std::size_t number)
      : stretches_(stretches), wanted_(wanted), visit_(visit), number_(number) {}

  void work() {
    while (stretches_.next(stretch_)) {
      Scanner scanner(stretch_.text, stretch_.line);
      while (!stretches_.stopped() && scanner.next(game_.scanned)) {
        const char* const begin = game_.scanned.text.data();
        const auto offset = static_cast<std::size_t>(begin - stretch_.text.data());
        game_.place = {stretch_.file, stretch_.offset + offset};
        take();
      }
    }
  }

  GamesRead read;
  std::vector<PlacedIssue> issues;

 private:
  void take() {
    std::optional<Fault> fault = std::move(game_.scanned.fault);
    if (!fault) fault = contradiction(game_.scanned);
    game_.is_chess = wanted_ == Wanted::tags || is_chess(game_.scanned);
    game_.line.moves.clear();
    if (!game_.is_chess && wanted_ == Wanted::chess) {
      ++read.other_variants;
      return;
    }
    if (!fault && game_.is_chess && wanted_ != Wanted::tags)
      fault = replayer_.replay(game_.scanned, game_.line);
    if (!fault && !game_.line.moves.empty()) fault = contradiction(game_.scanned, game_.line);
    if (fault) {
      ++read.faulty;
      issues.push_back({stretch_.file, {stretch_.name, fault->line, std::move(fault->what)}});
      return;
    }
    ++read.games;
    read.plies += game_.line.moves.size();
    if (!game_.line.moves.empty() && game_.line.letters != &chess::english_letters)
      ++read.languages[game_.line.letters->language];
    visit_(game_, number_);
  }

  Stretches& stretches_;
  const Wanted wanted_;
  const Visit& visit_;
  const std::size_t number_;
  Stretches::Next stretch_;
  FileGame game_;
  Replayer replayer_;
};

}  // namespace

GamesRead read_games(const std::vector<std::string>& files, const ReadOptions& options,
                     const Visit& visit) {
  Stretches stretches(files, options.stop);
  GamesRead all;
  std::vector<PlacedIssue> issues;
  std::mutex mutex;
  const auto threads = static_cast<std::size_t>(std::max(1, options.threads));
  in_parallel(threads, options.threads, nullptr, [&](std::size_t, std::size_t number) {
    Worker worker(stretches, options.wanted, visit, number);
    try {
      worker.work();
    } catch (...) {
      stretches.end();  // stops the other workers
      throw;
    }
    const std::lock_guard lock(mutex);
    all.games += worker.read.games;
    all.plies += worker.read.plies;
    all.faulty += worker.read.faulty;
    all.other_variants += worker.read.other_variants;
    for (const auto& [language, games] : worker.read.languages) all.languages[language] += games;
    std::ranges::move(worker.issues, std::back_inserter(issues));
  });
  all.bytes = stretches.bytes();
  std::ranges::move(stretches.damage(), std::back_inserter(issues));
  std::ranges::stable_sort(issues, {}, [](const PlacedIssue& placed) {
    return std::pair(placed.file, placed.issue.line);
  });
  for (PlacedIssue& placed : issues) all.issues.push_back(std::move(placed.issue));
  return all;
}

}  // namespace plylab::pgn
