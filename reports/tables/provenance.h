// Who ran what, on which machine, built how.
#pragma once

#include "reports/tables/table.h"

namespace plylab::reports {

/// The provenance of this process. The date is that of SOURCE_DATE_EPOCH if the environment has
/// it, so that outputs can be compared byte for byte.
Provenance collect_provenance(int argc, const char* const* argv, int threads);

}  // namespace plylab::reports
