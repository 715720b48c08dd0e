// Memory for large tables.
#pragma once

#include <cstddef>

namespace plylab {

/// Throws InputError unless tables of that many bytes fit into the memory that is free.
void require_memory(std::size_t bytes);

/// Zeroed bytes straight from the system: a page costs nothing before it is touched, and pages are
/// huge where the system has them, because a table is read at random.
class HugePageBuffer {
 public:
  /// Throws InputError if they cannot be allocated.
  explicit HugePageBuffer(std::size_t bytes);
  ~HugePageBuffer();
  HugePageBuffer(const HugePageBuffer&) = delete;
  HugePageBuffer& operator=(const HugePageBuffer&) = delete;

  /// The first byte; it lies at the start of a huge page.
  void* data() const { return data_; }

 private:
  void* mapping_;
  std::size_t mapped_;
  void* data_;
};

}  // namespace plylab
