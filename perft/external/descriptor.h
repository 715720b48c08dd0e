// Protocols from files: the fields of PerftProtocol as JSON.
#pragma once

#include <string>

#include "perft/external/perft_protocol.h"

namespace plylab::perft::external {

/// Reads a descriptor file; PROTOCOLS.md has an example. Throws InputError, which names the file
/// and the field.
PerftProtocol read_descriptor(const std::string& path);

}  // namespace plylab::perft::external
