#include "suites/solve/solve.h"

#include <utility>

#include "suites/play/built_in.h"

namespace plylab::suites {

Solution solve(const Record& record, const Goal& goal, const search::Job& job) {
  const chess::Setup position(record.fen);
  search::Result result = search::run(position, job);
  Assessment assessment = assess(goal, position, play::history_of(result));
  return {std::move(assessment), std::move(result)};
}

}  // namespace plylab::suites
