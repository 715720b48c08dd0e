#include "suites/mate/task.h"

#include <fmt/format.h>

#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/board/board.h"

namespace plylab::suites::mate {

MateTask task_of(std::string name, chess::ProblemPosition position,
                 search::mate::Stipulation stipulation) {
  using search::mate::Aim;
  chess::Setup& setup = position.setup;
  if (!position.side_given) {
    setup.side = stipulation.begins();
  } else if (stipulation.aim == Aim::help && setup.side != stipulation.begins()) {
    if (stipulation.series || stipulation.has_length())
      throw InputError(fmt::format("{} begins with {}, but {} is to move in {}",
                                   to_string(stipulation), chess::name(stipulation.begins()),
                                   chess::name(setup.side), to_string(setup)));
    stipulation.half = true;
  }
  return {std::move(name), {chess::ValidSetup(setup), stipulation}};
}

MateTask duplex_of(MateTask task) {
  chess::Setup setup = task.position().setup();
  setup.side = !setup.side;
  setup.en_passant = chess::no_square;
  task.name += " duplex";
  try {
    task.composition.position = chess::ValidSetup(setup);
  } catch (const chess::FenError&) {
    throw InputError(fmt::format("{}: {} cannot begin, because {} is in check", task.name,
                                 chess::name(setup.side), chess::name(!setup.side)));
  }
  return task;
}

}  // namespace plylab::suites::mate
