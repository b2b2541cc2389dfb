"""Real servers and a real browser: Voilà and JupyterLab with the settings of `learn`, and a Chromium that reaches nothing else."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import find
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from contract_rummy import learn

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(
    str(path.relative_to(NOTEBOOKS)) for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts
)
CARD = ".cr-hand__cards button.cr-card"
FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync
    --disable-dev-shm-usage""".split()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@dataclass(frozen=True)
class Server:
    """A running server: its address, and its process."""

    url: str
    process: psutil.Process

    def kernels(self) -> int:
        """Count the kernels that live at this moment."""
        return sum("ipykernel_launcher" in " ".join(child.cmdline()) for child in self._children())

    def _children(self) -> Iterator[psutil.Process]:
        for child in self.process.children(recursive=True):
            try:
                if child.status() != psutil.STATUS_ZOMBIE and child.cmdline():
                    yield child
            except psutil.NoSuchProcess:
                continue


@contextmanager
def serve(command: list[str], url: str, log: Path) -> Iterator[Server]:
    """Run a server until the end of the with; what it says goes to the log."""
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, env=learn.environment(), cwd=NOTEBOOKS, stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    try:
        wait_until(lambda: process.poll() is not None or answers(url), 60)
        assert process.poll() is None, log.read_text()
        yield Server(url, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(20)


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def wait_until(holds: Callable[[], bool], seconds: float) -> bool:
    """Wait until it holds, at most so long; return whether it does."""
    end = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < end:
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
    """JupyterLab with the settings of `make lab`, on a copy of the notebooks, since Lab may save."""
    import shutil

    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS, home / "notebooks")
    port = learn.free_port("127.0.0.1")
    settings = ROOT / "widgets/contract_rummy_widgets/voila.json"
    options = [
        f"--config={settings}",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        "--no-browser",
        "--IdentityProvider.token=",
        "--allow-root",
    ]
    command = [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={home / 'notebooks'}"]
    with serve(command, f"http://127.0.0.1:{port}/lab", home / "log") as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find()
    if not path:
        pytest.fail(
            "The browser tests need a Chromium: install one (on Debian: apt install chromium) or name it in CHROMIUM."
        )
    only_here = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, only_here])
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Make pages: `new_page(width=1280, height=800, scheme="light", **more)`; `page.outside` lists the requests to other hosts."""
    contexts: list[BrowserContext] = []

    def make(width: int = 1280, height: int = 800, scheme: str = "light", **more: object) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **more)
        contexts.append(context)
        page = context.new_page()
        page.outside = []
        here = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "about:")
        page.on("request", lambda request: request.url.startswith(here) or page.outside.append(request.url))
        return page

    yield make
    for context in contexts:
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


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """Assert that axe finds nothing: `axe(page)`."""
    checker = Axe()

    def check(page: Page) -> None:
        found = checker.run(page, options={"runOnly": RULES})
        assert found.violations_count == 0, found.generate_report()

    return check
