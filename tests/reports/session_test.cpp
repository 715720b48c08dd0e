// What a command reports when its work ends with an exception.
#include "reports/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "gen/input_error.h"

namespace plylab::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::atomic<bool> never = false;
constexpr const char* command[] = {"plylab"};

Table table_with(int rows) {
  Table table{"runs", "Runs", {{"run"}}, {}, {}};
  for (int i = 0; i < rows; ++i) table.add({i});
  return table;
}

TEST(Session, TellsWhatIsKnownBeforeItThrowsOn) {
  Session session(1, command, never);
  EXPECT_TRUE(session.attempt([] {}));
  EXPECT_FALSE(session.attempt([] { throw InputError("no memory"); }));
  ::testing::internal::CaptureStdout();
  EXPECT_THAT([&] { session.publish({.tables = {table_with(2)}}, 1); },
              ThrowsMessage<InputError>("no memory"));
  const std::string shown = ::testing::internal::GetCapturedStdout();
  EXPECT_THAT(shown, HasSubstr("Runs"));
  EXPECT_THAT(shown, HasSubstr("*** incomplete"));
}

TEST(Session, ThrowsOnAtOnceIfThereIsNothingToTell) {
  Session session(1, command, never);
  session.attempt([] { throw InputError("no memory"); });
  ::testing::internal::CaptureStdout();
  EXPECT_THROW(session.publish({.tables = {table_with(0)}}, 1), InputError);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace plylab::reports
