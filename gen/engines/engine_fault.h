// Why an engine, or whatever answers in its place, gave no usable answer.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plylab::engines {

/// Why an engine gave no usable answer.
enum class FaultKind : std::uint8_t {
  cannot_start,  ///< no such program, or it ended before it replied to the greeting
  no_answer,     ///< wrote nothing, or no answer, before the time limit
  died,          ///< crashed, was killed, or ended by itself
  malformed,     ///< an answer that cannot be read
  illegal_move,  ///< played an illegal move
  resigned,      ///< ended the game instead of moving, for example by resigning
  stopped        ///< the user asked plylab to stop (Ctrl-C)
};

inline constexpr std::array<std::string_view, 7> fault_names = {
    "cannot_start", "no_answer", "died", "malformed", "illegal_move", "resigned", "stopped"};

constexpr std::string_view name_of(FaultKind kind) {
  return fault_names[static_cast<std::size_t>(kind)];
}

/// A fault of an engine. what() is one line, to be read after the engine's name: "ended with exit
/// status 3".
class EngineFault : public std::runtime_error {
 public:
  EngineFault(FaultKind kind, const std::string& what, std::vector<std::string> output = {})
      : std::runtime_error(what), kind_(kind), output_(std::move(output)) {}

  FaultKind kind() const { return kind_; }
  /// The last lines that the engine wrote, oldest first; at most ten.
  const std::vector<std::string>& output() const { return output_; }

 private:
  FaultKind kind_;
  std::vector<std::string> output_;
};

/// A time limit.
using Seconds = std::chrono::duration<double>;

}  // namespace plylab::engines
