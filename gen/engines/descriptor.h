// Protocols from files: the fields of PerftProtocol as JSON.
#pragma once

#include <string>

#include "gen/engines/perft_protocol.h"

namespace plylab::engines {

/// Reads a descriptor file; PROTOCOLS.md has an example. Throws InputError, which names the file
/// and the field.
PerftProtocol read_descriptor(const std::string& path);

}  // namespace plylab::engines
