#include "search/boards_body.h"

namespace plylab::search {

template Result run_on_board<chess::X88>(const chess::ValidSetup&, const Job&);

}  // namespace plylab::search
