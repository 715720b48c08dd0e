#include "suites/python/users_code.h"

#include <fmt/format.h>

#include <set>

#include "gen/base/input_error.h"

namespace plylab::suites::python {
namespace {

/// The threads that run the user's code. Python's lock guards it.
std::set<unsigned long>& threads_at_work() {
  static std::set<unsigned long> threads;
  return threads;
}

/// The threads that Python has not started and that have run the user's code: they may do it again.
/// Python's lock guards it.
std::set<unsigned long>& own_threads() {
  static std::set<unsigned long> threads;
  return threads;
}

/// Keeps Python's state of a thread that Python has not started from the first call to the thread's
/// end: to make one for each call takes longer than most calls.
class StateOfThread {
 public:
  StateOfThread() {
    if (!is_ours_) return;
    py::gil_scoped_acquire lock;
    lock.inc_ref();
    own_threads().insert(PyThread_get_thread_ident());
  }
  ~StateOfThread() {
    if (!is_ours_) return;
    py::gil_scoped_acquire lock;
    own_threads().erase(PyThread_get_thread_ident());
    lock.dec_ref();
  }
  StateOfThread(const StateOfThread&) = delete;
  StateOfThread& operator=(const StateOfThread&) = delete;

 private:
  bool is_ours_ = PyGILState_GetThisThreadState() == nullptr;
};

py::gil_scoped_acquire locked() {
  thread_local const StateOfThread state;
  return {};
}

}  // namespace

UsersCode::UsersCode()
    : lock_(locked()),
      is_outermost_(threads_at_work().insert(PyThread_get_thread_ident()).second) {}

UsersCode::~UsersCode() {
  if (is_outermost_) threads_at_work().erase(PyThread_get_thread_ident());
}

void interrupt_users_code() {
  std::set<unsigned long> threads = own_threads();
  threads.insert(threads_at_work().begin(), threads_at_work().end());
  threads.erase(PyThread_get_thread_ident());
  for (const unsigned long thread : threads)
    PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
}

void forget_interrupts() {
  for (const unsigned long thread : own_threads()) PyThreadState_SetAsyncExc(thread, nullptr);
}

std::string name_of(const py::handle& callable) {
  const py::object name = py::getattr(callable, "__name__", py::none());
  return std::string(py::str(name.is_none() ? callable.get_type().attr("__name__") : name)) + "()";
}

int int_of(const py::handle& returned, std::string_view name, int max) {
  if (!py::isinstance<py::int_>(returned) || py::isinstance<py::bool_>(returned))
    throw py::type_error(
        fmt::format("{} returned {}, not an int", name, std::string(py::repr(returned))));
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(returned.ptr(), &overflow);
  if (overflow != 0 || number < -max || number > max)
    throw InputError(fmt::format("{} returned {}, which is beyond ±{}", name,
                                 std::string(py::str(returned)), max));
  return static_cast<int>(number);
}

void add_note(const py::error_already_set& error, const std::string& note) {
  if (py::hasattr(error.value(), "add_note")) error.value().attr("add_note")(note);
}

}  // namespace plylab::suites::python
