"""Measure what a learner waits for, and print rows of a table in Markdown.

Voilà starts with the settings of `contract-rummy learn`; Chromium opens each lesson several times, as a visitor who
comes for the first time, and taps: from the address until all boards can be used, and from a tap on the main button to
the sentence of the verdict.
"""

import argparse
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
    """Open a lesson in a fresh browser; return the seconds until it can be used, and the milliseconds of each tap."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    start = time.perf_counter()
    page.goto(f"{server.url}voila/render/{lesson}", wait_until="commit")
    page.wait_for_selector("main:not([aria-busy])")  # from here on boards can be used, and a page without any be read
    seconds = time.perf_counter() - start
    times = [tap(page, n) for n in range(taps if page.locator(CARD).count() else 0)]
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


def row(what: str, values: list[float], unit: str, digits: int, wanted: str, times: float = 1) -> str:
    """A row of the table: p50 and p95 of the values."""
    p50, p95 = statistics.median(values) * times, statistics.quantiles(values, n=20, method="inclusive")[-1] * times
    return f"| {what} | {p50:.{digits}f} {unit} | {p95:.{digits}f} {unit} | {wanted} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--visits", type=int, default=10, help="visits to each lesson (10)")
    parser.add_argument("--taps", type=int, default=8, help="taps in each visit (8)")
    chosen = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        port = learn.free_port("127.0.0.1")
        start = time.perf_counter()
        command = learn.command(NOTEBOOKS, "127.0.0.1", port)
        with serve(command, f"http://127.0.0.1:{port}/voila/static/voila.js", Path(folder) / "log") as server:
            ready = time.perf_counter() - start
            server = Server(f"http://127.0.0.1:{port}/", server.process)
            memory = []
            for lesson in [lesson for lesson in LESSONS if "/" not in lesson]:
                first, taps = [], []
                for _ in range(chosen.visits):
                    seconds, times = visit(browser, server, lesson, chosen.taps)
                    first.append(seconds)
                    taps += times
                print(row(f"{lesson}: address to first use", first, "s", 2, "3 s"), flush=True)
                if taps:
                    print(row(f"{lesson}: tap to verdict", taps, "ms", 0, "100 ms"), flush=True)
                page = browser.new_page()
                page.goto(f"{server.url}voila/render/{lesson}")
                page.wait_for_selector("main:not([aria-busy])")
                memory.append(max(kernel.memory_info().rss for kernel in server.kernels()) / 2**20)
                page.close(run_before_unload=True)
            turns = [lesson for lesson in LESSONS if "/" in lesson]
            first = [visit(browser, server, lesson, 0)[0] for lesson in turns for _ in range(2)]
            print(row(f"the {len(turns)} notebooks of turns: address to first use", first, "s", 2, "3 s"), flush=True)
            print(f"| one learner's kernel, resident memory, the largest | {max(memory):.0f} MB | | |")
            print(f"| server, start to first answer | {ready:.2f} s | | |")
        browser.close()


if __name__ == "__main__":
    main()
