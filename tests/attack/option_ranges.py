# SPDX-License-Identifier: Apache-2.0
"""Passes invalid numbers to every number option of the command.

    option_ranges.py NAVNET [--rounds N] [--seed N]

The options are those that `navnet COMMAND --help` lists. Each must state its range there. For any value, the command
must end with status 0, 1 or 2; for values out of range it must be 2, with one line of text that names the option. A
round tests some values of each option, chosen by the seed; many rounds test all of them.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

WATCHDOG_S = 120
VALUES = ["nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "-1", "0", "1e20", "2147483648", "9223372036854775808", "",
          "1x", "1,2"]  # fmt: skip
VALUES_A_ROUND = 2
# Types of options that are not numbers.
WORDS = {"FILE", "NET", "DIR", "WORLD", "NAME", "LOG", "FILE.3dscen", "y|z", "fly|walk", "fly|walk|any", "world|auto",
         "fast|balanced|best", "all|outside|largest|seeds", "cells|volumes"}  # fmt: skip
# A floor of 8 m by 8 m and a step on it.
WORLD = """v 0 0 0
v 8 0 0
v 8 8 0
v 0 8 0
v 2 2 0.2
v 4 2 0.2
v 4 4 0.2
v 2 4 0.2
f 1 2 3 4
f 5 6 7 8
"""


def run(navnet, arguments, folder):
    return subprocess.run([navnet, *arguments], capture_output=True, text=True, timeout=WATCHDOG_S, cwd=folder)


def options_of(navnet, command):
    """Name, type and help of each option that takes a value."""
    text = subprocess.run([navnet, command, "--help"], capture_output=True, text=True, check=True).stdout
    entries = re.split(r"^  (?=-)", text, flags=re.MULTILINE)[1:]
    for entry in entries:
        head = re.match(r"(?:-\w,)?(--[a-z-]+)(?: (\S+))?", entry)
        kind = (head.group(2) or "").split("=")[0]
        if head.group(1) != "--help" and kind and kind[0].isalpha():
            yield head.group(1), kind, " ".join(entry.split())


def values_for(kind, bad):
    """The option's value with a bad number in it."""
    if kind.startswith("KIND"):
        return "ladder,1,1,0,2,2," + bad
    if kind.startswith("LAT"):
        return "47," + bad
    if kind.startswith("X,Y,Z"):
        count = kind.count(",") + 1
        return ",".join(["1", "2", "3", "4", "5", "6", "7"][: count - 1] + [bad])
    if kind.startswith("R["):
        return "0," + bad if bad else bad
    return bad


def is_in_range(kind, text, bad):
    """Whether the stated range allows a value; None where a list has several ranges."""
    try:
        number = float(bad)
    except ValueError:
        return None if "," in bad and "[" in kind else False  # Some lists may be longer.
    if number != number or abs(number) == float("inf"):
        return False
    stated = re.search(r"Range: (0, or )?(-?[\d.e+-]+) to (-?[\d.e+-]+)$", text)
    if not stated:
        return None
    or_zero, low, high = stated.groups()
    whole = kind.split("|")[0] == "N"
    if whole and not re.fullmatch(r"-?\d+", bad):
        return False
    if whole:
        return int(low) <= int(bad) <= int(high)
    return float(low) <= number <= float(high) or (bool(or_zero) and number == 0)


def bases(folder):
    """For each command, arguments of a short run."""
    world, net = str(folder / "world.obj"), str(folder / "net.navnet")
    bake = [world, "--up=z", "--voxel=0.5", "--radius=0.3", "--walk", "--threads=1"]
    ends = ["--from=1,1,1", "--to=7,7,1", "--radius=0.3"]
    return {
        "bake": [*bake, "-o", "out.navnet"],
        "bench": [*bake, "--queries=3"],
        "sample": [world, "--voxel=0.5", "--radius=0.3", "--vdb", "out.vdb"],
        "query": [net, *ends, "--mode=any"],
        "verify": [net, world, "--queries=3", "--up=z"],
        "view": [net, "--world", world, "--out", "out.html"],
        "demo": ["world", world, "--up=z", "--no-page", "--agents=2", "--out", "out"],
        "export": [net, "--out", "out.glb"],
    }


def without(arguments, option):
    return [a for a in arguments if not a.startswith(option + "=")]


def check(navnet, folder, command, arguments, option, kind, text, bad):
    """Returns what is wrong with the command's answer, or ""."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        given = f"{option}={values_for(kind, bad)}"
        prefix = f"navnet {command} {given}: "
        try:
            ended = run(navnet, [command, *without(arguments, option), given], own)
        except subprocess.TimeoutExpired:
            return prefix + f"did not end within {WATCHDOG_S} s"
        temporaries = [name for name in os.listdir(own) if name.startswith(".")]
        if temporaries:
            return prefix + f"left {temporaries} behind"
        if ended.returncode not in (0, 1, 2):
            return prefix + f"ended with {ended.returncode}: {ended.stderr}"
        if ended.returncode == 2 and not re.fullmatch(r"navnet: [^\n]+\n", ended.stderr):
            return prefix + f"said {ended.stderr!r}"
        if is_in_range(kind, text, bad) is False:
            if ended.returncode != 2:
                return prefix + f"is out of range, and ended with {ended.returncode}"
            if option not in ended.stderr:
                return prefix + f"does not name the option: {ended.stderr}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("navnet", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    navnet = str(asked.navnet.resolve())
    chance = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "world.obj").write_text(WORLD)
        started = bases(folder)
        made = run(navnet, ["bake", *started["bake"][:-1], "net.navnet"], folder)
        assert made.returncode == 0, made.stderr
        jobs, options = [], 0
        for command, arguments in started.items():
            for option, kind, text in options_of(navnet, command):
                if kind in WORDS:
                    continue
                assert "Range: " in text, f"navnet {command} {option}: states no range: {text}"
                options += 1
                taken = set()
                for _ in range(asked.rounds):
                    taken.update(chance.sample(VALUES, VALUES_A_ROUND))
                jobs += [(command, arguments, option, kind, text, bad) for bad in sorted(taken)]
        assert options > 60, f"only {options} options found: has the format of the help changed?"
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [w for w in pool.map(lambda job: check(navnet, folder, *job), jobs) if w]
        if wrong:
            sys.exit("\n".join(wrong))
        print(f"{options} number options, {len(jobs)} values: all rejected or accepted, no crash and no hang")


main()
