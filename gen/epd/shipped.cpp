#include "gen/epd/shipped.h"

#include "gen/shipped_files.h"

namespace plylab::epd {

Suite find_suite(const std::string& name) { return load_suite(locate(name, ".epd")); }

}  // namespace plylab::epd
