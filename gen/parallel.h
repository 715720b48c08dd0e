// Many independent pieces of work at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace plylab {

/// How many processors this process may use; at least 1.
int available_processors();

/// Calls work(i, worker) for all i below `number` from so many threads, each i once and the lowest
/// first, until `stop`, if there is one, goes up. `worker` is the number of the thread, from 0 to
/// `threads` − 1. Throws the first exception that work throws, after the other threads have come to
/// an end; what has not begun by then is left out.
void in_parallel(std::size_t number, int threads, const std::atomic<bool>* stop,
                 const std::function<void(std::size_t i, std::size_t worker)>& work);

}  // namespace plylab
