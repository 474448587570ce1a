# SPDX-License-Identifier: Apache-2.0
"""Compares docs/commands.md with the command's help: command_reference_test.py NAVNET COMMANDS.md

Every option of every subcommand stands in that command's section, and every option that stands there is one it has.
"""

import re
import subprocess
import sys

navnet, page = sys.argv[1:]
text = open(page, encoding="utf-8").read()


def help_of(*arguments):
    return subprocess.run([navnet, *arguments, "--help"], capture_output=True, text=True, check=True).stdout


def options_in(lines):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", lines))


# "  name      description", below "Subcommands:".
commands = re.findall(r"^  ([a-z]+) ", help_of().split("Subcommands:")[1], re.MULTILINE)
assert len(commands) >= 8, commands
sections = dict(re.findall(r"^## navnet ([a-z]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
wrong = [f"no section for {c}" for c in commands if c not in sections]
wrong += [f"a section for {s}, which is no command" for s in sections if s not in commands]
for name in set(commands) & set(sections):
    # The line of an option begins with it; other mentions do not count.
    own = options_in("\n".join(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", help_of(name), re.MULTILINE))) - {"--help"}
    documented = options_in(sections[name])
    wrong += [f"{name}: {o} is not on the page" for o in sorted(own - documented)]
    wrong += [f"{name}: the page names {o}, which it does not have" for o in sorted(documented - own)]
if wrong:
    raise SystemExit("\n".join(wrong))
print(f"{len(commands)} commands, all options on the page")
