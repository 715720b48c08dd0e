// What a command reports when its work ends with an exception.
#include "reports/cli/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "gen/base/input_error.h"

namespace plylab::cli {
namespace {

using reports::Form;
using reports::Picture;
using reports::Readers;
using reports::Report;
using reports::Schema;
using reports::Table;
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

TEST(Session, AsksForADeclarationOfEachTable) {
  Session session(1, command, never);
  session.declare({{.name = "other"}});
  ::testing::internal::CaptureStdout();
  EXPECT_THAT([&] { session.publish({.tables = {table_with(1)}}, 1); },
              ThrowsMessage<std::logic_error>("table 'runs' is not declared"));
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

TEST(Session, NamesWhatAPictureLacks) {
  Session session(1, command, never);
  Schema table = table_with(0);
  table.pictures = {
      {.name = "growth", .summary = "", .form = Form::curves, .of = "nodes", .label = ""}};
  EXPECT_THAT(
      [&] { session.declare({table}); },
      ThrowsMessage<std::logic_error>("picture 'growth' of table 'runs': no column 'nodes'"));
  table.pictures[0].of = "run";
  EXPECT_THAT(
      [&] { session.declare({table}); },
      ThrowsMessage<std::logic_error>("picture 'growth' of table 'runs': no --figure 'growth'"));
}

TEST(Session, OffersThePicturesOfTheCalledCommand) {
  const Picture growth{
      .name = "growth", .summary = "", .form = Form::curves, .of = "run", .label = ""};
  Schema table = table_with(0);
  table.pictures = {growth};
  for (const char* called : {"draws", "does not"}) {
    const char* const words[] = {"plylab", called};
    Session session(2, words, never);
    CommandLine line("plylab", "");
    const Command draws = line.program().add_subcommand("draws", ""),
                  other = line.program().add_subcommand("does not", "");
    session.add_figure_option(draws, {growth});
    session.add_figure_option(other, {});
    for (const Command& one : {draws, other}) one.callback([&] { session.declare({table}); });
    if (called == std::string("draws"))
      EXPECT_NO_THROW(line.run(2, words));
    else
      EXPECT_THROW(line.run(2, words), std::logic_error);
  }
}

/// What is written to standard output, without provenance.
std::string published(Report report) {
  Session session(1, command, never);
  ::testing::internal::CaptureStdout();
  session.publish(std::move(report), 1);
  const std::string shown = ::testing::internal::GetCapturedStdout();
  return shown.substr(0, shown.find("\nplylab"));
}

TEST(Session, ShowsPeopleNothingEmpty) {
  Table table = table_with(1);
  table.columns.emplace_back("nothing");
  table.rows[0].emplace_back();
  Table noted = table_with(0);
  noted.notes = {"why there is none"};
  EXPECT_EQ(published({.tables = {table_with(0), table}}), "Runs\n\nrun\n---\n  0\n");
  EXPECT_EQ(published({.tables = {noted, table}}),
            "Runs\n\nrun\n---\n(no rows)\n\n* why there is none\n\nRuns\n\nrun\n---\n  0\n");
  EXPECT_EQ(published({.tables = {table_with(0)}}), "Runs\n\nrun\n---\n(no rows)\n");
}

TEST(Session, ShowsPeopleTablesForProgramsIfThereIsNothingElse) {
  Table table = table_with(1);
  table.readers = Readers::programs;
  EXPECT_EQ(published({.tables = {table}}), "Runs\n\nrun\n---\n  0\n");
  EXPECT_EQ(published({.text = {"All is told."}, .tables = {table}}), "All is told.\n");
  Table other = table_with(2);
  EXPECT_EQ(published({.tables = {table, other}}), "Runs\n\nrun\n---\n  0\n  1\n");
}

}  // namespace
}  // namespace plylab::cli
