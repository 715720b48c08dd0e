// Memory that several processes of a machine have.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace plylab::perft::cluster {

/// Bytes under no name, zero at first, that other processes of the same user may have, too. They
/// are gone with the last who has them, however these processes end.
class SharedMemory {
 public:
  /// Throws InputError if the system has none. A page costs nothing before it is touched.
  explicit SharedMemory(std::size_t bytes);

  /// That of another process of this machine, by its address(); none if it is not there any more,
  /// or not open to us. `bytes` is its size.
  static std::optional<SharedMemory> at(const std::string& address, std::size_t bytes);

  ~SharedMemory();
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;

  /// Where other processes find it for as long as this object lives.
  std::string address() const;

  /// They begin at a huge page.
  std::span<std::byte> bytes() const { return {data_, bytes_}; }

  /// Has all of it in huge pages, where the system has them on demand; to be called by all who
  /// share it, before they use it: together they are faster. Ends early once `stop` goes up.
  void populate(const std::atomic<bool>* stop = nullptr) const;

 private:
  SharedMemory(int descriptor, std::size_t bytes);

  int descriptor_;
  std::size_t bytes_;
  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
};

/// Memory that is told by its address to whoever may share it: `agree` is given the address of a
/// new one, and returns that which all are to use, this or an older one. If an older one is not to
/// be had, it is the new one all the same. Throws InputError if a new one does not fit into the
/// machine's memory.
SharedMemory agreed_memory(std::size_t bytes,
                           const std::function<std::string(const std::string&)>& agree);

}  // namespace plylab::perft::cluster
