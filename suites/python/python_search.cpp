#include "suites/python/python_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <cmath>
#include <exception>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "gen/games.h"
#include "search/run/added_searches.h"
#include "search/run/users_objects.h"
#include "suites/python/users_code.h"

namespace plylab::suites::python {
namespace {

using namespace pybind11::literals;

/// What Python has of a position. A search may keep it, but it is of no use once the search ends.
struct Handle {
  SearchPosition* position;
  std::exception_ptr end = {};  // what ends the search, while it passes through Python

  SearchPosition& operator*() const {
    if (position == nullptr) throw InputError("the position's search has ended");
    return *position;
  }
};

/// The exception that ends a search at its limits in Python, where no `except Exception` catches
/// it.
py::handle& search_ended() {
  static py::handle type;
  return type;
}

[[noreturn]] void raise_search_ended() {
  PyErr_SetString(search_ended().ptr(), "a limit of the search is reached");
  throw py::error_already_set();
}

/// Calls work. What ends the search becomes the exception above.
auto until_end(Handle& handle, auto&& work) {
  try {
    return work(*handle);
  } catch (const search::Stopped&) {
    handle.end = std::current_exception();
  } catch (const search::OutOfMemory&) {
    handle.end = std::current_exception();
  }
  raise_search_ended();
}

/// An end of a window, or the depth: an int, or an infinity of float. What is beyond all values is
/// infinity.
search::Value argument_of(const py::handle& given, std::string_view what) {
  if (py::isinstance<py::float_>(given) && std::isinf(given.cast<double>()))
    return given.cast<double>() > 0 ? search::infinity : -search::infinity;
  if (!py::isinstance<py::int_>(given) || py::isinstance<py::bool_>(given))
    throw py::type_error(fmt::format("{} is {}, not an int", what, std::string(py::repr(given))));
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(given.ptr(), &overflow);
  if (overflow != 0) return overflow * search::infinity;
  return static_cast<search::Value>(std::clamp<long>(number, -search::infinity, search::infinity));
}

/// A node: what plylab.node() makes of a call of the user's function.
search::Value visit(Handle& handle, const py::object& depth, const py::object& alpha,
                    const py::object& beta, const py::function& function, const py::args& arguments,
                    const py::kwargs& named) {
  const int plies_left = argument_of(depth, "depth");
  const search::Value low = argument_of(alpha, "alpha"), high = argument_of(beta, "beta");
  return until_end(handle, [&](SearchPosition& position) {
    return position.visit(plies_left, low, high, [&] {
      const int ply = position.ply();
      const search::Value value =
          int_of(function(*arguments, **named), name_of(function), search::infinity);
      if (position.ply() != ply)
        throw InputError(fmt::format("{} returned at ply {} from a node at ply {}: a move was {}",
                                     name_of(function), position.ply(), ply,
                                     position.ply() > ply ? "not taken back" : "taken back twice"));
      return value;
    });
  });
}

py::int_ to_int(const Key& key) {
  return py::int_(py::str(to_string(Count::from_value(Uint128(key.high) << 64 | key.low))));
}

std::string_view text_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::loss:
      return "loss";
    case Outcome::draw:
      return "draw";
    default:
      return "win";
  }
}

/// Calls the user's search, and checks what it leaves behind.
search::Value call_search(const PythonSearch& search, const std::shared_ptr<Handle>& handle,
                          int depth, std::optional<search::Value> last) {
  SearchPosition& position = **handle;
  const std::string name = name_of(search.function);
  const py::object returned = search.function(handle, depth, last);
  if (handle->end) raise_search_ended();  // the search has caught it
  if (position.ply() > 0)
    throw InputError(
        fmt::format("{} returned before the move {} was taken back", name, position.path().back()));
  if (search.must_count && !position.is_counted())
    throw InputError(fmt::format(
        "{} goes to positions that are not counted: put @plylab.node above the function that "
        "searches one, the root included",
        name));
  // The debugger is shown values beyond all others, too: they are a fault that it explains.
  return int_of(returned, name, search.must_count ? search::mate_value : search::infinity);
}

