// Memory that several processes of a machine share.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace plylab::perft::cluster {

/// Anonymous memory, zero at first, that other processes of the same user may share. The system
/// frees it when the last process that has it ends, however that happens.
class SharedMemory {
 public:
  /// Throws InputError if the system has none. A page costs nothing before it is touched.
  explicit SharedMemory(std::size_t bytes);

  /// That of another process of this machine, by its address(); none if it no longer exists or
  /// cannot be opened. `bytes` is its size.
  static std::optional<SharedMemory> at(const std::string& address, std::size_t bytes);

  ~SharedMemory();
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;

  /// Where other processes find it for as long as this object lives.
  std::string address() const;

  /// They begin at a huge page.
  std::span<std::byte> bytes() const { return {data_, bytes_}; }

  /// Puts all of it into huge pages, where the system has them on demand. All processes that share
  /// it call this before they use it: together they are faster. Ends early once `stop` goes up.
  void populate(const std::atomic<bool>* stop = nullptr) const;

 private:
  SharedMemory(int descriptor, std::size_t bytes);

  int descriptor_;
  std::size_t bytes_;
  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
};

/// Memory that processes agree on by its address: `agree` is given the address of a new one, and
/// returns the one that all are to use, this or an older one. An older one that cannot be opened is
/// replaced by the new one. Throws InputError if a new one does not fit into the
/// machine's memory.
SharedMemory agreed_memory(std::size_t bytes,
                           const std::function<std::string(const std::string&)>& agree);

}  // namespace plylab::perft::cluster
