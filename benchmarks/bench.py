"""Take all figures, one after the other, and write them down as tables in Markdown: benchmarks/results.md.

`make bench` calls it with the Python of the environment that holds the peers.
"""

import argparse
import datetime
import os
import platform
import subprocess
import sys
from pathlib import Path

import psutil

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
HEAD = "| what | p50 | p95 | wanted |\n|---|---|---|---|"
PARTS = {
    "pages": "What a learner waits for",
    "class": "What a class costs",
    "peers": "The engine, beside other packages where one does something alike",
    "growth": "How the costs grow",
}


def machine() -> str:
    """Name the machine in one line."""
    try:
        facts = Path("/proc/cpuinfo").read_text().splitlines()
        chip = next(line.partition(":")[2].strip() for line in facts if line.startswith("model name"))
    except (OSError, StopIteration):
        chip = platform.processor() or platform.machine()
    return f"{chip}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def busy() -> str:
    """Say so if the machine has other things to do: then times are longer than they need be."""
    share = psutil.cpu_percent(2)  # the mean load of a minute would count what has just ended
    return f", taken while other work kept {share:.0f}% of the machine busy" if share > 25 else ""


def rows(python: str, script: str, *options: str) -> list[str]:
    """Run a script, show what it prints, and return its rows; what goes wrong becomes a row, too."""
    found = []
    with subprocess.Popen([python, str(HERE / script), *options], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        for line in running.stdout:
            print(line, end="", flush=True)
            found += [line.strip()] if line.startswith("|") else []
    if running.returncode:
        found.append(f"| `{script}` ended early | | | |")
    return found


def standing(about: str) -> str:
    """Return a part as the results have it."""
    parts = RESULTS.read_text("utf-8").split("\n\n## ")
    return next(f"## {part.strip()}" for part in parts if part.startswith(f"{about}\n"))


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peers", help="the Python of the environment that holds the peers")
    parser.add_argument("--quick", action="store_true", help="fewer visits, for a first look")
    parser.add_argument("--only", choices=PARTS, help="take one part anew, and leave the others as they stand")
    chosen = parser.parse_args()
    few = ["--visits=3", "--taps=5"] if chosen.quick else []
    title = f"{machine()}, {datetime.date.today():%d %B %Y}{busy()}"
    print(title, flush=True)
    text = [title]
    for name, about in PARTS.items():
        if chosen.only and name != chosen.only:
            text.append(standing(about))
            continue
        print(f"\n## {about}\n\n{HEAD}", flush=True)
        python = sys.executable if name in ("pages", "class") else chosen.peers
        table = rows(python, f"{name}.py", *(few if name == "pages" else ()))
        text.append("\n".join([f"## {about}", "", HEAD, *table]))
    RESULTS.write_text("\n\n".join(text) + "\n", "utf-8")


if __name__ == "__main__":
    main()
