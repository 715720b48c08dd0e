// Engines that play, for the tests: fake ones with their players and replies.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "gen/chess/board/setup.h"
#include "gen/chess/registry.h"
#include "suites/players/engine_player.h"
#include "tests/support/fake_engines.h"
#include "tests/support/input_error_of.h"

namespace plylab::testing {

class EnginePlayers : public FakeEngines {
 protected:
  using FaultKind = engines::FaultKind;

  static engines::EngineSpec spec(const std::string& command,
                                  engines::Protocol protocol = engines::Protocol::uci) {
    engines::EngineSpec spec;
    spec.command = command;
    spec.protocol = protocol;
    spec.timeout = spec.grace_period = engines::Seconds(30);
    return spec;
  }

  std::unique_ptr<suites::players::EnginePlayer> start(const engines::EngineSpec& engine) {
    return suites::players::start_engine(engine, stop_);
  }

  /// A request for nine plies, so that no test has to say what it does not care about.
  static suites::players::MoveRequest request(std::string_view fen = chess::startpos_fen) {
    suites::players::MoveRequest request{AnyStart::of<chess::Chess>(chess::ValidSetup(fen))};
    request.limits.depth = 9;
    return request;
  }

  static void expect_fault(const engines::Reply& reply, FaultKind kind, const std::string& what) {
    ASSERT_TRUE(reply.fault);
    EXPECT_EQ(reply.fault->kind(), kind);
    EXPECT_EQ(reply.fault->what(), what);
    EXPECT_FALSE(reply.move);
  }

  static std::string text(const std::optional<std::string>& move) { return move.value_or(""); }

  static std::vector<std::string> moves(const engines::EngineLines& lines) {
    std::vector<std::string> texts;
    for (const engines::EngineLine& line : lines) texts.push_back(line.move);
    return texts;
  }

  std::atomic<bool> stop_ = false;
};

}  // namespace plylab::testing
