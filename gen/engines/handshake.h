// What a protocol says of the beginning of a session, as data.
#pragma once

#include <string>
#include <vector>

#include "gen/base/fields.h"

namespace plylab::engines {

/// How a session begins and stays synchronised, for counts and for moves. {ping} stands for the
/// number of the ping.
struct Handshake {
  std::vector<std::string> greeting = {};  ///< the first lines to send
  std::string greeted = {};     ///< text in the last line of its reply; empty if there is no reply
  bool must_greet = true;       ///< the engine cannot be used without that line
  bool has_features = false;    ///< it replies with features of xboard, see read_features()
  std::string name_label = {};  ///< text before its name in the reply
  std::string ping = {};        ///< a line to send; empty if the protocol has none
  std::string pong = {};        ///< the reply after the engine has processed all earlier lines

  static constexpr Fields<&Handshake::greeting, &Handshake::greeted, &Handshake::must_greet,
                          &Handshake::name_label, &Handshake::ping, &Handshake::pong>
      fields = {};
  static constexpr Fields<& Handshake::has_features> unstored = {};
};

}  // namespace plylab::engines
