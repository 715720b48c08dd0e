// The text of the collection: the same on every machine, and read back. What its positions are is
// tested in collection_positions_test.cpp, and holds as long as the text is the same.
#include "perft/verify/collection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gen/base/files.h"

namespace plylab::perft::verify {
namespace {

using ::testing::IsEmpty;

TEST(Collection, IsTheSameEverywhereAndReadsBack) {
  const auto collection = make_collection({.threads = 1});
  const std::string text = to_suite(collection, CollectionForm::epd);
  EXPECT_EQ(text, to_suite(make_collection({.threads = 2}), CollectionForm::epd));
  EXPECT_EQ(sha256(text), "46e283409d07c5f53af0aa62408a77834952de8f6b0a55145b983770402e887e");

  const epd::Suite read = epd::parse_suite(text, "collection.epd");
  EXPECT_THAT(read.issues, IsEmpty());
  ASSERT_EQ(read.records.size(), collection.size());
  std::string again;
  for (const epd::Record& record : read.records) again += to_string(record) + '\n';
  EXPECT_EQ(again, text);
  for (std::size_t i = 0; i < collection.size(); ++i) {
    epd::Record record = read.records[i];
    record.line = collection[i].record.line;
    record.file.clear();
    ASSERT_EQ(record, collection[i].record);
  }
  EXPECT_EQ(epd::sift(read.records).left_out.size(), 0U);

  const epd::Suite blocks =
      epd::parse_suite(to_suite(collection, CollectionForm::blocks), "collection.perft");
  EXPECT_EQ(blocks.form, epd::Form::blocks);
  EXPECT_THAT(blocks.issues, IsEmpty());
  ASSERT_EQ(blocks.records.size(), collection.size());
  for (std::size_t i = 0; i < collection.size(); ++i) {
    EXPECT_EQ(blocks.records[i].setup, collection[i].record.setup);
    EXPECT_EQ(blocks.records[i].id(), collection[i].record.id());
    EXPECT_EQ(epd::perft_counts(blocks.records[i]), epd::perft_counts(collection[i].record));
  }
}

}  // namespace
}  // namespace plylab::perft::verify
