// A game and its positions where the type of the game is not known: as the commands see them.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/names.h"
#include "gen/game/game.h"
#include "gen/game/game_members.h"
#include "gen/game/move_kinds.h"
#include "gen/game/read_position.h"
#include "gen/game/referee.h"

namespace plylab {

/// A position that a game has read and checked: its Start and its text. A text is parsed once, by
/// GameInfo::parse; everything that counts, searches or plays takes the result. Cheap to copy.
class AnyStart {
 public:
  /// Of no game.
  AnyStart() = default;

  template <Game G>
  static AnyStart of(const typename G::Start& start) {
    return {G::name, G::to_string(start), std::make_shared<const typename G::Start>(start)};
  }

  /// The position in the game's own type. G must be the game that it belongs to.
  template <Game G>
  const typename G::Start& as() const {
    assert(game_ == G::name);
    return *static_cast<const typename G::Start*>(start_.get());
  }

  /// In the canonical form of the game's notation.
  const std::string& text() const { return text_; }

  friend bool operator==(const AnyStart& a, const AnyStart& b) {
    return a.game_ == b.game_ && a.text_ == b.text_;
  }

 private:
  AnyStart(std::string_view game, std::string text, std::shared_ptr<const void> start)
      : game_(game), text_(std::move(text)), start_(std::move(start)) {}

  std::string_view game_;
  std::string text_;
  std::shared_ptr<const void> start_;
};

/// A generator, by name.
struct GeneratorInfo {
  std::string name, summary;
};

/// A kernel of a generator.
struct KernelInfo {
  std::string generator, name;
  std::string needs;  ///< instruction sets beyond the baseline
  bool runs = false;  ///< this CPU can execute it
  bool best = false;  ///< and takes it where none is named
};

/// What every floor needs to know of a game.
struct GameInfo {
  std::string name, summary, notation;
  std::string start = {};                     ///< where it begins, in its notation
  std::vector<KnownPosition> positions = {};  ///< that have a name
  std::vector<GeneratorInfo> generators = {};
  std::string default_generator = {};
  std::vector<KernelInfo> kernels = {};
  /// Reads a position as read_position() does. Throws InputError.
  std::function<AnyStart(std::string_view)> parse = {};
  /// The board's rows from the top, separated by slashes, a character a square: "." for an empty
  /// one, FEN's letters in chess, the signs of Unicode in others. A game has them by a function
  /// board_rows(start) beside its Start; empty for games without.
  std::function<std::string(const AnyStart&)> rows = {};
  Side white = Side::first;  ///< the side that records of games call White
  /// The ways in which it can end by its rules.
  std::vector<RuleEnding> endings = {};
  /// A game that begins in a position.
  std::function<std::unique_ptr<Referee>(const AnyStart&)> referee = {};
  /// The variant of a game that begins in a position, as PGN's tag Variant names it; empty where
  /// PGN means the game anyhow.
  std::function<std::string(const AnyStart&)> variant = {};
  /// The most plies that are left; 0 if unknown.
  std::function<int(const AnyStart&)> longest = {};
  /// The position with another seed; empty for games without one.
  std::function<AnyStart(const AnyStart&, std::uint64_t)> with_seed = {};
  /// The ways to tell moves apart, the usual one first; empty: there is only one.
  std::vector<Convention> conventions = {};
  /// The convention of a position, and the position with another, by their places. Empty without.
  std::function<std::size_t(const AnyStart&)> convention_of = {};
  std::function<AnyStart(const AnyStart&, std::size_t)> with_convention = {};
  std::vector<OptionalMember> (*members)() = nullptr;  ///< of those it may have, which there are

