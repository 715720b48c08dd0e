// The Python module: the tasks of suites/c on Python's objects. plylab/__init__.py makes classes of
// what they return.
#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gen/base/input_error.h"
#include "perft/verify/generator.h"
#include "reports/formats/format.h"
#include "suites/c/tasks.h"
#include "suites/players/environment.h"
#include "suites/python/python_game.h"
#include "suites/python/python_search.h"
#include "suites/python/users_code.h"

namespace plylab::suites::python {
namespace {

using namespace pybind11::literals;

py::object to_python(const reports::Cell& cell) {
  return std::visit(
      []<class Value>(const Value& value) -> py::object {
        if constexpr (std::is_same_v<Value, std::monostate>)
          return py::none();
        else if constexpr (std::is_same_v<Value, Uint128>)
          return py::int_(py::str(to_string(Count::from_value(value))));
        else
          return py::cast(value);
      },
      cell.value());
}

/// A list with a dict for each row.
py::list to_python(const reports::Table& table) {
  py::list rows;
  for (const std::vector<reports::Cell>& cells : table.rows) {
    py::dict row;
    for (std::size_t i = 0; i < cells.size(); ++i)
      row[py::str(table.columns[i].name)] = to_python(cells[i]);
    rows.append(row);
  }
  return rows;
}

/// A dict of the tables by name.
py::dict to_python(const std::vector<reports::Table>& tables) {
  py::dict all;
  for (const reports::Table& table : tables) all[py::str(table.name)] = to_python(table);
  return all;
}

using Progress = std::optional<py::function>;

/// Lets Python react to Ctrl-C and calls its callback, on the thread that called the task. Ctrl-C
/// also interrupts the user's code.
c::GoesOn goes_on(const Progress& progress) {
  return [&progress](double share) {
    if (RunningTask::must_end()) return false;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) {
      interrupt_users_code();
      throw py::error_already_set();
    }
    return !progress || !(*progress)(share).is(py::bool_(false));
  };
}

/// Runs a task without Python's lock, so that other Python threads can run.
template <class Running = RunningTask>
auto without_lock(auto&& task) {
  const Running running;
  const py::gil_scoped_release unlocked;
  return task();
}

/// The same for a task that may search.
auto searching(auto&& task) { return without_lock<SearchingTask>(task); }

py::tuple perft(const c::Position& position, int depth, bool statistics,
                const std::string& generator, const std::string& kernel, int threads,
                std::size_t hash, bool exact, const std::string& convention,
                const Progress& progress) {
  const c::PerftTask task{.job = {.generator = generator,
                                  .kernel = kernel,
                                  .depth = depth,
                                  .threads = threads,
                                  .hash_mib = hash,
                                  .exact = exact},
                          .statistics = statistics,
                          .convention = convention};
  const auto answer = without_lock([&] { return c::perft(position, task, goes_on(progress)); });
  return py::make_tuple(to_python(answer.total), to_python(answer.divide),
                        to_python(answer.statistics));
}

py::list search(const c::Position& position, const search::Job& job, const Progress& progress) {
  return to_python(
      c::iterations(searching([&] { return c::search(position, job, goes_on(progress)); })));
}

search::Job job_of(const std::string& algorithm, const std::string& evaluation,
                   const std::string& ordering, const std::string& switches,
                   const std::string& generator, int depth, std::uint64_t nodes, double seconds) {
  search::Job job{.generator = generator,
                  .algorithm = algorithm,
                  .evaluation = evaluation,
                  .ordering = ordering,
                  .switches = search::parse_switches("switches", switches)};
  players::give_known_values(job);
  c::set_limits(job.limits, depth, nodes, seconds);
  return job;
}

// ---- the user's generator ----

/// Where the user's code raised an exception: " (line 12 of board.py)"; empty if that is not known.
std::string place_of(const py::error_already_set& error) {
  py::object last = error.trace() ? py::object(error.trace()) : py::none();
  if (last.is_none()) return "";
  while (!last.attr("tb_next").is_none()) last = last.attr("tb_next");
  const std::string file = py::str(last.attr("tb_frame").attr("f_code").attr("co_filename"));
  return fmt::format(" (line {} of {})", last.attr("tb_lineno").cast<int>(),
                     file.substr(file.rfind('/') + 1));
}

/// The result of the user's code. Exceptions become one line.
auto of_user(auto&& call) {
  try {
    return call();
  } catch (const py::error_already_set& error) {
    throw InputError(fmt::format("{}: {}{}", std::string(py::str(error.type().attr("__name__"))),
                                 std::string(py::str(error.value())), place_of(error)));
  }
}

/// A position of the user's class.
class UsersPosition {
 public:
  UsersPosition(const py::object& generator, const std::string& fen, const std::atomic<bool>& stop)
      : position_(of_user([&] { return generator(fen); })), stop_(stop) {}

