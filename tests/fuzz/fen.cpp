// FEN: what is read comes back as it was, and all generators agree on whatever can be set up.
#include "gen/chess/board/setup.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/registry.h"
#include "gen/epd/epd.h"
#include "perft/soak/inspector.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {

void run(std::string_view text) {
  attempt([&] { chess::examine(text); });
  attempt([&] {
    const chess::Setup setup = chess::parse_fen(text);
    require(chess::parse_fen(to_string(setup)) == setup, "a FEN is not read back");
    const chess::ValidSetup start(setup);  // without which files may say another side of the king
    require(chess::parse_fen(shredder_fen(setup)) == setup, "a Shredder-FEN is not read back");
    perft::soak::Contestants<chess::Chess> boards(start);
    perft::soak::Inspector<chess::Chess> inspector;
    try {
      inspector.inspect(boards);
      inspector.inspect_thoroughly(boards);
    } catch (const perft::soak::Fault& fault) {
      require(false, (fault.generator + " " + fault.what).c_str());
    }
  });
}

std::vector<std::string> seeds() {
  std::vector<std::string> fens{"startpos", "chess960:0", "chess960:959", "chess960:960",
                                "1r5p/k6p/8/8/8/8/p6P/6KR w Kq - 5 1"};
  for (const char* name : {"perft.epd", "verify.epd", "seeds.epd"})
    for (const epd::Record& record : epd::parse_suite(shipped(name), name).records)
      fens.push_back(to_string(record.setup));
  return fens;
}

}  // namespace plylab::fuzz
