"""Serve the lessons with Voilà on this machine, or to the whole room."""

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

START = "00_start.ipynb"
PATIENCE = 60  # seconds until a server that doesn't answer is given up


def learn(port: int | None = None, browser: bool = True, lan: bool = False) -> int:
    """Serve the lessons until Ctrl-C, and return the exit code of the shell.

    Without a port a free one is taken. The address is printed and, if `browser`, opened; with `lan` the server answers
    the whole local network, and the address is the one to write on the board.
    """
    notebooks = find_notebooks()
    if notebooks is None or not all(map(importlib.util.find_spec, ("voila", "contract_rummy_widgets"))):
        return _fail("The lessons need some more packages: pip install 'contract-rummy[app]'")
    host = "0.0.0.0" if lan else "127.0.0.1"
    try:
        port = free_port(host, port or 0)
    except (OSError, OverflowError):
        return _fail(f"Port {port} is taken or not allowed; choose another with --port, or leave it out.")

    server = subprocess.Popen(
        command(notebooks, host, port), env=environment(), cwd=notebooks, stdin=subprocess.DEVNULL
    )
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    try:
        page = f"http://127.0.0.1:{port}/voila/render/{START}"
        if not _answers(f"http://127.0.0.1:{port}/voila/static/voila.js", server):
            return _fail("Voilà did not start; what it said stands above.")
        print(page.replace("127.0.0.1", lan_address()) if lan else page, flush=True)
        if browser:
            webbrowser.open(page)
        return abs(server.wait())
    except KeyboardInterrupt:
        return 0
    finally:
        _stop(server)


def find_notebooks() -> Path | None:
    """Return the folder of the lessons: beside the package in a clone, else where pip puts shared data."""
    shared = (Path(sysconfig.get_path("data", scheme)) for scheme in (_default(), _user()) if scheme)
    for folder in (
        Path(__file__).parents[1] / "notebooks",
        *(data / "share/contract_rummy/notebooks" for data in shared),
    ):
        if (folder / START).is_file():
            return folder
    return None


def command(notebooks: Path, host: str, port: int) -> list[str]:
    """Return the command that serves a folder of notebooks."""
    options = [f"--Voila.ip={host}", f"--port={port}", "--no-browser"]
    return [sys.executable, "-m", "voila", *options, str(notebooks)]


def environment() -> dict[str, str]:
    """Return the environment in which Jupyter finds our settings and our template, before all others."""
    spec = importlib.util.find_spec("contract_rummy_widgets")
    assert spec is not None
    assert spec.origin is not None
    home = str(Path(spec.origin).parent)
    paths = {name: os.pathsep.join(filter(None, (home, os.environ.get(name)))) for name in _JUPYTER}
    return {**os.environ, **paths}


def free_port(host: str, port: int = 0) -> int:
    """Return the port if nobody listens there, any free one for 0; raise OSError if it is taken."""
    with socket.socket() as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        chosen: int = probe.getsockname()[1]
    return chosen


def lan_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            return socket.gethostname()
    return address


_JUPYTER = ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH")


def _default() -> str:
    return sysconfig.get_default_scheme()


def _user() -> str:
    return sysconfig.get_preferred_scheme("user")


def _answers(url: str, server: subprocess.Popen[bytes]) -> bool:
    """Wait until the server answers, with whatever status; False if it ends or stays silent."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End the server as Ctrl-C would, so that it ends its kernels; harder if it doesn't listen."""
    for end in (server.terminate, server.kill):
        if server.poll() is None:
            end()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                continue


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2
