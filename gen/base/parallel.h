// Many independent pieces of work at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace plylab {

/// How many processors this process may use; at least 1.
int available_processors();

/// Throws InputError if the system does not give so many threads at once. OpenMP, which does not
/// ask, would end the process.
void require_threads(int threads);

/// Calls work(i, worker) for all i below `number` from so many threads, each i once and the lowest
/// first, until `stop`, if there is one, goes up. `worker` is the number of the thread, from 0 to
/// `threads` − 1. Throws the first exception that work throws, after the other threads have come to
/// an end; what has not begun by then is left out. Throws InputError likewise if the system does
/// not give so many threads.
void in_parallel(std::size_t number, int threads, const std::atomic<bool>* stop,
                 const std::function<void(std::size_t i, std::size_t worker)>& work);

}  // namespace plylab
