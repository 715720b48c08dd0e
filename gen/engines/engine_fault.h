// What can go wrong with an engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plylab::engines {

/// What went wrong with an engine that gave no usable answer.
enum class FaultKind : std::uint8_t {
  cannot_start,  ///< no such program, or it ends before it has greeted
  no_answer,     ///< silent, or writing without an answer, until the time limit
  died,          ///< crashed, was killed, or ended by itself
  malformed,     ///< an answer that cannot be read
  illegal_move,  ///< plays a move that the rules do not allow
  resigned,      ///< ends the game in place of a move, as by resigning
  stopped        ///< we were asked to stop (Ctrl-C)
};

/// "cannot_start", "no_answer", "died", "malformed", "illegal_move", "resigned", "stopped".
constexpr std::string_view name_of(FaultKind kind) {
  constexpr std::string_view names[] = {"cannot_start", "no_answer", "died",   "malformed",
                                        "illegal_move", "resigned",  "stopped"};
  return names[static_cast<std::size_t>(kind)];
}

/// An engine that does not do what it should. what() is one line that reads on from the engine's
/// name: "ended with exit status 3".
class EngineFault : public std::runtime_error {
 public:
  EngineFault(FaultKind kind, const std::string& what, std::vector<std::string> output = {})
      : std::runtime_error(what), kind_(kind), output_(std::move(output)) {}

  FaultKind kind() const { return kind_; }
  /// The last lines that it wrote, oldest first; at most ten.
  const std::vector<std::string>& output() const { return output_; }

 private:
  FaultKind kind_;
  std::vector<std::string> output_;
};

}  // namespace plylab::engines
