// How a session with an engine begins and how it keeps step, whatever the engine is asked then.
#pragma once

#include <string>
#include <vector>

#include "gen/engines/process.h"

namespace plylab::engines {

/// What xboard gives its engines to reply to "protover 2".
inline constexpr Seconds optional_reply(2);

/// The part of a protocol that all askers share. {ping} stands for the number of the ping.
struct Handshake {
  std::vector<std::string> greeting = {};  ///< lines that the engine is told first
  std::string greeted = {};                ///< in its last line in reply; empty: it is silent
  bool must_greet = true;                  ///< whether without that line it cannot be used
  bool has_features = false;    ///< it replies by features of xboard, see read_features()
  std::string name_label = {};  ///< what stands before its name in the reply
  std::string ping = {};        ///< a line that it replies to with `pong`, and when all before is
  std::string pong = {};        ///< done; empty if there is no such line
};

/// UCI (Huber and Meyer-Kahlen, 2006).
inline Handshake uci_handshake() {
  return {.greeting = {"uci"},
          .greeted = "uciok",
          .name_label = "id name ",
          .ping = "isready",
          .pong = "readyok"};
}

/// The protocol of xboard and WinBoard (Mann and Muller, 2009). Engines of version 1 are silent
/// after "protover 2".
inline Handshake xboard_handshake() {
  return {.greeting = {"xboard", "protover 2"},
          .greeted = "done=1",
          .must_greet = false,
          .has_features = true,
          .name_label = "myname=",
          .ping = "ping {ping}",
          .pong = "pong {ping}"};
}

}  // namespace plylab::engines
