// The commands of this floor.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace plylab::cli {
class Command;
class Session;
struct GameOptions;
}  // namespace plylab::cli

namespace plylab::perft {

struct CountableGame;

/// What `verify` can verify besides generators. The floor above knows how: this one must not
/// include it.
struct OtherSubject {
  std::string option;                             ///< by which the user asks for it
  std::function<void(cli::Command)> add_options;  ///< that one, and more for it
  /// Verifies it in the positions of the command line, to this depth; 0: none is given. What does
  /// not answer for one of them in `timeout` seconds is given up.
  std::function<void(const cli::GameOptions& positions, int depth, double timeout)> run;
};

/// Adds all commands of this floor to the program. The games must outlive it.
void add_commands(cli::Command app, cli::Session& session, const std::vector<CountableGame>& games,
                  const OtherSubject& other);

}  // namespace plylab::perft
