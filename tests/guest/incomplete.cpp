// A game without a notation, whose board cannot be made from its Start: it must not compile, and
// the compiler must say why.
#include <suites/lab.h>

#include "connect4.h"

namespace guest {

struct Incomplete {
  struct Start {};
  static constexpr std::string_view name = "incomplete";
  static constexpr std::string_view summary = "no game";
  static constexpr std::string_view start = "-";
  static constexpr std::tuple generators{plylab::Generator<Board>{"bits", "columns of seven bits"}};
  static Start parse(std::string_view) { return {}; }
  static std::string to_string(const Start&) { return "-"; }
};

}  // namespace guest

int main(int argc, char** argv) { return plylab::Lab<guest::Incomplete>().run(argc, argv); }
