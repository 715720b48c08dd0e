// Memory for large tables.
#pragma once

#include <cstddef>

namespace plylab {

/// Throws InputError unless that many bytes fit into free memory.
void require_memory(std::size_t bytes);

/// Zeroed bytes from the system. A page takes no memory before it is touched. Huge pages are used
/// where the system has them, since tables are read at random addresses.
class HugePageBuffer {
 public:
  /// Throws InputError if they cannot be allocated.
  explicit HugePageBuffer(std::size_t bytes);
  ~HugePageBuffer();
  HugePageBuffer(const HugePageBuffer&) = delete;
  HugePageBuffer& operator=(const HugePageBuffer&) = delete;

  /// The first byte, aligned to the size of a huge page.
  void* data() const { return data_; }

 private:
  void* mapping_;
  std::size_t mapped_;
  void* data_;
};

}  // namespace plylab