  std::vector<py::object> moves() const {
    if (stop_) throw engines::EngineFault(engines::FaultKind::stopped, "was stopped");
    return of_user([&] {
      std::vector<py::object> moves;
      for (const py::handle move : position_.attr("moves")())
        moves.push_back(py::reinterpret_borrow<py::object>(move));
      return moves;
    });
  }
  std::string text(const py::object& move) const {
    return of_user([&] { return std::string(py::str(move)); });
  }
  void make(const py::object& move) {
    of_user([&] { return position_.attr("make")(move); });
  }
  void unmake(const py::object& move) {
    of_user([&] { return position_.attr("unmake")(move); });
  }

 private:
  py::object position_;
  const std::atomic<bool>& stop_;
};

Count to_count(const py::handle& number) {
  if (py::isinstance<py::int_>(number) && !py::isinstance<py::bool_>(number))
    if (const auto count = parse_count(std::string(py::str(number)))) return *count;
  throw InputError("it returned " + std::string(py::repr(number)) + ", which is not a count");
}

/// The answer of the user's function: a count, or a dict of moves and counts.
engines::PerftAnswer answer_of(const py::object& count, const engines::PerftQuestion& question) {
  const py::object returned = of_user(
      [&] { return count(to_string(question.start), c::moves_of(question), question.depth); });
  engines::PerftAnswer answer;
  if (py::isinstance<py::dict>(returned)) {
    for (const auto& [move, leaves] : returned.cast<py::dict>())
      answer.branches.push_back({py::str(move), to_count(leaves)});
  } else {
    answer.total = to_count(returned);
  }
  return answer;
}

/// Wraps either of the two, and calls it while holding Python's lock.
template <class Generator>
class Locked : public Generator {
 public:
  using Generator::Generator;

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    const UsersCode lock;
    return Generator::ask(question);
  }
};

py::dict verify(const py::object& generator, bool counts, const c::VerifyTask& task,
                const Progress& progress) {
  using namespace perft::verify;
  using Generator = std::unique_ptr<engines::GeneratorUnderTest>;
  const std::string name = "the generator";
  const auto start = [&](const std::atomic<bool>& stop) -> Generator {
    if (!counts)
      return std::make_unique<Locked<Guest<UsersPosition>>>(
          name, task.chess960,
          [&](const std::string& fen) { return UsersPosition(generator, fen, stop); });
    return std::make_unique<Locked<c::CountingFunction>>(
        name, task.chess960,
        [&](const engines::PerftQuestion& question) { return answer_of(generator, question); });
  };
  const c::Verification result =
      without_lock([&] { return c::verify(task, start, goes_on(progress)); });
  return to_python(result.tables);
}

py::tuple run(const std::vector<std::string>& arguments, const Progress& progress) {
  const CommandRun done = searching([&] { return c::run(arguments, goes_on(progress)); });
  using reports::CheckResult;
  py::list notes, checks;
  for (const reports::Table& table : done.report.tables)
    for (const std::string& note : table.notes) notes.append(note);
  for (const reports::Check& check : done.report.checks)
    checks.append(py::make_tuple(check.name,
                                 check.result == CheckResult::passed   ? "passed"
                                 : check.result == CheckResult::failed ? "failed"
                                                                       : "skipped",
                                 check.message));
  return py::make_tuple(to_python(done.report.tables), done.report.complete, done.differs,
                        done.report.text, notes, checks,
                        render(done.report, reports::Format::json));
}

