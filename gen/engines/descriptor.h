// Protocols from files: the fields of Protocol as JSON.
#pragma once

#include <string>

#include "gen/engines/protocol.h"

namespace plylab::engines {

/// Reads a descriptor file; PROTOCOLS.md has an example. Throws InputError, which names the file
/// and the field.
Protocol read_descriptor(const std::string& path);

}  // namespace plylab::engines
