#include "suites/python/users_code.h"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <thread>

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

bool is_in_users_code() { return threads_at_work().contains(PyThread_get_thread_ident()); }

RunningTask::RunningTask() {
  if (must_end_) throw InputError("Python is about to end: no task can begin");
  if (number_++ > 0) return;
  // Takes back what no call has raised.
  for (const unsigned long thread : own_threads()) PyThreadState_SetAsyncExc(thread, nullptr);
}

void RunningTask::end_all() {
  using namespace std::chrono_literals;
  must_end_ = true;
  const auto begin = std::chrono::steady_clock::now();
  while (number_ > 0) {
    // A search ends at its next node, and the user's code should notice nothing of it.
    if (std::chrono::steady_clock::now() - begin > 1s) interrupt_users_code();
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const py::gil_scoped_release unlocked;
    std::this_thread::sleep_for(10ms);
  }
}

std::string name_of(const py::handle& callable) {
  const py::object name = py::getattr(callable, "__name__", py::none());
  return std::string(py::str(name.is_none() ? callable.get_type().attr("__name__") : name)) + "()";
}

int int_of(const py::handle& returned, std::string_view name, int max) {
  if (!PyIndex_Check(returned.ptr()) || py::isinstance<py::bool_>(returned))
    throw py::type_error(
        fmt::format("{} returned {}, not an int", name, std::string(py::repr(returned))));
  int overflow = 0;
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(returned.ptr()));
  if (!index) throw py::error_already_set();
  const long number = PyLong_AsLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0 || number < -max || number > max)
    throw InputError(fmt::format("{} returned {}, which is beyond ±{}", name,
                                 std::string(py::str(returned)), max));
  return static_cast<int>(number);
}

void add_note(const py::error_already_set& error, const std::string& note) {
  if (py::hasattr(error.value(), "add_note")) error.value().attr("add_note")(note);
}

}  // namespace plylab::suites::python
