// Calls of the user's code from any thread: what it returns, what it throws, and Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

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

/// Takes back what no call has raised, before another task begins.
void forget_interrupts();

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