/// InputError is a ValueError, FileError both an InputError and an OSError; too large a table is a
/// MemoryError.
void define_exceptions(py::module_& m) {
  static py::handle input_error, file_error;
  input_error = PyErr_NewException("plylab.InputError", PyExc_ValueError, nullptr);
  const py::tuple bases = py::make_tuple(input_error, py::handle(PyExc_OSError));
  file_error = PyErr_NewException("plylab.FileError", bases.ptr(), nullptr);
  m.attr("InputError") = input_error;
  m.attr("FileError") = file_error;
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 wants this type
  py::register_exception_translator([](std::exception_ptr exception) {
    try {
      if (exception) std::rethrow_exception(exception);
    } catch (const InputError& error) {
      const py::handle type = error.kind() == InputErrorKind::file     ? file_error
                              : error.kind() == InputErrorKind::memory ? PyExc_MemoryError
                                                                       : input_error;
      PyErr_SetString(type.ptr(), error.what());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_plylab, m) {
  define_exceptions(m);
  m.attr("version") = PLYLAB_VERSION;
  m.attr("INFINITY") = search::infinity;
  m.attr("MATE") = search::mate_value;
  m.def("run", run, "arguments"_a, "progress"_a);

  py::class_<c::Position>(m, "Position")
      .def(py::init<std::string, std::string>(), "game"_a, "text"_a)
      .def_property_readonly("text", [](const c::Position& self) { return self.start.text(); })
      .def_property_readonly("game", [](const c::Position& self) { return self.info().name; })
      .def_property_readonly("first_moves",
                             [](const c::Position& self) {
                               return self.info().referee(self.start)->side_to_move() ==
                                      Side::first;
                             })
      .def("after", &c::Position::after, "moves"_a)
      .def("moves", [](const c::Position& self) { return to_python(self.moves()); })
      .def("end", [](const c::Position& self) { return to_python(self.end()); })
      .def("rows", [](const c::Position& self) { return self.info().rows(self.start); })
      .def("perft", perft, "depth"_a, "statistics"_a, "generator"_a, "kernel"_a, "threads"_a,
           "hash"_a, "exact"_a, "convention"_a, "progress"_a)
      .def("search", search, "job"_a, "progress"_a)
      .def(
          "mate",
          [](const c::Position& self, const std::string& solver, int moves, std::uint64_t nodes,
             double seconds, std::size_t hash, const Progress& progress) {
            const c::MateTask task{solver, moves, nodes, seconds, hash};
            return to_python(without_lock([&] { return c::mate(self, task, goes_on(progress)); }));
          },
          "solver"_a, "moves"_a, "nodes"_a, "seconds"_a, "hash"_a, "progress"_a);

  py::class_<search::Job>(m, "SearchJob")
      .def(py::init(&job_of), "algorithm"_a, "evaluation"_a, "ordering"_a, "switches"_a,
           "generator"_a, "depth"_a, "nodes"_a, "seconds"_a);

  m.def(
      "solve",
      [](const std::string& suite, const search::Job& job, int threads, const Progress& progress) {
        return to_python(
            searching([&] { return c::solve(suite, job, threads, goes_on(progress)); }));
      },
      "suite"_a, "job"_a, "threads"_a, "progress"_a);

  py::class_<c::VerifyTask>(m, "VerifyTask")
      .def(py::init([](const std::string& suite, const std::vector<std::string>& fens,
                       std::size_t random, std::uint64_t seed, bool chess960, int depth,
                       std::size_t faults) {
             return c::VerifyTask{suite, fens, random, seed, chess960, depth, faults};
           }),
           "suite"_a, "positions"_a, "random"_a, "seed"_a, "chess960"_a, "depth"_a, "faults"_a);
  m.def("verify", verify, "generator"_a, "counts"_a, "task"_a, "progress"_a);

  define_search_position(m);
  m.def(
      "add_search",
      [](const std::string& name, const py::function& search, const std::string& fingerprint,
         bool must_count) {
        add_search(name, {search, fingerprint, must_count});
      },
      "name"_a, "search"_a, "fingerprint"_a, "must_count"_a);
  m.def("add_evaluation", add_evaluation, "name"_a, "evaluate"_a, "fingerprint"_a);
  m.def("add_ordering", add_ordering, "name"_a, "rank"_a, "fingerprint"_a);
  m.def("is_in_users_code", is_in_users_code);
  m.def("end_tasks", RunningTask::end_all);
  m.def("forget_tasks", [] {
    RunningTask::forget_all();
    SearchingTask::forget_all();
  });

  m.def("game_perft", game_perft, "position"_a, "depth"_a);
  m.def(
      "game_search",
      [](const py::object& position, const search::Job& job, const py::object& evaluate) {
        return to_python(c::iterations(game_search(position, job, evaluate)));
      },
      "position"_a, "job"_a, "evaluate"_a);
  m.def("check_game", check_game, "start"_a, "games"_a, "seed"_a);
}

}  // namespace plylab::suites::python
