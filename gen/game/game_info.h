// Games and positions under one run-time type, for the commands.
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

/// A position that a game has read and checked: its Start and its text. GameInfo::parse reads a
/// text once; everything that counts, searches or plays takes the result. Cheap to copy.
class AnyStart {
 public:
  /// Belongs to no game.
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

  /// The position in the canonical form of the game's notation.
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
  bool runs = false;  ///< this CPU can run it
  bool best = false;  ///< the one used on this CPU if none is named
};

/// What commands need to know about a game.
struct GameInfo {
  std::string name, summary, notation;
  std::string start = {};                     ///< the initial position, in the game's notation
  std::vector<KnownPosition> positions = {};  ///< positions with names
  std::vector<GeneratorInfo> generators = {};
  std::string default_generator = {};
  std::vector<KernelInfo> kernels = {};
  /// Reads a position as read_position() does. Throws InputError.
  std::function<AnyStart(std::string_view)> parse = {};
  /// The board's rows from the top, separated by slashes, one character a square: "." for an empty
  /// square, FEN's letters in chess, Unicode symbols in other games. It calls board_rows(start), a
  /// free function in the game's namespace; empty for games without it.
  std::function<std::string(const AnyStart&)> rows = {};
  Side white = Side::first;  ///< the side that game records call White
  /// The ways in which the game can end by its rules.
  std::vector<RuleEnding> endings = {};
  /// The referee of a game that begins in a position.
  std::function<std::unique_ptr<Referee>(const AnyStart&)> referee = {};
  /// The value of PGN's tag Variant for a game that begins in a position; empty where PGN needs no
  /// such tag.
  std::function<std::string(const AnyStart&)> variant = {};
  /// The maximum number of plies from a position; 0 if unknown.
  std::function<int(const AnyStart&)> longest = {};
  /// The position with another seed; empty for games without seeds.
  std::function<AnyStart(const AnyStart&, std::uint64_t)> with_seed = {};
  /// The conventions for which moves are distinct, the usual one first; empty if there is only one.
  std::vector<Convention> conventions = {};
  /// The convention of a position, and the position with another, as indices into `conventions`.
  /// Empty for games without conventions.
  std::function<std::size_t(const AnyStart&)> convention_of = {};
  std::function<AnyStart(const AnyStart&, std::size_t)> with_convention = {};
  std::vector<OptionalMember> (*members)() = nullptr;  ///< which optional members the game has

  /// The names of the generators.
  std::vector<std::string> generator_names() const;
  /// The names of the kernels.
  std::vector<std::string> kernel_names() const;
  /// The kernel that a generator uses if the user asks for `kernel` ("" for the fastest on this
  /// CPU); empty for a generator without kernels.
  std::string kernel_of(std::string_view generator, std::string_view kernel) const;
  /// Throws InputError, whose message begins with `where`, unless the kernel is "" or one that this
  /// CPU can run.
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

/// The names of entries whose `info` is a GameInfo.
template <class Entry>
std::vector<std::string> game_names(const std::vector<Entry>& games) {
  std::vector<std::string> names;
  for (const Entry& game : games) names.push_back(game.info.name);
  return names;
}

/// The entry of that name among entries whose `info` is a GameInfo; the first for "". Throws
/// InputError as refuse_name() does.
template <class Entry>
const Entry& find_game(const std::vector<Entry>& games, std::string_view name,
                       std::string_view where = {}) {
  for (const Entry& game : games)
    if (name.empty() || game.info.name == name) return game;
  refuse_name(where, name, game_names(games));
}

/// Throws InputError, whose message begins with `where`: the file is of a game that this program
/// does not have.
[[noreturn]] void refuse_stored_game(std::string_view where, std::string_view name);

/// The entry for the game named in a file, among entries whose `info` is a GameInfo. Throws
/// InputError as refuse_stored_game() does: another build of plylab may have written the file.
template <class Entry>
const Entry& find_stored_game(const std::vector<Entry>& games, std::string_view name,
                              std::string_view where) {
  for (const Entry& game : games)
    if (game.info.name == name) return game;
  refuse_stored_game(where, name);
}

}  // namespace plylab
