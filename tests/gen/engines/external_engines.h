// Engines and tools under test, for the tests of this room: fake ones with the answers or faults
// that a question ends with.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "gen/chess/board/setup.h"
#include "gen/engines/engine.h"
#include "tests/support/fake_engines.h"

namespace plylab::testing {

inline constexpr engines::Seconds ample(60);
inline constexpr engines::Seconds brief(0.5);

inline engines::PerftQuestion startpos(int depth) {
  return {.start = chess::parse_fen(chess::startpos_fen), .depth = depth};
}

inline engines::PerftQuestion kiwipete(int depth) {
  return {.start = chess::parse_fen(
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
          .depth = depth};
}

/// A white king on e1 with castling rooks on b1 and g1: not standard chess.
inline engines::PerftQuestion chess960_question() {
  engines::PerftQuestion question{.start = chess::parse_fen("4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1")};
  question.start.castling[0] = {chess::b1, chess::g1};
  return question;
}

/// Starts engines and keeps their faults.
class ExternalEngines : public FakeEngines {
 protected:
  std::unique_ptr<engines::Engine> start(const std::string& command,
                                         const std::string& protocol = "uci",
                                         engines::Seconds timeout = ample) {
    return engines::start_engine(command, protocol, timeout, stop_);
  }

  /// An engine that answers go perft by these commands.
  std::unique_ptr<engines::Engine> answering(const std::string& go,
                                             engines::Seconds timeout = ample) {
    return start(engine("Fake", go), "uci", timeout);
  }

  /// The error that a question ends with.
  static engines::EngineFault failure_of(engines::GeneratorUnderTest& generator,
                                         const engines::PerftQuestion& question = startpos(1)) {
    try {
      generator.ask(question);
    } catch (const engines::EngineFault& error) {
      return error;
    }
    ADD_FAILURE() << "there is an answer";
    return {engines::FaultKind::stopped, ""};
  }
  engines::EngineFault failure_of(const std::string& go, engines::Seconds timeout = ample) {
    return failure_of(*answering(go, timeout));
  }
  engines::EngineFault start_failure(const std::string& command,
                                     const std::string& protocol = "uci",
                                     engines::Seconds timeout = ample) {
    try {
      start(command, protocol, timeout);
    } catch (const engines::EngineFault& error) {
      return error;
    }
    ADD_FAILURE() << "it starts";
    return {engines::FaultKind::stopped, ""};
  }

  std::atomic<bool> stop_ = false;
};

inline void expect_fault(const engines::EngineFault& error, engines::FaultKind kind,
                         const std::string& what) {
  EXPECT_EQ(error.kind(), kind) << error.what();
  EXPECT_STREQ(error.what(), what.c_str());
}

}  // namespace plylab::testing
