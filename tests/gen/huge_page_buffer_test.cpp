// Memory for tables: what is said if there is not enough.
#include "gen/base/huge_page_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/input_error_of.h"

namespace plylab {
namespace {

TEST(HugePageBuffer, RefusesAsManyMebibytesAsWereWanted) {
  constexpr std::size_t wanted = 1 << 30;  // entries may not divide them
  for (const std::size_t bytes : {wanted << 20, (wanted << 20) - 24})
    EXPECT_THAT(testing::input_error_of([&] { require_memory(bytes); }),
                ::testing::StartsWith("1073741824 MiB of table do not fit into the memory: "));
}

}  // namespace
}  // namespace plylab
