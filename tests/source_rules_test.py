#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants violations into a copy of the sources and expects source_rules.py to find each of them, and no other.

    source_rules_test.py ROOT
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from source_rules import BLOCK, HASH, MARKUP, SLASHES, files_to_check

CHECK = pathlib.Path(__file__).with_name('source_rules.py')


def replace(old, new):
    def change(text):
        if old not in text:
            raise SystemExit(f'nothing to plant: there is no "{old}"')
        return text.replace(old, new, 1)
    return change


def missing(file, line):
    return rf'{re.escape(file)}: none of its first two lines is "{re.escape(line)}"\n1 violations\n'


def without(file, line):
    """The violation of a file that lost its line."""
    return 'a file without the line', file, replace(f'{line}\n', ''), missing(file, line)


# (what is planted, its file, the change, what must be printed)
PLANTED = [
    without('core/src/result.cpp', SLASHES),
    without('core/include/navnet/core/mesh.h', SLASHES),
    without('bindings/c/include/navnet/navnet.h', BLOCK),
    without('tests/bindings/c/c_api_test.c', BLOCK),
    without('viewer/page/src/main.js', SLASHES),
    without('viewer/page/bundle.mjs', SLASHES),
    without('viewer/page/style.css', BLOCK),
    without('viewer/page/page.html', MARKUP),
    without('tests/layers.py', HASH),
    without('run.sh', HASH),
    without('cmake/NavNetInstall.cmake', HASH),
    without('core/CMakeLists.txt', HASH),
    without('demos/godot/project/stage.gd', HASH),
    ('a new file without the line', 'attic/attic.cpp', lambda text: '', missing('attic/attic.cpp', SLASHES)),
    ('a C file with a C++ comment', 'tests/bindings/c/c_exit_test.c', replace(BLOCK, SLASHES),
     missing('tests/bindings/c/c_exit_test.c', BLOCK)),
    ('another licence', 'core/src/mesh.cpp', replace('Apache-2.0', 'MIT'), missing('core/src/mesh.cpp', SLASHES)),
    ('the line too far down', 'core/src/mesh.cpp', lambda text: '\n\n' + text, missing('core/src/mesh.cpp', SLASHES)),
]
FORMAT = ('a file that is not formatted', 'core/src/mesh.cpp', lambda text: text + 'int  x;\n',
          # Other versions of clang-format may find more.
          r'(?s).*core/src/mesh\.cpp: not formatted; run clang-format -i core/src/mesh\.cpp\n.*')
NO_FORMATTER = ('a machine without clang-format', 'core/src/mesh.cpp', lambda text: text,
                r'clang-format is not installed: install it, or check without --format\n')


def check(tree, *options, env=None):
    run = subprocess.run([sys.executable, '-B', CHECK, tree, *options], env=env, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def is_found(tree, planted, *options, env=None):
    """Plants one violation, checks, and restores the file."""
    what, name, change, expected = planted
    file = tree / name
    before = file.read_text() if file.exists() else None
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(change(before or ''))
    status, printed = check(tree, *options, env=env)
    if before is None:
        shutil.rmtree(file.parent)
    else:
        file.write_text(before)
    if status == 1 and re.fullmatch(expected, printed):
        return True
    print(f'{what}: expected status 1 and "{expected}", got status {status} and\n{printed}', file=sys.stderr)
    return False


def main():
    root = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        for file in files_to_check(root):
            (tree / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / file, tree / file)
        shutil.copyfile(root / '.clang-format', tree / '.clang-format')
        # Files of builds and of the fuzz corpus have no rules.
        for name in ('build/release/made.cpp', 'tests/fuzz/corpus/mesh/made.py'):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text('')
        status, printed = check(tree)
        if status != 0:
            raise SystemExit(f'the sources without a planted violation: status {status}\n{printed}')
        found = [is_found(tree, planted) for planted in PLANTED]
        found.append(is_found(tree, NO_FORMATTER, '--format', env={'PATH': ''}))
        if shutil.which('clang-format'):
            found.append(is_found(tree, FORMAT, '--format'))
    if not all(found):
        raise SystemExit(f'{found.count(False)} of {len(found)} violations were not found')
    print(f'{len(found)} violations, each found')


if __name__ == '__main__':
    main()
