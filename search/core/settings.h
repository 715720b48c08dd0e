// How to search, apart from the algorithm and the evaluation.
#pragma once

#include "search/base/switches.h"
#include "search/core/budget.h"
#include "search/core/ordering.h"

namespace plylab::search {

struct Settings {
  Order order = Order::generation;
  Switches switches = {};
  Limits limits = {};
  bool distinct = false;  ///< count the different positions among the nodes; costs time and memory
};

}  // namespace plylab::search
