"""Print the path of a Chromium: the one in CHROMIUM, one on the path, or one that is installed now."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find() -> str | None:
    """Return the Chromium that is there already; one named in CHROMIUM must work."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None) or playwrights_own()


def playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> str | None:
    """Get one: Debian's package as root, else Playwright's own."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in ("apt-get -qq update", "apt-get -qq install --no-install-recommends chromium fonts-noto-core"):
            subprocess.run(
                [*command.split(), "-y"], env=quiet, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False
            )
    if not find():
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    return find()


if __name__ == "__main__":
    path = find() or (None if os.environ.get("CHROMIUM") else install())
    if not path:
        sys.exit(
            "The browser tests need a Chromium: install one (on Debian: apt install chromium) or name it in CHROMIUM."
        )
    print(path)
