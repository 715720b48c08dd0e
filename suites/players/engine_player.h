// External chess engines as players, and the options that choose them.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gen/engines/move_session.h"
#include "reports/cli/command_line.h"
#include "suites/players/player.h"

namespace plylab::suites::players {

/// An engine in a process of its own. A fault ends the process, and the next request starts a new
/// one.
class EnginePlayer : public Player {
 public:
  /// Starts the engine. Waiting for it ends at once when `stop` is set, which must outlive the
  /// player. Throws EngineFault, and InputError about its options.
  EnginePlayer(engines::EngineSpec spec, const std::atomic<bool>& stop);
  EnginePlayer(const EnginePlayer&) = delete;
  EnginePlayer& operator=(const EnginePlayer&) = delete;

  std::string name() const override { return name_; }
  /// The engine's own name, or empty.
  const std::string& own_name() const { return own_name_; }
  /// With the spec's `restart`, or if the engine can play only one game, ends the process; the next
  /// request starts a new one.
  void new_game() override;
  /// Measures times itself, from the question on; nodes and depths are the engine's. Does not ask
  /// the engine if there is no legal move. Throws as check() does.
  engines::Reply play(const MoveRequest& request) override;

  /// Throws InputError if the engine's protocol has no such limit.
  void check(const search::Limits& limits) const;

  /// The protocol in use: never auto_detect.
  engines::Protocol protocol() const { return spec_.protocol; }

 private:
  engines::EngineSpec spec_;
  bool used_ = false;  // since the process was started
  engines::RestartingSession<engines::MoveSession> session_;
  std::string own_name_, name_;
};

/// Starts an engine for a command's --engine. Throws InputError, which names it, if it cannot be
/// started, and EngineFault only if it was stopped meanwhile.
std::unique_ptr<EnginePlayer> start_engine(const engines::EngineSpec& spec,
                                           const std::atomic<bool>& stop);

/// Starts an engine as often as it has to search at the same time, and gives `spec` the protocol
/// that was detected. Throws as start_engine() and EnginePlayer::check().
std::vector<std::unique_ptr<EnginePlayer>> start_engines(engines::EngineSpec& spec,
                                                         std::size_t number,
                                                         const search::Limits& limits,
                                                         const std::atomic<bool>& stop);

/// Reads "NAME=COMMAND" or "COMMAND". The text before the first "=" is a name unless it has a
/// slash, a quote, or a word that begins with "-". Throws InputError if there is no command.
engines::EngineSpec parse_engine(std::string_view text);

/// Sets an option, "NAME=VALUE" or "NAME", of all engines, or, with "ENGINE:" before it, of the one
/// with that name, or with that command if it has no name. Throws InputError.
void give_option(std::vector<engines::EngineSpec>& engines, std::string_view text);

/// The same for a protocol: "PROTOCOL" or "ENGINE:PROTOCOL".
void give_protocol(std::vector<engines::EngineSpec>& engines, std::string_view text);

/// The options of a command that concern engines.
struct EngineOptions {
  std::vector<std::string> engines = {};    ///< as parse_engine() reads them
  std::vector<std::string> options = {};    ///< as give_option() reads them
  std::vector<std::string> protocols = {};  ///< as give_protocol() reads them
  bool restart = false;
  double timeout = 60;   ///< seconds
  std::string log = {};  ///< a file for all lines

  void add_to(cli::Command whole);

  /// The engines, each with a table of `hash` MiB unless that is 0. Begins the log. Throws
  /// InputError.
  std::vector<engines::EngineSpec> specs(int hash) const;
};

}  // namespace plylab::suites::players
