// Many independent pieces of work at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace plylab {

/// Calls work(i, worker) for all i below `number` from so many threads, each i once and the lowest
/// first, until `stop` goes up. `worker` is the number of the thread, from 0. Throws what work
/// throws, after the other threads have come to an end.
void in_parallel(std::size_t number, int threads, const std::atomic<bool>& stop,
                 const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace plylab
