// Engines that play, for the tests: fake ones with their players and replies.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "gen/chess/notation.h"
#include "suites/play/engine_player.h"
#include "tests/support/fake_engines.h"

namespace plylab::testing {

class EngineTalks : public FakeEngines {
 protected:
  using Failure = engines::Failure;

  static suites::play::EngineSpec spec(
      const std::string& command, suites::play::Language language = suites::play::Language::uci) {
    suites::play::EngineSpec spec;
    spec.command = command;
    spec.language = language;
    spec.patience = spec.grace = engines::Seconds(30);
    return spec;
  }

  std::unique_ptr<suites::play::EnginePlayer> start(const suites::play::EngineSpec& engine) {
    return suites::play::start_engine(engine, stop_);
  }

  /// A turn of nine plies, so that no test has to say what it does not care about.
  static suites::play::Turn turn(std::string_view fen = chess::startpos_fen) {
    suites::play::Turn turn{chess::Setup(fen)};
    turn.limits.depth = 9;
    return turn;
  }

  static void expect_trouble(const suites::play::Reply& reply, Failure failure,
                             const std::string& what) {
    ASSERT_TRUE(reply.trouble);
    EXPECT_EQ(reply.trouble->failure, failure);
    EXPECT_EQ(reply.trouble->what, what);
    EXPECT_FALSE(reply.move);
  }

  static std::string text(const std::optional<chess::Move>& move) {
    return move ? chess::to_uci(*move) : "";
  }

  static std::vector<std::string> moves(const suites::play::History& history) {
    std::vector<std::string> texts;
    for (const suites::play::Answer& answer : history) texts.push_back(chess::to_uci(answer.move));
    return texts;
  }

  /// What InputError is thrown.
  template <class Action>
  static std::string input_error(Action action) {
    try {
      action();
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }

  std::atomic<bool> stop_ = false;
};

}  // namespace plylab::testing
