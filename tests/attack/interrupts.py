# SPDX-License-Identifier: Apache-2.0
"""Interrupts the command at random times.

    interrupts.py NAVNET [--rounds N] [--seed N]

Each round starts a command that takes seconds and sends it SIGTERM or SIGINT after a random time, chosen by the seed. It
must end, with status 128 plus the signal's number, or 0 if it had finished before. Each output file is complete or
unchanged, and there are no other files.
"""

import argparse
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

WATCHDOG_S = 20  # Not a measurement: far longer than ending takes on the slowest machine, far shorter than the work.
LATEST_S = 2.5
OLD = "what was here before\n"


def commands(folder):
    """For each command: arguments, the files it writes, and other files that may exist afterwards."""
    net, world = str(folder / "net.navnet"), "builtin:city,size=200"
    return [
        (["bake", "builtin:town,n=400", "--radius", "0.3", "--walk", "-o", "out.navnet"], ["out.navnet"]),
        (["bake", "builtin:asteroids,triangles=3000000", "--voxel", "0.7", "-o", "out.navnet", "--vdb", "out.vdb"],
         ["out.navnet", "out.vdb"]),
        (["bake", "builtin:cave,triangles=400000", "--align", "auto", "--radius", "0.4", "-o", "out.navnet"],
         ["out.navnet"]),
        (["sample", "builtin:asteroids,triangles=2000000", "--voxel", "0.5", "--radius", "0,3", "--vdb", "out.vdb"],
         ["out.vdb"]),
        (["bench", world, "--radius", "0.5", "--voxel", "0.5", "--queries", "1000000"], []),
        (["verify", net, world, "--queries", "10000000"], []),
        (["demo", "station", "--out", "."], ["station.navnet", "station.flight.json", "station.html"]),
        (["view", net, "--world", world, "--out", "out.html"], ["out.html"]),
        (["export", net, "--out", "out.vdb"], ["out.vdb"]),
    ]  # fmt: skip


def check(navnet, folder, chance):
    """Runs one round. Returns an error message or "", and whether the command was interrupted."""
    arguments, outputs = chance.choice(commands(folder))
    number, delay_s = chance.choice([signal.SIGTERM, signal.SIGINT]), chance.random() ** 2 * LATEST_S
    prefix = f"navnet {' '.join(arguments)}: {number.name} after {delay_s:.3f} s: "
    with tempfile.TemporaryDirectory(dir=folder) as name:
        own = pathlib.Path(name)
        for output in outputs:
            (own / output).write_text(OLD)
        process = subprocess.Popen([navnet, *arguments], cwd=own, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   text=True)  # fmt: skip
        time.sleep(delay_s)
        process.send_signal(number)
        try:
            err = process.communicate(timeout=WATCHDOG_S)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return prefix + f"it did not end within {WATCHDOG_S} s", True
        # Before the command handles the signal, the default action ends it.
        status = 128 - process.returncode if process.returncode < 0 else process.returncode
        if status not in (0, 128 + number):
            return prefix + f"ended with {process.returncode}: {err}", True
        others = sorted({f.name for f in own.iterdir()} - set(outputs))
        if others:
            return prefix + f"left {others} behind", True
        for output in outputs:
            is_new = (own / output).read_bytes() != OLD.encode()
            if status == 0 and not is_new and output != "station.html":
                return prefix + f"exit status 0, but {output} is unchanged", False
            if is_new and output.endswith(".navnet"):
                subprocess.run([navnet, "info", str(own / output)], check=True, stdout=subprocess.DEVNULL)
    return "", status != 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("navnet", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    navnet = str(asked.navnet.resolve())
    chance = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([navnet, "bake", "builtin:city,size=200", "--voxel", "1", "--radius", "0.5", "-o",
                        str(folder / "net.navnet")], check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        rounds = [check(navnet, folder, chance) for _ in range(asked.rounds)]
    wrong = [what for what, _ in rounds if what]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(rounds)} interrupts, {sum(i for _, i in rounds)} in the midst of work: all ended, nothing half-written")


main()
