"""Measure what a class costs on one machine, and print rows of a table in Markdown.

All learners open the same lesson at once, fetch what a browser fetches, and lay cards every few seconds by the messages
that a page sends; one real browser sits among them. It ends by itself: so many learners, so many rounds, so many seconds.
"""

import argparse
import asyncio
import logging
import statistics
import sys
import tempfile
import threading
from pathlib import Path

from pages import row, tap
from playwright.sync_api import Browser, Page, sync_playwright

from contract_rummy import learn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from chromium import find
from conftest import FLAGS, NOTEBOOKS, Server, serve
from learners import Learner, class_of

MB = 2**20


def look_around(browser: Browser, server: Server, lesson: str) -> tuple[Page, list[str], int]:
    """Open the lesson in a browser; return the page, the addresses that it fetches besides, and how many bytes."""
    page = browser.new_page()
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(f"{server.url}voila/render/{lesson}")
    page.wait_for_selector("main:not([aria-busy])")
    files = [answer for answer in answers if "/static/" in answer.url and answer.url.startswith(server.url)]
    return page, [answer.url for answer in files], sum(len(answer.body()) for answer in files)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=30, help="how many learn at once (30)")
    parser.add_argument("--rounds", type=int, default=10, help="how often each of them lays cards (10)")
    parser.add_argument("--pace", type=float, default=2, help="the seconds between, on average (2)")
    parser.add_argument("--limit", type=float, default=240, help="seconds after which it gives up (240)")
    parser.add_argument("--lesson", default="01_two_sets.ipynb")
    chosen = parser.parse_args()
    n = min(chosen.learners, 100)
    logging.getLogger("tornado").setLevel(logging.CRITICAL)  # what goes wrong is told in one sentence below

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        port = learn.free_port("127.0.0.1")
        url = f"http://127.0.0.1:{port}/"
        with serve(
            learn.command(NOTEBOOKS, "127.0.0.1", port), f"{url}voila/static/voila.js", Path(folder) / "log"
        ) as up:
            server = Server(url, up.process)
            page, assets, size = look_around(browser, server, chosen.lesson)
            others = set(server.kernels())
            learners = [Learner(url, chosen.lesson, assets) for _ in range(n)]
            here, result = threading.Event(), []

            def run() -> None:
                try:
                    play = class_of(learners, chosen.rounds, chosen.pace, here.set)
                    result.append(asyncio.run(asyncio.wait_for(play, chosen.limit)))
                except Exception as error:
                    result.append(error)
                here.set()

            room = threading.Thread(target=run, daemon=True)
            room.start()
            here.wait()
            seen = []
            for turn in range(200):
                if not room.is_alive():
                    break
                seen.append(tap(page, turn) / 1000)
                page.wait_for_timeout(400)
                if turn == 3:
                    kernels = [kernel.memory_full_info() for kernel in set(server.kernels()) - others]
                    whole = server.process.memory_full_info()
            room.join(chosen.limit)
            if isinstance(result[0], Exception):
                sys.exit(f"The class of {n} ended before its time: {result[0]!r}")
            arrived, _, verdicts = result[0]
            pss = sorted(kernel.pss / MB for kernel in kernels)

            print(row(f"class: {n} learners arrive at once, address to first board", arrived, "s", 1, ""))
            print(f"| class: until all {n} are ready | {max(arrived):.1f} s | | |")
            print(
                row(
                    f"class: tap to verdict, {n} learners laying every {chosen.pace:g} s",
                    verdicts,
                    "ms",
                    0,
                    "100 ms",
                    1000,
                )
            )
            print(row("class: the same, in a browser among them", seen, "ms", 0, "100 ms", 1000))
            print(
                f"| class: memory of one learner (mean, largest) | {statistics.mean(pss):.0f} MB | {max(pss):.0f} MB | 80 MB |"
            )
            total = sum(pss) + whole.pss / MB
            print(f"| class: memory of all, with the server ({whole.pss / MB:.0f} MB) | {total / 1024:.1f} GB | | |")
            print(f"| class: what each browser fetches at its first visit, once | {size / MB:.1f} MB | | |")
        browser.close()


if __name__ == "__main__":
    main()
