#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks rules that every source file keeps, and prints a line for each violation.

    source_rules.py ROOT [--format]

  - One of the first two lines is the SPDX line of the licence, alone in a comment of the file's language. C++ headers and
    sources write it with //, the C header and C sources with /* */.
  - With --format: C and C++ files are formatted as .clang-format says. Requires clang-format.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

from layers import SOURCES, sources

IDENTIFIER = 'SPDX-License-Identifier: Apache-2.0'
HASH, SLASHES, BLOCK, MARKUP = f'# {IDENTIFIER}', f'// {IDENTIFIER}', f'/* {IDENTIFIER} */', f'<!-- {IDENTIFIER} -->'
# The line that files with an ending have; the first ending that matches counts.
SPDX_LINES = {
    'navnet/navnet.h': BLOCK, '.h': SLASHES, '.cpp': SLASHES, '.c': BLOCK, '.js': SLASHES, '.mjs': SLASHES, '.css': BLOCK,
    '.html': MARKUP, '.py': HASH, '.pyi': HASH, '.sh': HASH, '.cmake': HASH, 'CMakeLists.txt': HASH, '.gd': HASH,
}
CORPUS = 'tests/fuzz/corpus/'


def files_to_check(root):
    return sorted(file for file in sources(root, tuple(SPDX_LINES)) if not file.startswith(CORPUS))


def spdx_faults(root, files):
    """Files without the line of their language."""
    for file in files:
        expected = next(line for ending, line in SPDX_LINES.items() if file.endswith(ending))
        if expected not in (root / file).read_text(encoding='utf-8').split('\n')[:2]:
            yield f'{file}: none of its first two lines is "{expected}"'


def format_faults(root, files):
    """Files that clang-format would change."""
    if not shutil.which('clang-format'):
        raise SystemExit('clang-format is not installed: install it, or check without --format')
    run = subprocess.run(['clang-format', '--dry-run', '-Werror', *files], cwd=root, capture_output=True, text=True)
    changed = dict.fromkeys(line.split(':')[0] for line in run.stderr.splitlines() if ': error:' in line)
    if run.returncode != 0 and not changed:
        raise SystemExit(f'clang-format failed:\n{run.stderr}')
    return [f'{file}: not formatted; run clang-format -i {file}' for file in changed]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--format', action='store_true')
    options = parser.parse_args()
    files = files_to_check(options.root)
    if len(files) < 100:
        raise SystemExit(f'only {len(files)} files found below {options.root}')
    faults = list(spdx_faults(options.root, files))
    if options.format:
        faults += format_faults(options.root, [file for file in files if file.endswith(SOURCES)])
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        raise SystemExit(f'{len(faults)} violations')
    print(f'{len(files)} files checked')


if __name__ == '__main__':
    main()
