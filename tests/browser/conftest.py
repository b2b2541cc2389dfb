"""Real servers, with the settings of `contract-rummy learn`, and a real browser that reaches nothing else."""

import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import find
from playwright.sync_api import Browser, Error, Page, sync_playwright

from contract_rummy import learn

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(str(path.relative_to(NOTEBOOKS)) for path in NOTEBOOKS.rglob("*.ipynb") if path.parent.name[0] != ".")
CARD = ".cr-hand__cards button.cr-card"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@dataclass(frozen=True)
class Server:
    """A running server: its address, and its process."""

    url: str
    process: psutil.Process

    def kernels(self) -> list[psutil.Process]:
        """Return the kernels that live at this moment."""
        return [child for child in self.process.children(recursive=True) if "ipykernel_launcher" in words(child)]


def words(process: psutil.Process) -> list[str]:
    """Return the command line of a process, nothing if it has just ended."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@contextmanager
def serve(command: list[str], url: str, log: Path) -> Iterator[Server]:
    """Run a server until the end of the with; what it says goes to the log."""
    with log.open("wb") as said:
        process = subprocess.Popen(
            command, env=learn.environment(), cwd=NOTEBOOKS, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
    try:
        assert wait_until(lambda: process.poll() is not None or answers(url), 60), log.read_text()
        assert process.poll() is None, log.read_text()
        yield Server(url, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(20)


def answers(url: str) -> bool:
    """Tell whether a server answers there, with whatever status."""
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except urllib.error.HTTPError as error:
        error.close()
        return True
    except OSError:
        return False
    return True


def wait_until(holds: Callable[[], object], seconds: float = 10) -> bool:
    """Wait until it holds, at most so long; return whether it does."""
    end = time.monotonic() + seconds
    while not (held := bool(holds())) and time.monotonic() < end:
        time.sleep(0.05)
    return held


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Voilà, as `contract-rummy learn` starts it."""
    port = learn.free_port("127.0.0.1")
    log = tmp_path_factory.mktemp("voila") / "log"
    with serve(learn.command(NOTEBOOKS, "127.0.0.1", port), f"http://127.0.0.1:{port}/", log) as server:
        yield server


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab with the settings of `make lab`, on a copy of the notebooks, since Lab saves them."""
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS, home / "notebooks")
    port = learn.free_port("127.0.0.1")
    settings = ROOT / "widgets/contract_rummy_widgets/voila.json"
    options = [f"--config={settings}", f"--port={port}", "--no-browser", "--IdentityProvider.token=", "--allow-root"]
    folders = [f"--ServerApp.root_dir={home / 'notebooks'}", f"--LabApp.workspaces_dir={home / 'workspaces'}"]
    command = [sys.executable, "-m", "jupyterlab", *options, *folders]
    with serve(command, f"http://127.0.0.1:{port}/", home / "log") as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A Chromium that reaches this machine only."""
    path = find()
    assert path, "The browser tests need a Chromium; `make test` finds or gets one."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Make pages: `new_page(width=1280, height=800, scheme="light", **context)`.

    `page.outside` lists requests to other hosts, `page.faults` what the browser's console calls an error.
    """
    contexts = []

    def make(width: int = 1280, height: int = 800, scheme: str = "light", **more: object) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **more)
        contexts.append(context)
        page = context.new_page()
        page.outside, page.faults = [], []
        here = ("http://127.0.0.1:", "data:", "blob:")
        page.on("request", lambda request: request.url.startswith(here) or page.outside.append(request.url))
        page.on("console", lambda said: said.type == "error" and page.faults.append(said.text))
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        return page

    yield make
    for context in contexts:
        for page in context.pages:
            with suppress(Error):  # a test may have closed it itself
                page.close(run_before_unload=True)  # so that its kernel ends: idle ones would slow all that follow
        context.close()


@pytest.fixture
def open_lesson(voila: Server, new_page: Callable[..., Page]) -> Callable[..., Page]:
    """Open a lesson under Voilà, `open_lesson("01_two_sets", width=390)`, and wait until its boards can be used."""

    def go(name: str, query: str = "", **options: object) -> Page:
        page = new_page(**options)
        page.goto(f"{voila.url}voila/render/{name.removesuffix('.ipynb')}.ipynb{query}")
        page.wait_for_selector("main:not([aria-busy])")
        return page

    return go


@pytest.fixture
def open_in_lab(lab: Server, new_page: Callable[..., Page]) -> Callable[..., Page]:
    """Open a notebook in JupyterLab, `open_in_lab("01_two_sets")`, and wait until all its cells have run."""

    def go(name: str, **options: object) -> Page:
        page = new_page(**options)
        page.goto(f"{lab.url}doc/tree/{name.removesuffix('.ipynb')}.ipynb?reset")
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        prompts = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]"
        page.wait_for_function(f"{prompts}.every(prompt => /[0-9]/.test(prompt.textContent))")
        return page

    return go


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """Assert that axe finds nothing: `axe(page)`."""
    checker = Axe()

    def check(page: Page) -> None:
        found = checker.run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
        assert found.violations_count == 0, found.generate_report()

    return check
