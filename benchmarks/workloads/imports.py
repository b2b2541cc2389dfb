"""What `import contract_rummy` costs, beside the import of other packages."""

import os
import statistics
import subprocess
import sys
import tempfile
from importlib.metadata import version

from .common import ROOT, row

PASSES = 15

IMPORT = """import sys, time
sys.path.insert(0, {root!r})
def size():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20
before, start = size(), time.process_time()
import {module}
print(time.process_time() - start, size() - before)
"""


def imports() -> None:
    """What `import` adds to a bare Python, in time and memory: the median of fresh processes, one after the other."""
    wanted = {"pokerkit": 0.2, "rlcard": 0.4}
    found: dict[str, list[tuple[float, float]]] = {"contract_rummy": [], "pokerkit": [], "rlcard": []}
    with tempfile.TemporaryDirectory() as compiled:
        home = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
        for turn in range(PASSES + 1):
            for module, values in found.items():
                command = [sys.executable, "-c", IMPORT.format(root=str(ROOT), module=module)]
                answer = subprocess.run(command, env=home, capture_output=True, text=True, check=False)
                if answer.returncode == 0 and turn:  # the first time all of them are compiled
                    seconds, megabytes = map(float, answer.stdout.split())
                    values.append((seconds * 1000, megabytes))
    mine = [statistics.median(column) for column in zip(*found.pop("contract_rummy"), strict=True)]
    row("`import contract_rummy`, time", f"{mine[0]:.0f} ms")
    row("`import contract_rummy`, memory", f"{mine[1]:.1f} MB", "", "10 MB")
    for module, values in found.items():
        if not values:
            row(f"`import {module}`: not measured, it could not be installed")
            continue
        theirs = [statistics.median(column) for column in zip(*values, strict=True)]
        title = f"{module} {version(module)} ({theirs[0]:.0f} ms, {theirs[1]:.0f} MB)"
        row(f"our import takes, of that of {title}", f"{mine[0] / theirs[0]:.2f} ×", "", f"{wanted[module]} ×")
