#include "perft/cluster/shared_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>
#include <utility>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"

namespace plylab::perft::cluster {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

/// MADV_COLLAPSE of Linux 6.1, which glibc 2.36 does not know: huge pages for shared memory
/// regardless of the system's settings, which usually deny this.
constexpr int advice_collapse = 25;

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + huge_page - 1) / huge_page * huge_page;
}

/// After the bytes there is a word, the next huge page to be populated.
std::size_t file_size(std::size_t bytes) { return whole_pages(bytes) + sizeof(std::uint64_t); }

[[noreturn]] void fail(std::size_t bytes) {
  const int error = errno;
  throw InputError(fmt::format("{} MiB of memory cannot be shared: {}", bytes >> 20,
                               std::generic_category().message(error)));
}

int new_file(std::size_t bytes) {
  const int descriptor = ::memfd_create("plylab-table", MFD_CLOEXEC);
  if (descriptor < 0) fail(bytes);
  if (::ftruncate(descriptor, static_cast<off_t>(file_size(bytes))) == 0) return descriptor;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  fail(bytes);
}

/// The number that no other memory of the machine has; 0 if the file cannot be asked.
ino_t number_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

}  // namespace

SharedMemory::SharedMemory(std::size_t bytes) : SharedMemory(new_file(bytes), bytes) {}

SharedMemory::SharedMemory(int descriptor, std::size_t bytes)
    : descriptor_(descriptor), bytes_(bytes), mapped_(file_size(bytes) + huge_page) {
  // Addresses first, more than are needed, so that huge pages can be laid on each other.
  mapping_ =
      ::mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void* data = mapping_;
  std::size_t space = mapped_;
  if (mapping_ != MAP_FAILED && std::align(huge_page, file_size(bytes), data, space) != nullptr)
    data = ::mmap(data, file_size(bytes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                  descriptor_, 0);
  if (data == MAP_FAILED) {
    const int error = errno;
    if (mapping_ != MAP_FAILED) ::munmap(mapping_, mapped_);
    ::close(descriptor_);
    errno = error;
    fail(bytes);
  }
  data_ = static_cast<std::byte*>(data);
}

std::optional<SharedMemory> SharedMemory::at(const std::string& address, std::size_t bytes) {
  const std::size_t space = address.find(' ');
  const int descriptor = ::open(address.substr(0, space).c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  // Another process may have that number by now, or have it in another container.
  if (space == std::string::npos ||
      std::to_string(number_of(descriptor)) != address.substr(space + 1)) {
    ::close(descriptor);
    return std::nullopt;
  }
  return SharedMemory(descriptor, bytes);
}

SharedMemory::~SharedMemory() {
  if (descriptor_ < 0) return;
  ::munmap(mapping_, mapped_);
  ::close(descriptor_);
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(other.bytes_),
      mapping_(other.mapping_),
      mapped_(other.mapped_),
      data_(other.data_) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_, other.mapped_);
  std::swap(data_, other.data_);
  return *this;
}

std::string SharedMemory::address() const {
  return fmt::format("/proc/{}/fd/{} {}", ::getpid(), descriptor_, number_of(descriptor_));
}

void SharedMemory::populate(const std::atomic<bool>* stop) const {
  const std::size_t end = whole_pages(bytes_);
  ::madvise(data_, end, MADV_HUGEPAGE);  // a wish, as all that follows
  const auto word = [&](std::size_t at) {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(data_ + at));
  };
  for (std::size_t at; (at = word(end).fetch_add(1) * huge_page) < end;) {
    if (stop && *stop) return;
    word(at).load();  // only what has begun to exist can be collapsed
    ::madvise(data_ + at, huge_page, advice_collapse);
  }
}

SharedMemory agreed_memory(std::size_t bytes,
                           const std::function<std::string(const std::string&)>& agree) {
  SharedMemory memory(bytes);
  const std::string address = agree(memory.address());
  if (address != memory.address())
    if (auto older = SharedMemory::at(address, bytes)) return std::move(*older);
  require_memory(bytes);
  return memory;
}

}  // namespace plylab::perft::cluster
