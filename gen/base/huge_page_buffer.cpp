#include "gen/base/huge_page_buffer.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <memory>
#include <string>

#include "gen/base/input_error.h"

namespace plylab {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t huge_page = 2 * mebibyte;

/// Bytes that the control group's limit still allows; unlimited without one.
std::size_t left_in_control_group() {
  std::size_t max = 0, used = 0;
  const bool limited = static_cast<bool>(std::ifstream("/sys/fs/cgroup/memory.max") >> max) &&
                       std::ifstream("/sys/fs/cgroup/memory.current") >> used;
  return limited ? max - std::min(max, used) : std::numeric_limits<std::size_t>::max();
}

/// Bytes that `ulimit -v` still allows; unlimited without it.
std::size_t left_of_addresses() {
  rlimit limit{};
  std::size_t pages = 0;
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      !(std::ifstream("/proc/self/statm") >> pages))
    return std::numeric_limits<std::size_t>::max();
  const std::size_t used = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<std::size_t>(limit.rlim_cur, used);
}

/// The memory that can still be used. The system hands out pages on first use, so allocating too
/// much would not fail at once: the kernel would kill the process later.
std::size_t available() {
  const std::size_t left = std::min(left_in_control_group(), left_of_addresses());
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (std::size_t kibibytes = 0; file >> name >> kibibytes; std::getline(file, unit))
    if (name == "MemAvailable:") return std::min(kibibytes * 1024, left);
  return left;
}

[[noreturn]] void refuse(std::size_t bytes, std::size_t free) {
  throw InputError(fmt::format("{} MiB of table do not fit into the memory: {} MiB are free",
                               (bytes + mebibyte - 1) / mebibyte, free / mebibyte),
                   InputErrorKind::memory);
}

}  // namespace

void require_memory(std::size_t bytes) {
  if (const std::size_t free = available(); bytes >= free) refuse(bytes, free);
}

HugePageBuffer::HugePageBuffer(std::size_t bytes) : mapped_(bytes + huge_page) {
  require_memory(bytes);
  mapping_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) refuse(bytes, available());
  data_ = mapping_;
  std::size_t space = mapped_;
  std::align(huge_page, bytes, data_, space);
  madvise(data_, bytes, MADV_HUGEPAGE);  // only a hint: it may fail, and access is then slower
}

HugePageBuffer::~HugePageBuffer() { munmap(mapping_, mapped_); }

}  // namespace plylab
