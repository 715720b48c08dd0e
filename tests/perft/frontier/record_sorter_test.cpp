// Pieces of records, put together in whatever order threads have them.
#include "perft/frontier/record_sorter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace plylab::perft {
namespace {

/// Records of a byte each.
RecordPiece piece_of(std::size_t records, unsigned char byte) {
  RecordPiece piece{.bytes = Bytes(records, byte), .marks = {}, .paths = records};
  for (std::size_t i = 0; i < records; ++i) piece.marks.push_back(i);
  return piece;
}

TEST(RecordCollector, HasPiecesInTheirOrderAndMarksAtEveryBlock) {
  constexpr std::size_t sizes[] = {0, 3, 200, 0, 61, 64, 1};
  RecordCollector collector("");
  std::vector<std::jthread> threads;
  for (std::size_t i = std::size(sizes); i-- > 0;)
    threads.emplace_back(
        [&, i] { collector.add(i, piece_of(sizes[i], static_cast<unsigned char>(i))); });
  threads.clear();
  const CollectedRecords all = collector.take();
  EXPECT_EQ(all.records, 329U);
  EXPECT_EQ(all.paths, Count(329));
  EXPECT_THAT(all.marks, ::testing::ElementsAre(0, 64, 128, 192, 256, 320));
  Bytes expected;
  for (std::size_t i = 0; i < std::size(sizes); ++i) expected.insert(expected.end(), sizes[i], i);
  Bytes bytes(all.file.size());
  all.file.read(0, bytes);
  EXPECT_EQ(bytes, expected);
}

TEST(RecordCollector, DoesNotWaitForAMissingPiece) {
  RecordCollector collector("");
  std::jthread waits([&] { collector.add(1, piece_of(1, 0)); });
  collector.abandon();
  waits.join();
  EXPECT_EQ(collector.take().records, 0U);
}

}  // namespace
}  // namespace plylab::perft
