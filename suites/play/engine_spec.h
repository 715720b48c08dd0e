// Which engine plays, how it is called and how it is set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/engines/process.h"

namespace plylab::suites::play {

/// How an engine that plays is spoken with.
enum class Protocol : std::uint8_t {
  auto_detect,  ///< UCI if it answers to that, else xboard
  uci,          ///< UCI (Huber and Meyer-Kahlen, 2006)
  xboard        ///< the Chess Engine Communication Protocol (Mann and Muller, 2009)
};

/// An option of an engine, by the engine's own name for it, in capitals or small letters.
struct EngineOption {
  std::string name;
  std::string value = {};  ///< empty for a button

  friend bool operator==(const EngineOption&, const EngineOption&) = default;
};

/// An engine to be started.
struct EngineSpec {
  std::string name = {};     ///< how it is called in tables; empty: as it calls itself
  std::string command = {};  ///< the program with its arguments, see engines::command_words()
  Protocol protocol = Protocol::auto_detect;
  std::vector<EngineOption> options = {};  ///< an engine that does not have one cannot be used
  std::optional<int> hash = {};            ///< MiB of its table, if it lets us choose
  int threads = 1;                         ///< likewise
  bool restart = false;                    ///< a new process for each game or position
  engines::Seconds timeout{60};  ///< for an answer that is not limited by time, and for starting
  engines::Seconds grace_period{5};  ///< for what an engine does at once, such as to stop

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// What such an engine is, whatever its name: the name that it gives itself, its command, protocol
/// and options.
std::string definition(const EngineSpec& engine, std::string_view own_name);

/// Throws InputError: the engine has no such option, but these.
[[noreturn]] void refuse_option(const EngineSpec& engine, const std::string& option,
                                const std::vector<std::string>& names);

/// "uci", "xboard" or "auto". Throws InputError that lists them.
Protocol find_protocol(std::string_view name);

/// Reads "NAME=COMMAND" or "COMMAND". What stands before the first "=" is a name if it has no
/// slash, no quote, and no word that begins with "-", as arguments of a command may. Throws
/// InputError if there is no command.
EngineSpec parse_engine(std::string_view text);

/// Gives an option, "NAME=VALUE" or "NAME", to all engines, or, written "ENGINE:NAME=VALUE", to
/// the one of that name, or of that command if it has none. Throws InputError.
void give_option(std::vector<EngineSpec>& engines, std::string_view text);

/// The same for a protocol: "PROTOCOL" or "ENGINE:PROTOCOL".
void give_protocol(std::vector<EngineSpec>& engines, std::string_view text);

}  // namespace plylab::suites::play
