// Calls of the user's code from any thread: what it returns, what it throws, and Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <string>
#include <string_view>

#include "search/base/value.h"

namespace plylab::suites::python {

namespace py = pybind11;

/// While it exists this thread holds Python's lock and may run the user's code, which Ctrl-C
/// interrupts by interrupt_users_code(): it might never return.
class UsersCode {
 public:
  UsersCode();
  ~UsersCode();
  UsersCode(const UsersCode&) = delete;
  UsersCode& operator=(const UsersCode&) = delete;

 private:
  py::gil_scoped_acquire lock_;
  bool is_outermost_;  // of the thread
};

/// Raises KeyboardInterrupt in the user's code on all other threads than this one, which holds
/// Python's lock. A thread of a task that is between two calls gets it in the next: the task is
/// told to stop only after this, and that call might never return.
void interrupt_users_code();

/// Whether this thread runs the user's code just now.
bool is_in_users_code();

/// While it exists, a task runs. Throws InputError if Python is about to end, since a thread cannot
/// return to it then.
class RunningTask {
 public:
  RunningTask();
  ~RunningTask() { --number_; }
  RunningTask(const RunningTask&) = delete;
  RunningTask& operator=(const RunningTask&) = delete;

  /// Whether the task must end now, because Python does.
  static bool must_end() { return must_end_; }

  /// Ends the tasks of all other threads, and lets no new one begin: before Python ends.
  static void end_all();

  /// In a child process, which has no thread but the one that forked: no task runs.
  static void forget_all() { number_ = 0; }

 private:
  static inline std::atomic<int> number_ = 0;
  static inline std::atomic<bool> must_end_ = false;
};

/// The name of a callable for messages: "alphabeta()".
std::string name_of(const py::handle& callable);

/// An int that a callable of that name returned. Throws a TypeError for anything else and a
/// plylab.InputError if it is beyond ±max.
int int_of(const py::handle& returned, std::string_view name, int max);

/// The greatest value that an evaluation may return: no mate.
inline constexpr search::Value max_evaluation = search::mate_value - 1000;

/// Adds a note to the exception that its traceback shows: where it was raised. (Python 3.11)
void add_note(const py::error_already_set& error, const std::string& note);

}  // namespace plylab::suites::python
