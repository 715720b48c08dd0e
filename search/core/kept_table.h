// A transposition table that outlives a search.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <utility>

#include "search/base/switches.h"
#include "search/core/table_memory.h"

namespace plylab::search {

/// Keeps a table from one search of a game to the next. Only searches by the same board, search,
/// evaluation and switches share one: another finds an empty table. For one search at a time.
class KeptTable {
 public:
  /// Forgets everything. If little had been stored, the memory stays ready for the next search.
  void clear() { kept_.reset(); }
  /// The same, and frees the memory.
  void release() {
    kept_.reset();
    spare_ = {};
  }

  /// Has the memory for such a search zeroed now, so that take() need not wait for it. Keeps the
  /// table if it is of that kind. Throws InputError as take() does.
  template <class Table>
  void prepare(std::string search, std::string evaluation, const Switches& on) {
    if (kept_ && kept_->is_like({typeid(Table), std::move(search), std::move(evaluation), on}))
      return;
    kept_.reset();  // before the memory for the next one is allocated
    Table::prepare(on, spare_);
  }

  /// The table for the next search. Throws InputError if the memory for a new one cannot be
  /// allocated; then nothing is kept.
  template <class Table>
  Table& take(std::string search, std::string evaluation, const Switches& on) {
    Kept wanted{typeid(Table), std::move(search), std::move(evaluation), on};
    if (kept_ && kept_->is_like(wanted)) {
      auto& table = *static_cast<Table*>(kept_->table.get());
      table.start_search();
      return table;
    }
    kept_.reset();  // before the memory for the next one is allocated
    wanted.table = std::make_shared<Table>(on, spare_);
    kept_ = std::move(wanted);
    return *static_cast<Table*>(kept_->table.get());
  }

 private:
  struct Kept {
    std::type_index type;
    std::string search, evaluation;
    Switches switches;
    std::shared_ptr<void> table = nullptr;

    bool is_like(const Kept& other) const {
      return type == other.type && search == other.search && evaluation == other.evaluation &&
             switches == other.switches;
    }
  };
  SpareTable spare_;  // outlives the table
  std::optional<Kept> kept_;
};

}  // namespace plylab::search
