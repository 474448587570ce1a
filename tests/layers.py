#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the include graph and compares it with what the documents allow.

    layers.py ROOT [--links FILE]

docs/architecture.md says which folder may depend on which (the tables "Folders and targets" and "Rooms") and draws the
graph; CONTRIBUTING.md says where headers of third parties may be included. Fails, with a line for each violation, when
  - a file includes a header of a folder that its own may not depend on, or a private header of another module,
  - an entry of a table is used by no include, so that it allows more than there is,
  - the folders or the rooms of a module depend on each other in a cycle,
  - the drawing is not the table without the edges that follow from others,
  - the links between CMake's targets, listed in FILE, are not those of the table,
  - a header of a third party is included outside its files, or is in no row of its table,
  - an include is not written in the one style that CONTRIBUTING.md describes.
"""

import argparse
import fnmatch
import os
import pathlib
import re
import sys

SOURCES = ('.h', '.cpp', '.c')
# Tests are written against all modules; they and benchmarks may include private headers.
EVERYTHING = 'everything'
LOOK_INSIDE = ('bench', 'tests')
INCLUDE = re.compile(r'\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')


class Table:
    """The rows, as lists of cells, of the table below a heading of a text whose first column has a given title."""

    def __init__(self, text, name, heading, title):
        self.name = f'{name}, "{heading}"'
        section = re.search(rf'^## {re.escape(heading)}\n(.*?)(?=^## |\Z)', text, re.M | re.S)
        if not section:
            raise SystemExit(f'{name} has no section "{heading}"')
        self.section = section[1]
        table = re.search(rf'^\| {title} \|.*\n\|[-|]*\|\n((?:\|.*\|\n)+)', self.section, re.M)
        if not table:
            raise SystemExit(f'{self.name}: no table that begins with "| {title} |"')
        self.rows = [[cell.strip() for cell in row.strip('|').split('|')] for row in table[1].splitlines()]


def sources(root, endings=SOURCES):
    """All files whose names have one of the endings, without third-party code and build folders."""
    for folder, folders, files in os.walk(root):
        if 'CMakeCache.txt' in files:
            folders.clear()
            continue
        folders[:] = [name for name in folders if name not in ('build', 'node_modules') and not name.startswith('.')]
        for name in files:
            if name.endswith(endings):
                yield pathlib.Path(folder, name).relative_to(root).as_posix()


def marked(cell):
    """The `marked` words of a cell."""
    return re.findall(r'`([^`]+)`', cell)


def names(cell):
    """The folders that a cell lists."""
    return [] if cell in ('', '–') else [name.strip() for name in cell.split(',')]


def reachable(graph, node):
    found, todo = set(), [node]
    while todo:
        for other in graph.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def reduced(graph):
    """The edges that do not follow from others. Requires: no cycle."""
    return {(node, other) for node, others in graph.items() for other in others
            if not any(other in reachable(graph, third) for third in others if third != other)}


def cycle(graph):
    """A shortest cycle as a list of nodes whose last one is the first, or nothing."""
    found = None
    for start in sorted(graph):
        ways = [[start]]
        seen = set()
        while ways:  # In breadth.
            way = ways.pop(0)
            for other in sorted(graph.get(way[-1], ())):
                if other == start:
                    if not found or len(way) + 1 < len(found):
                        found = way + [other]
                elif other not in seen:
                    seen.add(other)
                    ways.append(way + [other])
    return found


class Layers:
    def __init__(self, root):
        self.root = root
        self.faults = []
        architecture = (root / 'docs/architecture.md').read_text()
        self.folders = Table(architecture, 'docs/architecture.md', 'Folders and targets', 'folder')
        self.rooms = Table(architecture, 'docs/architecture.md', 'Rooms', 'room')
        self.third_parties = Table((root / 'CONTRIBUTING.md').read_text(), 'CONTRIBUTING.md', 'How the code is laid out', 'library')
        self.allowed = {marked(row[0])[0].rstrip('/'): names(row[-1]) for row in self.folders.rows}
        self.modules = sorted(self.allowed, key=len, reverse=True)
        self.files = sorted(sources(root))
        self.known = set(self.files)
        self.angled = {}  # What stands between < and >, and the file.
        for file in self.files:
            place = re.search(r'/(?:include|internal)/(navnet/.*)$', file)
            if place:
                if place[1] in self.angled:
                    self.fault(f'{file} and {self.angled[place[1]]} are both <{place[1]}>')
                self.angled[place[1]] = file

    def fault(self, text):
        self.faults.append(text)

    def module(self, file):
        return next((module for module in self.modules if file.startswith(module + '/')), None)

    def source_root(self, module):
        """What includes of private headers are relative to."""
        return f'{module}/src' if any(file.startswith(f'{module}/src/') for file in self.files) else module.split('/')[0]

    def room(self, file):
        """The folder of a private or internal header or of a source, within its module; nothing for public headers."""
        module = self.module(file)
        if not module:
            return None
        short = module.split('/')[-1]
        place = re.match(rf'{module}/(?:src|internal/navnet/internal/{short})/(?:(.*)/)?[^/]+$', file)
        return None if not place else place[1] or '.'

    def check(self):
        self.uses, self.room_uses, third_party_uses = {}, {}, set()
        roots = {module: self.source_root(module) for module in self.modules}
        for file in self.files:
            module = self.module(file)
            if not module:
                self.fault(f'{file}: its folder is not in {self.folders.name}')
                continue
            kinds = []
            for number, line in enumerate((self.root / file).read_text(errors='replace').splitlines(), 1):
                include = INCLUDE.match(line)
                if not include:
                    continue
                at = f'{file}:{number}'
                if include[2] is not None:
                    target = self.quoted(at, file, module, include[2], roots)
                    kinds.append((2, at, line))
                elif include[1].startswith('navnet/'):
                    target = self.angled.get(include[1])
                    if not target:
                        self.fault(f'{at}: there is no header <{include[1]}>')
                    kinds.append((1, at, line))
                else:
                    target = None
                    row = self.third_party(at, file, include[1])
                    third_party_uses.add(row)
                    kinds.append((3 if row and not row.startswith('the system') else 4, at, line))
                if target:
                    self.edge(at, file, module, target, line.strip())
            self.order(file, kinds)
        self.compare_modules()
        self.compare_rooms()
        self.compare_drawing()
        for row in self.third_parties.rows:
            if row[0] not in third_party_uses:
                self.fault(f'{self.third_parties.name}: no file includes a header of {row[0]}')

    def quoted(self, at, file, module, path, roots):
        """The private header that a quoted include names."""
        own = f'{roots[module]}/{path}'
        found = {own} & self.known
        if module in LOOK_INSIDE or module.startswith(tuple(f'{name}/' for name in LOOK_INSIDE)):
            found |= {f'{root}/{path}' for root in roots.values()} & self.known
        if '..' in path.split('/') or not found:
            self.fault(f'{at}: "{path}" is not a file below {roots[module]}/, which includes of private headers are relative to')
            return None
        if len(found) > 1:
            self.fault(f'{at}: "{path}" may be any of {", ".join(sorted(found))}')
        return own if own in found else min(found)

    def third_party(self, at, file, header):
        """The row of the third party that a header is of, or nothing for the standard library."""
        if re.fullmatch(r'[a-z_0-9]+', header):
            return None
        for row in self.third_parties.rows:
            if any(header.startswith(name) if name.endswith('/') else fnmatch.fnmatchcase(header, name) for name in marked(row[1])):
                places = marked(row[2])
                if not any(file.startswith(place) if place.endswith('/') else fnmatch.fnmatchcase(file, place) for place in places):
                    self.fault(f'{at}: <{header}> is a header of {row[0]}, which may be included in {", ".join(places)} alone '
                               f'({self.third_parties.name})')
                return row[0]
        self.fault(f'{at}: <{header}> is in no row of {self.third_parties.name}')
        return header

    def edge(self, at, file, module, target, line):
        other = self.module(target)
        if '/include/' in target:
            pass
        elif '/include/' in file:
            self.fault(f'{at}: {line}: a public header may not include one that is not')
        elif '/internal/' in file and '/internal/' not in target:
            self.fault(f'{at}: {line}: an internal header may not include a private one')
        if other == module:
            if self.room(file) and self.room(target) and self.room(file) != self.room(target):
                rooms = self.room_uses.setdefault(module, {})
                rooms.setdefault(self.room(file), {}).setdefault(self.room(target), at)
            return
        self.uses.setdefault(module, {}).setdefault(other, at)
        if EVERYTHING in self.allowed[module]:
            return
        if other not in self.allowed[module]:
            self.fault(f'{at}: {line}: {module} may not depend on {other} ({self.folders.name})')

    def order(self, file, kinds):
        """The file's own header, NavNet's public and internal ones, private ones, third parties', the standard library's."""
        for (before, _, _), (kind, at, line) in zip(kinds[1:], kinds[2:]):
            if kind < before:
                self.fault(f'{at}: {line.strip()} is out of order: expected the own header, <navnet/…>, "…", third parties, '
                           'the standard library')

    def compare_modules(self):
        for module, others in self.allowed.items():
            for other in others:
                if other != EVERYTHING and other not in self.allowed:
                    self.fault(f'{self.folders.name}: {module} depends on {other}, which is no folder of the table')
                elif other != EVERYTHING and other not in self.uses.get(module, {}):
                    self.fault(f'{self.folders.name}: {module} depends on {other}, but includes no header of it')
        for graph, text in ((self.allowed, 'the table has'), (self.uses, 'the includes have')):
            found = cycle({module: [other for other in others if other != EVERYTHING] for module, others in graph.items()})
            if found:
                at = ''.join(f'\n  {self.uses[a][b]}' for a, b in zip(found, found[1:]) if b in self.uses.get(a, {}))
                self.fault(f'{text} a cycle of folders: {" -> ".join(found)}{at}')

    def compare_rooms(self):
        allowed = {}
        for row in self.rooms.rows:
            module, _, room = marked(row[0])[0].partition('/src')
            allowed.setdefault(module, {})[room.strip('/') or '.'] = ['.' if name == 'src' else name for name in names(row[1])]
        there = {}
        for file in self.files:
            if self.room(file):
                there.setdefault(self.module(file), set()).add(self.room(file))
        for module, rooms in there.items():
            if len(rooms) == 1:
                continue
            for room in rooms - set(allowed.get(module, {})):
                self.fault(f'{self.rooms.name} has no row for {module}/src/{room}')
        for module, rooms in allowed.items():
            uses = self.room_uses.get(module, {})
            for room, others in rooms.items():
                if room not in there.get(module, ()):
                    self.fault(f'{self.rooms.name}: there is no {module}/src/{room}')
                for other in uses.get(room, {}):
                    if other not in others:
                        self.fault(f'{uses[room][other]}: {module}/src/{room} may not depend on {module}/src/{other} ({self.rooms.name})')
                for other in others:
                    if other not in uses.get(room, {}):
                        self.fault(f'{self.rooms.name}: {module}/src/{room} depends on {other}, but includes no header of it')
        for module, uses in self.room_uses.items():
            found = cycle(uses)
            if found:
                at = ''.join(f'\n  {uses[a][b]}' for a, b in zip(found, found[1:]))
                self.fault(f'the rooms of {module} have a cycle: {" -> ".join(found)}{at}')

    def compare_drawing(self):
        drawing = re.search(r'^```mermaid\n(.*?)^```', self.folders.section, re.M | re.S)
        if not drawing:
            self.fault(f'{self.folders.name}: no drawing')
            return
        titles = dict(re.findall(r'(\w+)\["([^"]+)"\]', drawing[1]))
        lines = re.findall(r'^ *(\w+)(?:\[[^]]*\])? --> (.+)$', drawing[1], re.M)
        drawn = {(titles.get(a, a), titles.get(b.strip(), b.strip())) for a, others in lines for b in others.split('&')}
        graph = {module: others for module, others in self.allowed.items() if EVERYTHING not in others}
        if cycle(graph):
            return
        for a, b in sorted(drawn - reduced(graph)):
            self.fault(f'{self.folders.name}: the drawing has {a} --> {b}, which the table has not, or which follows from other edges')
        for a, b in sorted(reduced(graph) - drawn):
            self.fault(f'{self.folders.name}: the drawing lacks {a} --> {b}')

    def compare_links(self, lines):
        """Lines "FOLDER TARGET FOLDER TARGET": the second target is linked into the first."""
        links, built = {}, set()
        for line in lines:
            folder, target, *linked = line.split()
            module = self.module(folder + '/')
            built.add(module)
            if linked:
                other = self.module(linked[0] + '/')
                if other != module:
                    links.setdefault(module, {}).setdefault(other, f'{target} links {linked[1]}')
        if len(built) < 5:
            self.fault('the list of links names no more than four folders: it does not show them')
        for module in built - {None}:
            if EVERYTHING in self.allowed[module]:
                continue
            for other, text in links.get(module, {}).items():
                if other not in self.allowed[module]:
                    self.fault(f'{module}/CMakeLists.txt: {text}, but {module} may not depend on {other} ({self.folders.name})')
            for other in self.allowed[module]:
                if other not in links.get(module, {}):
                    self.fault(f'{self.folders.name}: {module} depends on {other}, but no target of {module} links one of {other}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--links', type=pathlib.Path)
    options = parser.parse_args()
    layers = Layers(options.root)
    layers.check()
    if options.links:
        layers.compare_links(options.links.read_text().splitlines())
    for fault in layers.faults:
        print(fault, file=sys.stderr)
    if len(layers.files) < 100:
        raise SystemExit(f'only {len(layers.files)} files found: the check does not see them')
    if layers.faults:
        raise SystemExit(f'{len(layers.faults)} violations')
    edges = sum(len(others) for others in layers.uses.values())
    print(f'{len(layers.files)} files in {len(layers.modules)} folders, {edges} edges between them, as documented')


if __name__ == '__main__':
    main()
