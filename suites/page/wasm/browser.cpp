// What counting and searching take from the system, in a browser or Node: one thread, and no huge
// pages.
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/parallel.h"

namespace plylab {
namespace {

constexpr std::size_t cache_line = 64;

}  // namespace

int available_processors() { return 1; }

OneProcessor::OneProcessor() = default;
OneProcessor::~OneProcessor() = default;

void require_threads(int threads) {
  if (threads > 1) throw InputError("this program counts with one thread");
}

void in_parallel(std::size_t number, int /*threads*/, const std::atomic<bool>* stop,
                 const std::function<void(std::size_t i, std::size_t worker)>& work) {
  for (std::size_t i = 0; i < number && !(stop && *stop); ++i) work(i, 0);
}

void require_memory(std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;
  if (bytes > most)
    throw InputError(fmt::format("a table of {} MiB is too large here: at most 1024", bytes >> 20));
}

HugePageBuffer::HugePageBuffer(std::size_t bytes) : mapped_(bytes) {
  require_memory(bytes);
  mapping_ = std::calloc(bytes + cache_line, 1);
  if (mapping_ == nullptr) throw InputError("there is no memory left for the table");
  data_ = mapping_;
  std::size_t space = bytes + cache_line;
  std::align(cache_line, bytes, data_, space);
}

HugePageBuffer::~HugePageBuffer() { std::free(mapping_); }

}  // namespace plylab
