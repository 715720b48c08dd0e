"""A fingerprint of a user's function, by which stored results of other code are told apart."""

from __future__ import annotations

import functools
import hashlib
import pickle
import sys
import sysconfig
import types
from typing import Any


def fingerprint(function: Any) -> str:
    """A hash of what a function or callable object does: its code, the functions and values that the
    code names, and the attributes of objects as they are now. Python's own and installed modules
    count by their name and version only."""
    reader = _Reader()
    reader.add(function)
    return reader.hash.hexdigest()[:12]


_LIBRARIES = tuple(sysconfig.get_path(name) + "/" for name in ("stdlib", "platstdlib"))


def _is_library(name: Any) -> bool:
    """Whether a module is Python's own, installed, or this one."""
    module = sys.modules.get(name)
    if module is None or name == "__main__":
        return False
    file = getattr(module, "__file__", None)
    folders = ("/site-packages/", "/dist-packages/")
    return (
        name.split(".")[0] == "plylab"
        or file is None
        or file.startswith(_LIBRARIES)
        or any(folder in file for folder in folders)
    )


class _Reader:
    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.seen: dict[int, tuple[int, Any]] = {}  # by id, with the object so that it lives

    def note(self, *texts: object) -> None:
        for text in texts:
            self.hash.update(repr(text).encode("utf-8", "backslashreplace") + b"\0")

    def add(self, value: Any) -> None:
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
            self.note(type(value).__name__, value)
            return
        if id(value) in self.seen:
            self.note("again", self.seen[id(value)][0])
            return
        self.seen[id(value)] = len(self.seen), value
        if isinstance(value, types.CodeType):
            self.add_code(value)
        elif isinstance(value, types.FunctionType):
            self.add_function(value)
        elif isinstance(value, types.MethodType):
            self.add_all("method", value.__func__, value.__self__)
        elif isinstance(value, (staticmethod, classmethod)):
            self.add_all(type(value).__name__, value.__func__)
        elif isinstance(value, property):
            self.add_all("property", value.fget, value.fset, value.fdel)
        elif isinstance(value, functools.partial):
            self.add_all("partial", value.func, value.args, value.keywords)
        elif isinstance(value, (list, tuple, set, frozenset, dict)):
            self.add_collection(value)
        elif isinstance(value, types.ModuleType):
            self.note("module", value.__name__, getattr(value, "__version__", None))
        elif isinstance(value, type):
            self.add_class(value)
        else:
            self.add_object(value)

    def add_all(self, kind: str, *values: Any) -> None:
        self.note(kind)
        for value in values:
            self.add(value)

    def add_collection(self, value: Any) -> None:
        if isinstance(value, dict):
            self.add_all("dict", len(value), *(one for item in value.items() for one in item))
        elif isinstance(value, (set, frozenset)):
            self.add_all("set", *sorted(value, key=repr))
        else:
            self.add_all(type(value).__name__, len(value), *value)
        if type(value) in (list, tuple, set, frozenset, dict):
            return
        self.add_all("kind", type(value), getattr(value, "default_factory", None))
        self.add_attributes(value)

    def add_attributes(self, value: Any) -> None:
        """Those of an object of the user's class, in its dictionary and in slots."""
        if _is_library(type(value).__module__):
            return
        self.add(getattr(value, "__dict__", None))
        for kind in type(value).__mro__:
            slots = vars(kind).get("__slots__", ())
            for name in [slots] if isinstance(slots, str) else slots:
                if name not in ("__dict__", "__weakref__"):
                    self.add_all(name, getattr(value, name, None))

    def add_code(self, code: types.CodeType) -> None:
        self.note(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        for constant in code.co_consts:
            self.add(constant)

    def add_function(self, function: types.FunctionType) -> None:
        is_own = not _is_library(function.__globals__.get("__name__"))
        self.add_all("function", function.__defaults__, function.__kwdefaults__, vars(function))
        if is_own:
            self.add(function.__code__)
            self.add_named(function.__code__, function.__globals__)
        else:
            self.note(function.__globals__["__name__"], function.__qualname__)
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:  # it is still empty
                self.note("empty")

    def add_named(self, code: types.CodeType, names: dict[str, Any]) -> None:
        """What the code names, among the global names and in the user's modules."""
        for name in code.co_names:
            if name not in names:
                continue
            self.add_all(name, names[name])
            self.add_named_in(names[name], code, set())
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self.add_named(constant, names)

    def add_named_in(self, module: Any, code: types.CodeType, seen: set[str]) -> None:
        """What the code names in a module of the user's, and in the modules within it."""
        if not isinstance(module, types.ModuleType) or _is_library(module.__name__):
            return
        if module.__name__ in seen:
            return
        seen.add(module.__name__)
        for name in code.co_names:
            if name in vars(module):
                self.add_all(name, vars(module)[name])
                self.add_named_in(vars(module)[name], code, seen)

    def add_class(self, kind: type) -> None:
        self.note("class", kind.__module__, kind.__qualname__)
        if _is_library(kind.__module__):
            return
        for base in kind.__bases__:
            self.add(base)
        for name, value in vars(kind).items():
            if name not in ("__dict__", "__weakref__", "__doc__", "__module__"):
                self.add_all(name, value)

    def add_object(self, value: Any) -> None:
        self.add(type(value))
        if hasattr(value, "__wrapped__"):
            self.add(value.__wrapped__)
        elif not _is_library(type(value).__module__):
            self.add_attributes(value)
            return
        try:
            self.note(pickle.dumps(value, 4))
        except Exception:  # of a kind that nothing is known of: its type is all
            pass
