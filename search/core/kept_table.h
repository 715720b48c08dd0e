// A transposition table that outlives a search.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <utility>

#include "search/base/switches.h"

namespace plylab::search {

/// Keeps a table from one search of a game to the next. Only searches by the same board, search,
/// evaluation and switches share one: another finds an empty table. For one search at a time.
class KeptTable {
 public:
  /// Forgets everything and frees the memory.
  void clear() { kept_.reset(); }

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
    clear();  // before the memory for the next one is allocated
    wanted.table = std::make_shared<Table>(on);
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
  std::optional<Kept> kept_;
};

}  // namespace plylab::search
