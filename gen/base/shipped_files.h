// The files that come with plylab: suites, trees, experiments, documents.
#pragma once

#include <string>
#include <vector>

namespace plylab {

/// Where the suites, trees and experiments are: the environment's PLYLAB_SUITES; else
/// share/plylab/suites in the nearest folder above the running program that has it, be that an
/// installation, wherever it was moved to, or a build tree; else below the prefix that plylab was
/// configured for. It need not exist.
std::string data_directory();

/// Where the documents are, share/doc/plylab: found in the same way.
std::string documents_directory();

/// The paths of the files with that ending in a folder, in the order of their names; none if there
/// is no such folder.
std::vector<std::string> files_in(const std::string& folder, const std::string& ending);

/// The names of the files with this ending that come with plylab, such as ".epd" for suites.
std::vector<std::string> shipped_names(const std::string& ending);

/// The path of a file that is named by path, or by name from the data directory, with or without
/// its ending. What is nowhere is given back as it is.
std::string locate(const std::string& name, const std::string& ending);

}  // namespace plylab
