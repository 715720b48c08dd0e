#include "tests/support/process.h"

#include <boost/asio/io_context.hpp>
#include <boost/process.hpp>
#include <cstdlib>
#include <future>

namespace plylab::testing {
namespace bp = boost::process;

Finished run_process(const std::string& program, const std::vector<std::string>& arguments,
                     const std::string& input,
                     const std::vector<std::pair<std::string, std::string>>& environment) {
  auto variables = boost::this_process::environment();
  bp::environment child_environment = variables;
  for (const auto& [name, value] : environment)
    child_environment.set(name, value);  // operator[] reads past short names
  boost::asio::io_context context;
  std::future<std::string> out, err;
  bp::child child(bp::exe = program, bp::args = arguments, child_environment,
                  bp::std_in<bp::buffer(input), bp::std_out> out, bp::std_err > err, context);
  context.run();
  child.wait();
  const int native = child.native_exit_code();
  return {WIFSIGNALED(native) ? 128 + WTERMSIG(native) : child.exit_code(), out.get(), err.get()};
}

Finished plylab(const std::vector<std::string>& arguments,
                const std::vector<std::pair<std::string, std::string>>& environment) {
  const char* cpu = std::getenv("PLYLAB_EMULATED_CPU");
  if (cpu == nullptr) return run_process(PLYLAB_PROGRAM, arguments, "", environment);
  std::vector<std::string> emulated = {"-cpu", cpu, PLYLAB_PROGRAM};
  emulated.insert(emulated.end(), arguments.begin(), arguments.end());
  return run_process(find_program("qemu-x86_64").value(), emulated, "", environment);
}

std::optional<std::string> find_program(const std::string& name) {
  auto path = boost::this_process::path();
  path.emplace_back("/usr/games");
  const auto found = bp::search_path(name, path);
  if (found.empty()) return std::nullopt;
  return found.string();
}

}  // namespace plylab::testing
