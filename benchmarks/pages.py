"""Measure what a learner waits for, and print a table in Markdown.

Voilà starts with the settings of `contract-rummy learn`; Chromium opens each lesson several times, as a visitor who
comes for the first time, and taps: from the address to the first card that can be tapped, and from a tap on the main
button to the sentence of the verdict.
"""

import argparse
import datetime
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from contract_rummy import learn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from chromium import find
from conftest import CARD, FLAGS, LESSONS, NOTEBOOKS, Server, serve

# Click the main button of the first board, and resolve with the milliseconds until its verdict says something.
TAP = """() => new Promise((done, fail) => {
  const main = document.querySelector(".cr-button--main");
  const sentence = main.closest(".cr-out").querySelector(".cr-verdict [role=status]");
  const start = performance.now();
  const heard = new MutationObserver(() => sentence.textContent && done(performance.now() - start));
  heard.observe(sentence, { childList: true });
  setTimeout(() => fail(new Error("no verdict within 5 s")), 5000);
  main.click();
})"""


def visit(browser: Browser, server: Server, lesson: str, taps: int) -> tuple[float, list[float]]:
    """Open a lesson in a fresh browser; return the seconds to the first card, and the milliseconds of each tap."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    start = time.perf_counter()
    page.goto(f"{server.url}voila/render/{lesson}", wait_until="commit")
    page.locator(CARD).first.wait_for()
    seconds = time.perf_counter() - start
    times = [tap(page, n) for n in range(taps)]
    page.close(run_before_unload=True)
    context.close()
    return seconds, times


def tap(page: Page, n: int) -> float:
    """Pick or put back a card, then ask for the verdict."""
    cards = page.locator(".cr-out").filter(has=page.locator(CARD)).first.locator(CARD)
    cards.nth(n % cards.count()).click()
    page.wait_for_timeout(100)
    took: float = page.evaluate(TAP)
    return took


def percentiles(values: list[float], unit: str, digits: int) -> str:
    """Say p50 and p95 of the values as two cells of a table."""
    p50, p95 = statistics.median(values), statistics.quantiles(values, n=20, method="inclusive")[-1]
    return f"{p50:.{digits}f} {unit} | {p95:.{digits}f} {unit}"


def machine() -> str:
    """Name the machine in one line."""
    try:
        facts = Path("/proc/cpuinfo").read_text().splitlines()
        chip = next(line.partition(":")[2].strip() for line in facts if line.startswith("model name"))
    except (OSError, StopIteration):
        chip = platform.processor() or platform.machine()
    return f"{chip}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--visits", type=int, default=20, help="visits to each lesson (20)")
    parser.add_argument("--taps", type=int, default=10, help="taps in each visit (10)")
    chosen = parser.parse_args()

    print(f"{machine()}, {datetime.date.today():%d %B %Y}\n\n| what | p50 | p95 |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        port = learn.free_port("127.0.0.1")
        start = time.perf_counter()
        command = learn.command(NOTEBOOKS, "127.0.0.1", port)
        with serve(command, f"http://127.0.0.1:{port}/voila/static/voila.js", Path(folder) / "log") as server:
            ready = time.perf_counter() - start
            server = Server(f"http://127.0.0.1:{port}/", server.process)
            memory = []
            for lesson in LESSONS:
                first, taps = [], []
                for _ in range(chosen.visits):
                    seconds, times = visit(browser, server, lesson, chosen.taps)
                    first.append(seconds)
                    taps += times
                print(f"| {lesson}: address to first card | {percentiles(first, 's', 2)} |", flush=True)
                print(f"| {lesson}: tap to verdict | {percentiles(taps, 'ms', 0)} |", flush=True)
                page = browser.new_page()
                page.goto(f"{server.url}voila/render/{lesson}")
                page.locator(CARD).first.wait_for()
                memory.append(max(kernel.memory_info().rss for kernel in server.kernels()) / 2**20)
                page.close(run_before_unload=True)
            print(f"| one learner's kernel, resident memory, the largest | {max(memory):.0f} MB | |")
            print(f"| server, start to first answer | {ready:.2f} s | |")
        browser.close()


if __name__ == "__main__":
    main()
