// The tables that plylab count prints.
#pragma once

#include "perft/cluster/count_run.h"
#include "reports/record.h"

namespace plylab::perft::cluster {

/// `seconds` are those of the call that prints it.
reports::Table count_table(const Plan& plan, const Known& known, double seconds);
reports::Table divide_table(const Plan& plan, const Known& known);
/// Of what is finished; without a row if nothing is.
reports::Table statistics_table(const CountableGame& game, const Plan& plan, const Known& known,
                                std::size_t convention);
/// Who counted how much.
reports::Table workers_table(const Known& known);

}  // namespace plylab::perft::cluster
