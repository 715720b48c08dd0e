#include "search/mate/variants.h"

#include <optional>
#include <tuple>
#include <type_traits>

#include "gen/base/names.h"
#include "gen/game/read_position.h"
#include "gen/games.h"

namespace plylab::search::mate {
namespace {

/// Calls visit.operator()<G>() for each game that is a variant of chess.
void for_each_variant(auto&& visit) {
  const auto visit_variant = [&]<class G>(std::type_identity<G>) {
    if constexpr (std::is_same_v<typename G::Start, chess::VariantSetup>)
      visit.template operator()<G>();
  };
  [&]<class... G>(std::type_identity<std::tuple<G...>>) {
    (visit_variant(std::type_identity<G>()), ...);
  }(std::type_identity<Games>());
}

}  // namespace

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for_each_variant([&]<class G>() { names.emplace_back(G::name); });
  return names;
}

chess::VariantSetup read_variant(std::string_view game, std::string_view text) {
  std::optional<chess::VariantSetup> position;
  for_each_variant([&]<class G>() {
    if (G::name == game) position = read_position<G>(text).end;
  });
  if (!position) refuse_name("--game", game, variant_names());
  return *position;
}

}  // namespace plylab::search::mate
