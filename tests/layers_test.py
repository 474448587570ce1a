#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants violations into a copy of the sources and expects layers.py to find each of them and its place.

    layers_test.py ROOT LINKS
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name('layers.py')
SOURCES = ('.h', '.cpp', '.c')


def include(line):
    """A change that adds an include to a source, behind its own header."""
    return lambda text: re.sub(r'^(#include .*\n)', rf'\1\n{line}\n', text, count=1, flags=re.M)


def replace(old, new):
    def change(text):
        if old not in text:
            raise SystemExit(f'nothing to plant: there is no "{old}"')
        return text.replace(old, new, 1)
    return change


# (violation, file, change, expected message)
PLANTED = [
    ('an include upwards', 'core/src/result.cpp', include('#include <navnet/net/net.h>'),
     r'core/src/result\.cpp:\d+: #include <navnet/net/net\.h>: core may not depend on navnet/net '),
    ('an internal header of a module that is not linked', 'runtime/src/level/free_air.cpp',
     include('#include <navnet/internal/voxel/sample/sample_for.h>'),
     r'runtime/src/level/free_air\.cpp:\d+: .*: runtime may not depend on voxel '),
    ('a private header of another module', 'live/src/live_grids.cpp', include('#include "cells/cut.h"'),
     r'live/src/live_grids\.cpp:\d+: "cells/cut\.h" is not a file below live/src/'),
    ('a cycle of folders', 'navnet/net/src/net_quality.cpp', include('#include <navnet/runtime/walk.h>'),
     r'the includes have a cycle of folders: navnet/net -> runtime -> navnet/net\n  navnet/net/src/net_quality\.cpp:\d+\n  runtime/'),
    ('a cycle of rooms', 'voxel/src/grid/free_space.cpp', include('#include "sample/grid_plan.h"'),
     r'the rooms of voxel have a cycle: grid -> sample -> grid\n  voxel/src/grid/free_space\.cpp:\d+\n'),
    ('a dependency of rooms that the table has not', 'runtime/src/walk/funnel.cpp', include('#include "flight/corridor.h"'),
     r'runtime/src/walk/funnel\.cpp:\d+: runtime/src/walk may not depend on runtime/src/flight '),
    ('a room that the table has not', 'voxel/src/attic/attic.cpp', lambda text: '',
     r'docs/architecture\.md, "Rooms" has no row for voxel/src/attic'),
    ('a folder that the table has not', 'attic/attic.cpp', lambda text: '', r'attic/attic\.cpp: its folder is not in '),
    ('a public header that includes an internal one', 'core/include/navnet/core/mesh.h',
     include('#include <navnet/internal/core/text.h>'),
     r'core/include/navnet/core/mesh\.h:\d+: .*: a public header may not include one that is not'),
    ('an internal header that includes a private one', 'navnet/bake/internal/navnet/internal/bake/cells/neighbours.h',
     include('#include "cells/cut.h"'), r'cells/neighbours\.h:\d+: .*: an internal header may not include a private one'),
    ('a third party outside its files', 'runtime/src/walk/funnel.cpp', include('#include <boost/polygon/polygon.hpp>'),
     r'runtime/src/walk/funnel\.cpp:\d+: <boost/polygon/polygon\.hpp> is a header of Boost\.Polygon, which may be included in '),
    ('an unknown third party', 'core/src/mesh.cpp', include('#include <fmt/core.h>'),
     r'core/src/mesh\.cpp:\d+: <fmt/core.h> is in no row of CONTRIBUTING\.md'),
    ('an include relative to the file', 'runtime/src/walk/funnel.cpp', replace('"walk/funnel.h"', '"funnel.h"'),
     r'runtime/src/walk/funnel\.cpp:\d+: "funnel\.h" is not a file below runtime/src/'),
    ('an include out of order', 'voxel/src/sample/grid_plan.cpp',
     replace('#include "triangles/fixed_mesh.h"\n', '#include "triangles/fixed_mesh.h"\n#include <navnet/core/mesh.h>\n'),
     r'voxel/src/sample/grid_plan\.cpp:\d+: #include <navnet/core/mesh\.h> is out of order'),
    ('a row that allows more than there is', 'docs/architecture.md',
     replace('| xxHash | core |', '| xxHash | core, voxel |'), r'navnet/net depends on voxel, but includes no header of it'),
    ('a drawing without an arrow', 'docs/architecture.md', replace('  runtime --> net\n', ''), r'the drawing lacks runtime --> navnet/net'),
    ('a drawing with an arrow too many', 'docs/architecture.md', replace('  voxel --> core\n', '  voxel --> core & worlds\n'),
     r'the drawing has voxel --> worlds'),
    ('a link that the table has not', 'links.txt', lambda text: text + 'runtime navnet_runtime voxel navnet_voxel\n',
     r'runtime/CMakeLists\.txt: navnet_runtime links navnet_voxel, but runtime may not depend on voxel '),
    ('a link that is missing', 'links.txt', replace('runtime navnet_runtime navnet/net navnet_net\n', ''),
     r'runtime depends on navnet/net, but no target of runtime links one of navnet/net'),
]


def check(tree):
    run = subprocess.run([sys.executable, '-B', CHECK, tree, '--links', tree / 'links.txt'], capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def main():
    root, links = map(pathlib.Path, sys.argv[1:])
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        # What is under the root but not of the sources, such as builds, is left out.
        modules = re.findall(r'^\| `([a-z]+)/', (root / 'docs/architecture.md').read_text(), re.M)
        for file in (file for module in sorted(set(modules)) for file in (root / module).rglob('*') if file.suffix in SOURCES):
            copy = tree / file.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        (tree / 'docs').mkdir()
        for file in ('docs/architecture.md', 'CONTRIBUTING.md'):
            shutil.copyfile(root / file, tree / file)
        shutil.copyfile(links, tree / 'links.txt')
        status, output = check(tree)
        if status != 0:
            raise SystemExit(f'the sources as they are: status {status}\n{output}')
        for what, name, change, expected in PLANTED:
            file = tree / name
            before = file.read_text() if file.exists() else None
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(change(before or ''))
            status, output = check(tree)
            if status != 1 or not re.search(expected, output):
                failures += 1
                print(f'{what}: expected status 1 and "{expected}", got status {status} and\n{output}', file=sys.stderr)
            if before is None:
                shutil.rmtree(file.parent)
            else:
                file.write_text(before)
    if failures:
        raise SystemExit(f'{failures} of {len(PLANTED)} violations were not found')
    print(f'{len(PLANTED)} violations, each found')


if __name__ == '__main__':
    main()
