# What ./lab package makes by CPack, of the components that the installation has:
#
#   plylab_VERSION_ARCH.deb           the program, its manual, completion, suites and documents
#   libplylab-dev_VERSION_ARCH.deb    the library, static and for C, with its headers
#   plylab-VERSION-linux-ARCH.tar.xz  the same as the first, with a program for any Linux

# ---- a program that needs nothing installed

# It is linked again, not compiled. The libraries are named as the linker finds their static forms;
# {fmt} is not packaged as one, but by its header.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/static/fmt.cpp CONTENT [[
#include <fmt/format-inl.h>

namespace fmt {
template detail::dragonbox::decimal_fp<float> detail::dragonbox::to_decimal(float) noexcept;
template detail::dragonbox::decimal_fp<double> detail::dragonbox::to_decimal(double) noexcept;
template std::locale detail::locale_ref::get<std::locale>() const;
template detail::thousands_sep_result<char> detail::thousands_sep_impl(detail::locale_ref);
template char detail::decimal_point_impl(detail::locale_ref);
}  // namespace fmt
]])
add_executable(plylab_static EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/static/fmt.cpp
  $<TARGET_OBJECTS:plylab_program>)
set_target_properties(plylab_static PROPERTIES OUTPUT_NAME plylab LINKER_LANGUAGE CXX
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/static)
add_dependencies(plylab_static plylab)
target_link_libraries(plylab_static PRIVATE $<TARGET_FILE:plylab> -lsqlite3 -lmd -lzstd -lz -lbz2
  -fopenmp -lm)
target_link_options(plylab_static PRIVATE -static -s) # CPack strips only targets
install(PROGRAMS ${PROJECT_BINARY_DIR}/static/plylab TYPE BIN COMPONENT static EXCLUDE_FROM_ALL)

# ---- what Debian wants beside it

set(maintainer "The plylab authors <plylab@packages.invalid>")
string(TIMESTAMP released "%a, %d %b %Y %H:%M:%S +0000" UTC) # by SOURCE_DATE_EPOCH, if that is set
set(debian ${PROJECT_BINARY_DIR}/debian)
file(CONFIGURE OUTPUT ${debian}/changelog @ONLY CONTENT
"plylab (@PROJECT_VERSION@) unstable; urgency=medium

  * What is new is in CHANGELOG.md.

 -- @maintainer@  @released@
")
execute_process(COMMAND gzip -9n INPUT_FILE ${debian}/changelog OUTPUT_FILE ${debian}/changelog.gz)
file(READ LICENSE license)
string(REGEX MATCH "Copyright [^\n]*" copyright "${license}")
string(REGEX REPLACE "^.*authors\n\n" "" license "${license}")
string(STRIP "${license}" license)
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REGEX REPLACE "\n" "\n " license "${license}")
string(REGEX REPLACE "^Copyright (.c. )?" "" copyright "${copyright}")
file(CONFIGURE OUTPUT ${debian}/copyright @ONLY CONTENT
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: plylab

Files: *
Copyright: @copyright@
License: Expat
 @license@
")
foreach(package plylab libplylab-dev)
  install(FILES ${debian}/copyright ${debian}/changelog.gz DESTINATION share/doc/${package}
    COMPONENT ${package} EXCLUDE_FROM_ALL)
endforeach()

# ---- CPack

set(CPACK_GENERATOR TXZ DEB)
if(CMAKE_CROSSCOMPILING) # cpack itself must be told by DEB_HOST_ARCH, for dpkg-shlibdeps
  execute_process(COMMAND dpkg-architecture -f -t ${CMAKE_LIBRARY_ARCHITECTURE} -q DEB_HOST_ARCH
    OUTPUT_VARIABLE CPACK_DEBIAN_PACKAGE_ARCHITECTURE OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "perft and search-testing laboratory")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
  GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PROJECT_CONFIG_FILE ${debian}/components.cmake)
file(WRITE ${CPACK_PROJECT_CONFIG_FILE} [[
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_COMPONENTS_ALL program files plylab library libplylab-dev)
else()
  set(CPACK_COMPONENTS_ALL static files)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
]])

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
string(TOLOWER "plylab-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}"
  CPACK_PACKAGE_FILE_NAME)
set(CPACK_ARCHIVE_PROGRAM_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME plylab)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "stockfish, librsvg2-bin")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"Counts the moves of a chess program's generator, finds its faults and says
why, compares search algorithms on equal trees, solves suites and mates.
Also for checkers, reversi, fairy chess and games of one's own.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libplylab-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
  "plylab (= ${PROJECT_VERSION}), g++, libfmt-dev, libmd-dev, libsqlite3-dev,
 libzstd-dev, zlib1g-dev, libbz2-dev")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
"Headers and the static library of plylab, for generators, searches and games
of one's own, and the shared library of its C functions.")

include(CPack)
cpack_add_component_group(program)
cpack_add_component_group(library)
cpack_add_component(program GROUP program)
cpack_add_component(files GROUP program)
cpack_add_component(static GROUP program)
cpack_add_component(plylab GROUP program)
cpack_add_component(library GROUP library)
cpack_add_component(libplylab-dev GROUP library)
