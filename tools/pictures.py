"""Take the pictures of the README from the real pages: Voilà as `contract-rummy learn` starts it, and Chromium."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from contract_rummy import learn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from chromium import find
from conftest import FLAGS, NOTEBOOKS, serve

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDE, NARROW = {"width": 1080, "height": 720}, {"width": 390, "height": 780}
MOST = 150_000


def opened(page: Page) -> None:
    """A lesson as it opens."""


def refused(page: Page) -> None:
    """The first board of contract 1, two sevens and a jack laid down."""
    board = page.locator(".cr-board").first
    for name in ("seven of spades", "seven of hearts", "jack of hearts"):
        board.get_by_role("toolbar").locator(f'[aria-label^="{name},"]').click(position={"x": 16, "y": 20})
    board.get_by_role("button", name="Lay down").click()
    board.get_by_role("status").filter(has_text="seven").wait_for()
    board.get_by_text("The rule:").click()
    page.mouse.move(0, 0)
    board.evaluate("board => scrollTo({ top: scrollY + board.getBoundingClientRect().top - 130, behavior: 'instant' })")


def at_contract(page: Page) -> None:
    """A contract with its trays."""
    board = page.locator("[data-view=contract]").last
    board.evaluate("board => scrollTo({ top: scrollY + board.getBoundingClientRect().top - 190, behavior: 'instant' })")


SHOTS: list[tuple[str, str, dict[str, int], str, Callable[[Page], None]]] = [
    ("start", "00_start", WIDE, "light", opened),
    ("refused", "01_two_sets", WIDE, "light", refused),
    ("refused-dark", "01_two_sets", NARROW, "dark", refused),
    ("contract", "06_set_and_two_sequences", WIDE, "dark", at_contract),
    ("lab", "11_lab", WIDE, "light", opened),
    ("rulebook", "12_rulebook", WIDE, "light", opened),
]


def main() -> None:
    """Take all pictures of lessons that are there."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        url = f"http://127.0.0.1:{learn.free_port('127.0.0.1')}/"
        command = learn.command(NOTEBOOKS, "127.0.0.1", int(url.rstrip("/").rpartition(":")[2]))
        with serve(command, url, Path(folder) / "log"):
            for name, lesson, size, scheme, ready in SHOTS:
                if not (NOTEBOOKS / f"{lesson}.ipynb").exists():
                    continue
                page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
                page.goto(f"{url}voila/render/{lesson}.ipynb")
                page.wait_for_selector("main:not([aria-busy])")
                ready(page)
                page.wait_for_timeout(300)
                picture = PICTURES / f"{name}.png"
                taken = page.screenshot(path=picture)
                print(f"{picture.relative_to(ROOT)} {len(taken) / 1000:.0f} KB")
                assert len(taken) <= MOST, f"{name} is larger than {MOST / 1000:.0f} KB"
                page.close(run_before_unload=True)
        browser.close()


if __name__ == "__main__":
    main()
