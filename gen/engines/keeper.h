// A process between plylab and an engine, which ends all that the engine has started.
#pragma once

namespace plylab::engines {

/// To be called in a process that is to become an engine. It forks, and returns in the new process,
/// which is the engine from then on; the old one is its keeper and ends as the engine does. When
/// the engine has ended, or nobody holds the other end of the pipe `lifeline` any more, which is to
/// say that plylab is gone or wants no more of it, the keeper kills all that is left: also what has
/// left the engine's process group or session, and what has lost its parent, for that becomes a
/// child of the keeper. Makes system calls only, as is required after the fork of a program with
/// threads.
void become_keeper(int lifeline);

}  // namespace plylab::engines
