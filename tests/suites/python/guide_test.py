"""Runs the examples of a guide: python3 guide_test.py GUIDE.md

In a block of a session each statement follows ">>> " or "... ", and what it prints is compared with
the lines behind it, where "…" stands for anything. The blocks of a guide share their names."""

import doctest
import re
import sys

with open(sys.argv[1], encoding="utf-8") as opened:
    text = opened.read()
blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
names = {}
failed = 0
for block in blocks:
    if not block.startswith(">>>"):
        exec(compile(block, sys.argv[1], "exec"), names)
        continue
    test = doctest.DocTestParser().get_doctest(block.replace("…", "..."), names, sys.argv[1], "", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    failed += runner.failures
print(f"{len(blocks)} blocks")
sys.exit(failed > 0 or not blocks)