/// Has Python raise what `call` throws, so that all exceptions can get a note.
auto raised_in_python(auto&& call) {
  return py::cpp_function(std::forward<decltype(call)>(call))();
}

/// The int that the user's evaluation or ordering returns for a board. Errors name the position.
int call_for(const auto& board, const py::object& function, int max, const auto&... more) {
  const std::string fen = to_string(board.setup());
  try {
    return int_of(function(fen, more...), name_of(function), max);
  } catch (const py::error_already_set& error) {
    add_note(error, "in " + fen);
    throw;
  } catch (const py::type_error& error) {
    throw py::type_error(fmt::format("{}, in {}", error.what(), fen));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}, in {}", error.what(), fen));
  }
}

/// What has been added, by name: the commands hold the names. They are never destroyed: Python ends
/// earlier.
template <class Thing>
std::map<std::string, Thing>& added() {
  static auto& all = *new std::map<std::string, Thing>;
  return all;
}

struct PythonEvaluation {
  static constexpr auto role = search::ObjectRole::evaluation;
  py::object function;
  std::string fingerprint;
};
struct PythonOrdering {
  static constexpr auto role = search::ObjectRole::ordering;
  py::object function;
  std::string fingerprint;
};

/// The function that a decorator has wrapped.
py::object original(const py::object& function) {
  return py::getattr(function, "__wrapped__", function);
}

/// Puts the thing in the place of an older one of its name; otherwise `add(name, thing)`.
template <class Thing>
void put(const std::string& name, Thing thing, auto&& add) {
  auto& all = added<Thing>();
  const std::string fingerprint = thing.fingerprint;
  if (const auto known = all.find(name); known != all.end()) {
    if (!original(known->second.function).is(original(thing.function)) ||
        known->second.fingerprint != fingerprint) {
      SearchingTask::require_none(
          fmt::format("'{}' cannot become another function meanwhile", name));
      search::note_object(Thing::role, name, fingerprint);
    }
    known->second = std::move(thing);
    return;
  }
  SearchingTask::require_none(
      fmt::format("'{}' is a new function, which can only be added before it begins", name));
  const auto place = all.emplace(name, std::move(thing)).first;
  try {
    add(std::string_view(place->first), std::as_const(place->second));
  } catch (...) {
    all.erase(place);
    throw;
  }
  search::note_object(Thing::role, name, fingerprint);
}

/// What plylab knows of such a search.
struct SearchInPython {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;
};

}  // namespace

search::Value PythonSearch::run(SearchPosition& position, int depth,
                                std::optional<search::Value> last) const {
  const UsersCode lock;
  const PythonSearch current = *this;  // the search may add another of its name
  const std::string root = position.text();
  const auto handle = std::make_shared<Handle>(Handle{&position});
  const std::shared_ptr<void> at_end(nullptr, [&](void*) { handle->position = nullptr; });
  try {
    return raised_in_python([&] { return call_search(current, handle, depth, last); })
        .template cast<search::Value>();
  } catch (py::error_already_set& error) {
    if (handle->end && error.matches(search_ended())) std::rethrow_exception(handle->end);
    std::string note = position.ply() == 0
                           ? "at the root"
                           : fmt::format("after {}", fmt::join(position.path(), " "));
    if (!root.empty()) note += fmt::format(", in {}, in a search of {}", position.text(), root);
    add_note(error, fmt::format("{} to depth {}", note, depth));
    throw;
  }
}

void SearchingTask::require_none(std::string_view what) {
  if (number_ > 0) throw InputError(fmt::format("a task is running: {}", what));
}

void add_search(const std::string& name, PythonSearch search) {
  put(name, std::move(search), [](std::string_view added, const PythonSearch& kept) {
    search::add_search(search::search_entry<SearchInPython>(added, "Python"));
    std::apply(
        [&]<class... G>(const std::type_identity<G>&...) {
          (search::add_routines<G>(added,
                                   [&]<class S>() { return PythonSearch::routine<S>(kept); }),
           ...);
        },
        []<class... G>(std::type_identity<std::tuple<G...>>) {
          return std::tuple<std::type_identity<G>...>();
        }(std::type_identity<Games>()));
  });
}

