#include "suites/players/environment.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/chess/book/book_file.h"
#include "gen/chess/book/polyglot.h"
#include "gen/chess/endgames/table.h"

namespace plylab::suites::players {
namespace {

/// An environment variable; none if it is not set or empty.
std::optional<std::string> variable(const char* name) {
  const char* const text = std::getenv(name);
  return text != nullptr && *text != '\0' ? std::optional<std::string>(text) : std::nullopt;
}

/// What open() returns. Its errors begin with the variable that has named a file or folder, or say
/// what to set.
auto opened(const char* name, std::string_view wanted, auto&& open) try {
  return open();
} catch (const InputError& error) {
  throw InputError(variable(name) ? fmt::format("{}: {}", name, error.what())
                                  : fmt::format("set {} to {}: {}", name, wanted, error.what()));
}

class EndgameValues : public search::KnownValues {
 public:
  std::optional<search::Value> value(const chess::Setup& position) const override {
    const auto value = tables_.probe(position);
    // The tables ignore the fifty-move rule, which may make a draw of a longer mate.
    if (!value || (!value->is_draw() && position.halfmove_clock + value->plies() > 100))
      return std::nullopt;
    const auto mate = search::mate_value - static_cast<search::Value>(value->plies());
    return value->is_draw() ? 0 : value->is_win() ? mate : -mate;
  }
  std::string identity(int men) const override {
    return tables_.identity(static_cast<unsigned>(men));
  }

 private:
  chess::EndgameTables tables_ = opened("PLYLAB_ENDGAMES", "the folder of your endgame tables",
                                        [] { return chess::EndgameTables(endgame_folder()); });
};

class BookValues : public search::KnownValues {
 public:
  explicit BookValues(const std::string& path)
      : book_(chess::read_book(path)), digest_(chess::book_digest(path)) {
    book_.moves();  // sorts the book before several threads read it
  }

  const chess::Book& book() const { return book_; }
  std::optional<search::Value> value(const chess::Setup& position) const override {
    return book_.value(chess::polyglot_key(position));
  }
  std::string identity(int) const override { return "book " + digest_.substr(0, 16); }

 private:
  chess::Book book_;
  std::string digest_;
};

const BookValues& book_values() {
  static const BookValues values = opened("PLYLAB_BOOK", "the file of an opening book", [] {
    const auto path = variable("PLYLAB_BOOK");
    if (!path) throw InputError("the switch book needs one");
    return BookValues(*path);
  });
  return values;
}

}  // namespace

std::string endgame_folder() { return variable("PLYLAB_ENDGAMES").value_or("endgames"); }

const chess::Book& opening_book() { return book_values().book(); }

void give_known_values(search::Job& job) {
  if (job.switches["endgames"] > 0) {
    static const EndgameValues values;
    job.endgames = &values;
  }
  if (job.switches["book"]) job.book = &book_values();
}

}  // namespace plylab::suites::players
