// Makes pictures of the tables of a report.
#pragma once

#include <string>
#include <vector>

#include "reports/figures/figure.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// The line below a picture: program and command; empty if the command is unknown.
std::string source_of(const Provenance& provenance);

/// All pictures that the report's tables declare and that have points, each with a unique name: the
/// second "profile" is "profile-2". A contestant has the same style in all of them, and none has
/// more than eight curves.
std::vector<Figure> figures_of(const Report& report);

}  // namespace plylab::reports
