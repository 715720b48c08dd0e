// What the tests of counts in units share.
#pragma once

#include <string>

#include "perft/cluster/count_units.h"
#include "perft/cluster/partial_count.h"
#include "tests/support/temporary_folder.h"

namespace plylab::perft::cluster {

/// A folder for manifests.
class CountByUnits : public testing::WithFolder {
 protected:
  /// A whole count, in one go, as it is in the file.
  Result count(const CountableGame& game, const Plan& plan, const CountJob& job = {}) {
    const std::string file = path(std::to_string(manifests_++));
    {
      Manifest manifest(file);
      count_missing(game, plan, manifest, job);
    }
    Manifest manifest(file);
    return sum_of(manifest).result;
  }

 private:
  int manifests_ = 0;
};

}  // namespace plylab::perft::cluster
