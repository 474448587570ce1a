# SPDX-License-Identifier: Apache-2.0
"""Runs the Python code blocks of a text as one program: run_text.py FILE.md"""

import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
blocks = list(re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
if not blocks:
    raise SystemExit(f"{sys.argv[1]} has no Python code")
# Lines keep their numbers, so that a failure names the line of the text.
program = [""] * text.count("\n")
for block in blocks:
    first = text.count("\n", 0, block.start(1))
    for offset, line in enumerate(block.group(1).splitlines()):
        program[first + offset] = line
exec(compile("\n".join(program), sys.argv[1], "exec"), {"__name__": "__main__"})
print(f"{len(blocks)} blocks run")
