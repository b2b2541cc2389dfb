"""What people do with a board, by mouse, by keys alone or by taps alone, and what they find there."""

from pathlib import Path

import nbformat
from playwright.sync_api import Locator, Page, expect

HELD = "button.cr-card"
expect.set_options(timeout=15_000)  # a busy machine takes its time


def made_notebook(*cells: str) -> dict:
    """Make a notebook with a heading and these cells of code."""
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})
    imports = "from contract_rummy_widgets import *"
    notebook.cells = [nbformat.v4.new_markdown_cell("# Boards\n\n## Laid out")]
    notebook.cells += [nbformat.v4.new_code_cell(f"{imports}\n{cell}") for cell in cells]
    return notebook


def write_notebook(path: Path, *cells: str) -> None:
    """Write such a notebook."""
    nbformat.write(made_notebook(*cells), path)


class Board:
    """One board of a page, used `by` mouse, keys or taps."""

    def __init__(self, page: Page, n: int = 0, by: str = "mouse") -> None:
        self.page, self.by = page, by
        self.root = page.locator(".cr-board:not(.cr-stepper .cr-board)").nth(n)  # a stepper brings a board of its own
        self.hand = self.root.get_by_role("toolbar")
        self.status = self.root.get_by_role("status")

    def card(self, name: str) -> Locator:
        """A card of the hand, by the words that its spoken name begins with."""
        return self.hand.locator(f'[aria-label^="{name},"]')

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def tray(self, name: str) -> Locator:
        return self.root.get_by_role("group", name=name, exact=True)

    def spoken(self) -> list[str]:
        """The spoken names of the hand."""
        return self.hand.locator(HELD).evaluate_all("cards => cards.map(card => card.ariaLabel)")

    def names(self) -> list[str]:
        return [name.partition(",")[0] for name in self.spoken()]

    def marked(self) -> list[str]:
        """The cards of the hand that are at fault."""
        faults = self.hand.locator("[data-state~=fault]").evaluate_all("cards => cards.map(card => card.ariaLabel)")
        assert all("at fault" in name for name in faults)
        return [name.partition(",")[0] for name in faults]

    def key(self) -> list[list[str]]:
        """The melds that the key shows."""
        rows = self.root.locator(".cr-verdict .cr-row").evaluate_all("rows => rows.map(row => row.ariaLabel)")
        return [row.split(", ") for row in rows]

    # --- what people do ---

    def pick(self, *names: str) -> None:
        for name in names:
            self.act(self.card(name), corner=True)

    def act(self, target: Locator, corner: bool = False) -> None:
        """Press something; a card that others overlap is pressed at its open corner."""
        place = {"position": {"x": 20, "y": 20}} if corner else {}
        if self.by == "keys":
            self.walk_to(target)
            self.page.keyboard.press("Space" if corner else "Enter")
        elif self.by == "taps":
            target.tap(**place)
        else:
            target.click(**place)

    def walk_to(self, target: Locator) -> None:
        """Go there by Tab, and inside the hand by arrows."""
        goal = target.element_handle()
        inside = goal.evaluate("goal => !!goal.closest('[role=toolbar]')")
        there = "goal => (goal.closest('[role=toolbar]') ?? goal).contains(document.activeElement)"
        for _ in range(120):
            if goal.evaluate(there):
                break
            self.page.keyboard.press("Tab")
        assert goal.evaluate(there), "Tab does not lead there"
        if inside:
            self.page.keyboard.press("Home")
            for _ in range(14):
                if goal.evaluate("goal => goal === document.activeElement"):
                    break
                self.page.keyboard.press("ArrowRight")
        expect(target).to_be_focused()

    def lay(self) -> None:
        self.act(self.button("Lay down"))

    def says(self, headline: str) -> None:
        """Expect this sentence as the verdict."""
        expect(self.status).to_have_text(headline)

    def empty(self) -> None:
        """Expect that nothing is picked."""
        expect(self.root.locator(f"{HELD}[aria-pressed=true]")).to_have_count(0)
        expect(self.root.locator(".cr-tray button.cr-card")).to_have_count(0)
