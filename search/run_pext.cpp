#include "search/boards_body.h"

namespace plylab::search {

template Result run_on_board<chess::Bitboard<chess::Pext>>(const chess::ValidSetup&, const Job&);

}  // namespace plylab::search