  /// The names of the generators.
  std::vector<std::string> generator_names() const;
  /// The names of the kernels.
  std::vector<std::string> kernel_names() const;
  /// The kernel that a generator runs with if `kernel` is asked for, or "" for the fastest here;
  /// empty for one without kernels.
  std::string kernel_of(std::string_view generator, std::string_view kernel) const;
  /// Throws InputError, which `where` begins, unless the kernel is "" or one that this CPU can run.
  void check_kernel(std::string_view where, std::string_view kernel) const;
};

/// The info of a game.
template <Game G>
GameInfo info_of() {
  GameInfo info{.name = std::string(G::name),
                .summary = std::string(G::summary),
                .notation = std::string(G::notation),
                .start = std::string(G::start),
                .default_generator = std::string(default_generator<G>()),
                .white = white_of<G>(),
                .endings = endings_of<G>(),
                .members = &optional_members<G>};
  for_each_generator<G>([&](const auto& entry) {
    if (info.generators.empty() || info.generators.back().name != entry.name)
      info.generators.push_back({std::string(entry.name), std::string(entry.summary)});
    if (entry.kernel.empty()) return;
    bool best = entry.runs_well();
    for (const KernelInfo& other : info.kernels)
      best &= !(other.best && other.generator == entry.name);
    info.kernels.push_back({std::string(entry.name), std::string(entry.kernel),
                            std::string(entry.needs), entry.runs(), best});
  });
  info.parse = [](std::string_view text) { return AnyStart::of<G>(read_position<G>(text).end); };
  if constexpr (requires { G::positions; })
    info.positions.assign(std::begin(G::positions), std::end(G::positions));
  info.rows = []([[maybe_unused]] const AnyStart& start) {
    if constexpr (requires { board_rows(start.as<G>()); })
      return board_rows(start.as<G>());
    else
      return std::string();
  };
  info.referee = [](const AnyStart& start) {
    return std::make_unique<RefereeOf<G>>(start.as<G>());
  };
  info.variant = []([[maybe_unused]] const AnyStart& start) {
    if constexpr (requires { G::variant(start.as<G>()); })
      return std::string(G::variant(start.as<G>()));
    else
      return std::string(G::name);
  };
  info.longest = []([[maybe_unused]] const AnyStart& start) {
    if constexpr (requires { G::longest(start.as<G>()); })
      return G::longest(start.as<G>());
    else
      return 0;
  };
  if constexpr (requires { G::with_seed(G::parse({}), std::uint64_t{}); })
    info.with_seed = [](const AnyStart& start, std::uint64_t seed) {
      return AnyStart::of<G>(G::with_seed(start.as<G>(), seed));
    };
  if constexpr (requires { G::conventions; }) {
    info.conventions.assign(G::conventions.begin(), G::conventions.end());
    info.convention_of = [](const AnyStart& start) { return G::convention_of(start.as<G>()); };
    info.with_convention = [](const AnyStart& start, std::size_t convention) {
      return AnyStart::of<G>(G::with_convention(start.as<G>(), convention));
    };
  }
  return info;
}

/// The names of some entries whose `info` is a GameInfo.
template <class Entry>
std::vector<std::string> game_names(const std::vector<Entry>& games) {
  std::vector<std::string> names;
  for (const Entry& game : games) names.push_back(game.info.name);
  return names;
}

/// The entry of that name among some whose `info` is a GameInfo; the first for "". Throws
/// InputError as refuse_name() does.
template <class Entry>
const Entry& find_game(const std::vector<Entry>& games, std::string_view name,
                       std::string_view where = {}) {
  for (const Entry& game : games)
    if (name.empty() || game.info.name == name) return game;
  refuse_name(where, name, game_names(games));
}

/// Throws InputError, which `where` begins: a file is of this game, which is not among ours.
[[noreturn]] void refuse_stored_game(std::string_view where, std::string_view name);

/// The entry of the game that a file is of, among some whose `info` is a GameInfo. Throws
/// InputError as refuse_stored_game() does: the laboratory of another game has made the file.
template <class Entry>
const Entry& find_stored_game(const std::vector<Entry>& games, std::string_view name,
                              std::string_view where) {
  for (const Entry& game : games)
    if (game.info.name == name) return game;
  refuse_stored_game(where, name);
}

}  // namespace plylab
