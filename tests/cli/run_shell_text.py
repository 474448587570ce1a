# SPDX-License-Identifier: Apache-2.0
"""Runs the shell commands of a text in order, in an empty folder:
run_shell_text.py [--without=COMMAND] FILE.md FOLDER PROGRAM…

Lines that begin with COMMAND, which this build does not have, are left out.
PROGRAMs are found by their names. A text's C++ program, compiled elsewhere, is PROGRAM number two: it runs where the text
shows it. A command that ends badly fails the text, unless it begins with "! ", which must.
"""

import os
import re
import shutil
import subprocess
import sys

arguments = sys.argv[1:]
without = arguments.pop(0).removeprefix("--without=") if arguments[0].startswith("--without=") else None
text_file, folder, *programs = arguments
text = open(text_file, encoding="utf-8").read()
blocks = re.findall(r"^```(sh|cpp)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
if not any(language == "sh" for language, _ in blocks):
    raise SystemExit(f"{text_file} has no shell commands")
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
environment = dict(os.environ, PATH=os.path.dirname(programs[0]) + os.pathsep + os.environ["PATH"])
for language, block in blocks:
    if without:
        block = re.sub(rf"^{re.escape(without)} .*\n", "", block, flags=re.MULTILINE)
    # "! command" never ends a shell with -e, so the condition is inverted.
    script = re.sub(r"^! (.*)$", r"if \1; then echo 'should have failed'; exit 1; fi", block, flags=re.MULTILINE)
    command = ["bash", "-euo", "pipefail", "-c", script] if language == "sh" else [programs[1]]
    print(f"--- {block if language == 'sh' else programs[1]}", flush=True)
    result = subprocess.run(command, cwd=folder, env=environment, check=False)
    if result.returncode != 0:
        raise SystemExit(f"{text_file}: ended with {result.returncode}:\n{block}")
print(f"{len(blocks)} blocks run")
