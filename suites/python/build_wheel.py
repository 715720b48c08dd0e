"""Builds the wheel, for pip (PEP 517): CMake builds the module, and what it needs lies beside it.

It needs nothing but Python's standard library, CMake, Ninja and what plylab is built with. A build in
build/release that exists is used.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

root = pathlib.Path(__file__).resolve().parents[2]
build = root / "build" / "release"


def compile_module():
    options = ["-DPLYLAB_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
    if not (build / "CMakeCache.txt").exists():
        options.append("-DPLYLAB_TESTS=OFF")
    subprocess.run(["cmake", "--preset", "release", *options], cwd=root, check=True)
    subprocess.run(["cmake", "--build", build, "--target", "plylab_python"], cwd=root, check=True)


def contents(version):
    """The files of the wheel: name and bytes."""
    module = f"_plylab{sysconfig.get_config_var('EXT_SUFFIX')}"
    for file in (module, "__init__.py", "_own_code.py", "_plylab.pyi", "py.typed"):
        yield f"plylab/{file}", (build / "python" / "plylab" / file).read_bytes()
    for file in sorted((root / "suites" / "data").iterdir()):
        yield f"plylab/share/plylab/suites/{file.name}", file.read_bytes()
    folder = f"plylab-{version}.dist-info"
    yield f"{folder}/LICENSE", (root / "LICENSE").read_bytes()
    yield f"{folder}/METADATA", metadata(version).encode()
    yield f"{folder}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()


def metadata(version):
    return (
        f"Metadata-Version: 2.1\nName: plylab\nVersion: {version}\n"
        "Summary: Perft and search-testing laboratory\nLicense: MIT\nRequires-Python: >=3.9\n"
        "Provides-Extra: frames\nRequires-Dist: pandas; extra == 'frames'\n"
    )


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    compile_module()
    cache = (build / "CMakeCache.txt").read_text()
    version = re.search(r"^CMAKE_PROJECT_VERSION:\w+=(.+)$", cache, re.MULTILINE)[1]
    name = f"plylab-{version}-{tag()}.whl"
    record = f"plylab-{version}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in contents(version):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            lines.append(f"{path},sha256={digest.decode()},{len(content)}\n")
            wheel.writestr(path, content)
        wheel.writestr(record, "".join(lines) + f"{record},,\n")
    return name
