# SPDX-License-Identifier: Apache-2.0
"""Compares the time of navnet.Navigator.find_all with that of Navigator::FindAll, on the same net and queries.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/python_batch_bench.py build/release/bin/batch_bench

Both are warmed up and then take turns. Prints one line for each repetition and the ratio of the medians of throughput,
by the clock and by processor time, which others on the machine disturb less; 1 means that Python costs nothing. Fails if
the answers differ.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile
import time

import numpy as np

import navnet

arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
arguments.add_argument("batch_bench", help="the C++ program")
arguments.add_argument("--queries", type=int, default=100_000)
arguments.add_argument("--size", type=float, default=400, help="of the city, in metres")
arguments.add_argument("--voxel", type=float, default=1.0, help="in metres")
arguments.add_argument("--radius", type=float, default=0.5, help="of the agents, in metres")
arguments.add_argument("--threads", type=int, default=0)
arguments.add_argument("--repeats", type=int, default=5)
options = arguments.parse_args()

net = navnet.bake(
    navnet.worlds.city(seed=1, size_m=options.size), voxel_m=options.voxel, radii_m=[options.radius], keep="outside"
)
navigator = navnet.Navigator(net)
free = navigator.random_free(options.radius, seed=1, count=2 * options.queries)
starts, goals = free[: options.queries].copy(), free[options.queries :].copy()

with tempfile.TemporaryDirectory() as folder:
    net_file, query_file = pathlib.Path(folder, "city.navnet"), pathlib.Path(folder, "queries")
    net.save(net_file)
    np.hstack([starts, goals]).tofile(query_file)
    command = [options.batch_bench, net_file, query_file, str(options.radius), str(options.threads), "2"]

    def run_cpp():
        """Wall time and processor time in seconds of the second of two runs, and the results."""
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        clock, processor, complete, points, length_m = run.stdout.splitlines()[-1].split()
        return (float(clock), float(processor)), (int(complete), int(points), float(length_m))

    def run_python():
        begin = time.perf_counter(), time.process_time()
        paths = navigator.find_all(starts, goals, options.radius, threads=options.threads)
        seconds = time.perf_counter() - begin[0], time.process_time() - begin[1]
        complete = int((paths.status == navnet.PathStatus.COMPLETE).sum())
        return seconds, (complete, len(paths.points), sum(paths.length_m.tolist()))

    print(f"{net!r}, {options.queries} queries, {options.threads or 'all'} threads")
    run_python()
    cpp_s, python_s = [], []
    for _ in range(options.repeats):
        seconds, cpp = run_cpp()
        cpp_s.append(seconds)
        seconds, python = run_python()
        python_s.append(seconds)
        if cpp != python:
            raise SystemExit(f"the answers differ: {cpp} and {python}")
        rates = [options.queries / s[-1][0] for s in (cpp_s, python_s)]
        print(f"C++ {rates[0]:9.0f} queries/s   Python {rates[1]:9.0f} queries/s   ratio {rates[1] / rates[0]:.3f}")
    clock, processor = (
        statistics.median(s[i] for s in cpp_s) / statistics.median(s[i] for s in python_s) for i in (0, 1)
    )
    print(f"ratio of the medians: {clock:.3f} by the clock, {processor:.3f} by processor time")
