// A position of some game, held where the game's type is not known.
#pragma once

#include <cassert>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gen/game/game.h"

namespace plylab {

/// A position that a game has read and checked: its Start, and the text that stands for it. A text
/// is parsed once, by GameInfo::parse; all that counts, searches or plays takes what came out.
/// Cheap to copy.
class AnyStart {
 public:
  /// No position of any game.
  AnyStart() = default;

  template <Game G>
  static AnyStart of(const typename G::Start& start) {
    return {G::name, G::to_string(start), std::make_shared<const typename G::Start>(start)};
  }

  /// The position as the game itself knows it. The game must be the one that it is of.
  template <Game G>
  const typename G::Start& as() const {
    assert(game_ == G::name);
    return *static_cast<const typename G::Start*>(start_.get());
  }

  /// In the game's notation, in the form of which there is only one.
  const std::string& text() const { return text_; }

  friend bool operator==(const AnyStart& a, const AnyStart& b) {
    return a.game_ == b.game_ && a.text_ == b.text_;
  }

 private:
  AnyStart(std::string_view game, std::string text, std::shared_ptr<const void> start)
      : game_(game), text_(std::move(text)), start_(std::move(start)) {}

  std::string_view game_;
  std::string text_;
  std::shared_ptr<const void> start_;
};

}  // namespace plylab
