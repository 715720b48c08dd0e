// What can go wrong with a program that we talk with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plylab::engines {

/// What went wrong with a subject that gave no usable answer.
enum class Failure : std::uint8_t {
  cannot_start,  ///< no such program, or it ends before it has greeted
  no_answer,     ///< silent, or talking without an answer, until the time limit
  died,          ///< crashed, was killed, or ended by itself
  rubbish,       ///< an answer that cannot be read
  illegal_move,  ///< plays a move that the rules do not allow
  gave_up,       ///< ends the game in place of a move, as by resigning
  stopped        ///< we were asked to stop (Ctrl-C)
};

/// "cannot_start", "no_answer", "died", "rubbish", "illegal_move", "gave_up", "stopped".
constexpr std::string_view name_of(Failure failure) {
  constexpr std::string_view names[] = {"cannot_start", "no_answer", "died",   "rubbish",
                                        "illegal_move", "gave_up",   "stopped"};
  return names[static_cast<std::size_t>(failure)];
}

/// A subject that does not do what it should. what() is one line that reads on from the subject's
/// name: "ended with exit status 3".
class SubjectError : public std::runtime_error {
 public:
  SubjectError(Failure failure, const std::string& what, std::vector<std::string> output = {})
      : std::runtime_error(what), failure_(failure), output_(std::move(output)) {}

  Failure failure() const { return failure_; }
  /// The last lines that it wrote, oldest first; at most ten.
  const std::vector<std::string>& output() const { return output_; }

 private:
  Failure failure_;
  std::vector<std::string> output_;
};

}  // namespace plylab::engines