const std::map<std::string, PythonSearch>& added_searches() { return added<PythonSearch>(); }

void add_evaluation(const std::string& name, const py::object& evaluate,
                    const std::string& fingerprint) {
  put(name, PythonEvaluation{evaluate, fingerprint},
      [](std::string_view added, const PythonEvaluation& kept) {
        search::add_evaluation(added, "Python", [&kept](const auto& board) {
          const UsersCode lock;
          const py::object function = kept.function;
          return call_for(board, function, max_evaluation);
        });
      });
}

void add_ordering(const std::string& name, const py::object& rank, const std::string& fingerprint) {
  put(name, PythonOrdering{rank, fingerprint},
      [](std::string_view added, const PythonOrdering& kept) {
        search::add_ordering(added, "Python", [&kept](const auto& board, chess::Move move) {
          const UsersCode lock;
          const py::object function = kept.function;
          constexpr int max = (1 << 19) - 1;  // beyond that a MovePicker takes moves for equal
          return call_for(board, function, max, move_text(board, move));
        });
      });
}

void define_search_position(py::module_& m) {
  search_ended() = PyErr_NewException("plylab.SearchEnded", PyExc_BaseException, nullptr);
  m.attr("SearchEnded") = search_ended();
  const auto at_limits = [](auto&& work) {
    return [work](Handle& self) { return until_end(self, work); };
  };
  py::class_<Handle, std::shared_ptr<Handle>>(
      m, "SearchPosition",
      "A position in a running search. The search plays on it, and it counts what the search does.")
      .def_property_readonly(
          "text", [](const Handle& self) { return (*self).text(); },
          "The FEN in chess and its variants; in other games the moves from the root.")
      .def_property_readonly(
          "key", [](const Handle& self) { return to_int((*self).key()); },
          "An int that tells the position from others: for a table of your own.")
      .def_property_readonly(
          "side",
          [](const Handle& self) {
            return (*self).side_to_move() == Side::first ? "first" : "second";
          },
          "The side to move, \"first\" or \"second\".")
      .def_property_readonly(
          "ply", [](const Handle& self) { return (*self).ply(); }, "Plies from the root.")
      .def_property_readonly(
          "path", [](const Handle& self) { return py::tuple(py::cast((*self).path())); },
          "The moves from the root.")
      .def_property_readonly("over", at_limits([](SearchPosition& position) {
                               return position.outcome() != Outcome::ongoing;
                             }),
                             "Whether the game is over.")
      .def_property_readonly(
          "outcome", at_limits([](SearchPosition& position) -> std::optional<std::string_view> {
            if (position.outcome() == Outcome::ongoing) return std::nullopt;
            return text_of(position.outcome());
          }),
          "\"loss\", \"draw\" or \"win\" for the side to move; None if the game is not over.")
      .def("moves", at_limits([](SearchPosition& position) { return position.moves(); }),
           "The legal moves in the order of the ordering; none if the game is over.")
      .def(
          "make",
          [](Handle& self, const py::object& move) {
            if (!py::isinstance<py::str>(move))
              throw py::type_error(
                  fmt::format("move: {} is not a str", std::string(py::repr(move))));
            until_end(self,
                      [&](SearchPosition& position) { position.make(std::string(py::str(move))); });
          },
          "Makes a move of moves().")
      .def(
          "depth_after", [](const Handle& self, int depth) { return (*self).depth_after(depth); },
          "The depth that is left after the last move at a node of this depth: one ply less, or "
          "the "
          "same depth if the move gives check and the switch checks is on.")
      .def("unmake", at_limits([](SearchPosition& position) { position.unmake(); }),
           "Takes the last move back.")
      .def("evaluate", at_limits([](SearchPosition& position) { return position.evaluate(); }),
           "The value for the side to move: if the game is over by the rules, MATE less ply for a "
           "win; otherwise by the evaluation, after a quiescence search if the switch is on.")
      .def("_visit", visit);
}

}  // namespace plylab::suites::python
