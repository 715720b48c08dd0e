#include "perft/frontier/record.h"

#include "gen/base/count.h"

namespace plylab::perft::cluster {
namespace {

Uint128 take_number(const unsigned char*& at) {
  Uint128 number = 0;
  for (unsigned shift = 0;; shift += 7) {
    number |= Uint128{static_cast<unsigned char>(*at & 127)} << shift;
    if (*at++ < 128) return number;
  }
}

void append_number(Bytes& bytes, Uint128 number) {
  for (; number > 127; number >>= 7)
    bytes.push_back(static_cast<unsigned char>((number & 127) | 128));
  bytes.push_back(static_cast<unsigned char>(number));
}

}  // namespace

const unsigned char* end_of(const unsigned char* record, const RecordLayout& layout) {
  const unsigned char* at = record + layout.label + layout.moves;
  for (Uint128 numbers = 2 * take_number(at); numbers > 0; --numbers)
    while (*at++ > 127) continue;
  return at;
}

std::vector<Paths> paths_of(const unsigned char* record, const RecordLayout& layout) {
  const unsigned char* at = record + layout.label + layout.moves;
  std::vector<Paths> paths(static_cast<std::size_t>(take_number(at)));
  for (Paths& some : paths) {
    some.branch = static_cast<std::size_t>(take_number(at));
    some.count = Count::from_value(take_number(at));
  }
  return paths;
}

Count path_count(const unsigned char* record, const RecordLayout& layout) {
  const unsigned char* at = record + layout.label + layout.moves;
  Count sum;
  for (Uint128 branches = take_number(at); branches > 0; --branches) {
    take_number(at);
    sum += Count::from_value(take_number(at));
  }
  return sum;
}

void append_paths(Bytes& record, const std::vector<Paths>& paths) {
  append_number(record, paths.size());
  for (const Paths& some : paths) {
    append_number(record, some.branch);
    append_number(record, some.count.value());
  }
}

}  // namespace plylab::perft::cluster
