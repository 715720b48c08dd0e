#include "suites/book/book_stop.h"

#include "gen/chess/text.h"
#include "search/run/searchable_game.h"

namespace plylab::suites::book {

std::vector<BookStop> search_with_book(const std::vector<epd::Record>& records,
                                       const search::Job& job, const std::atomic<bool>& stop) {
  const search::SearchableGame& chess = search::searchable_chess();
  search::Job with_book = job;
  with_book.switches.book = 1;
  std::vector<BookStop> all;
  for (const epd::Record& record : records) {
    const AnyStart start = chess.info.parse(to_string(record.setup));
    const auto full = chess.run(start, {}, job, search::MoveStyle::words);
    const auto ended = chess.run(start, {}, with_book, search::MoveStyle::words);
    const auto *last = full.last_complete(), *last_with = ended.last_complete();
    if (stop || last == nullptr || last_with == nullptr) break;
    all.push_back({record.id().value_or(to_string(record.setup)), last->depth, last_with->depth,
                   full.visited, ended.visited, last->value, last_with->value,
                   full.lines.back().move, ended.lines.back().move});
  }
  return all;
}

}  // namespace plylab::suites::book
