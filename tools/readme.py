"""Fill in what the README quotes: the links to Binder, what a class costs, and all other figures of `make bench`.

The links come from one setting, the address of the repository: `repository` under `[tool.contract-rummy]` in
`pyproject.toml`.
"""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
RESULTS = ROOT / "benchmarks" / "results.md"
PAGES = {
    "the course": "voila/render/notebooks/00_start.ipynb",
    "the lab": "voila/render/notebooks/11_lab.ipynb",
    "the rulebook": "voila/render/notebooks/12_rulebook.ipynb",
    "all notebooks in JupyterLab": "lab/tree/notebooks/00_start.ipynb",
}


def repository() -> str:
    """The address of the repository: `https://github.com/owner/name`."""
    address: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["contract-rummy"]["repository"]
    if not re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+", address):
        raise SystemExit(f"repository = {address!r} is not like https://github.com/owner/name")
    return address


def binder() -> str:
    """A link for each page, opened on Binder."""
    there = repository().removeprefix("https://github.com/")
    pages = {
        name: page
        for name, page in PAGES.items()
        if (ROOT / page.partition("notebooks/")[1] / Path(page).name).exists()
    }
    links = [f"[{name}](https://mybinder.org/v2/gh/{there}/HEAD?urlpath={page})" for name, page in pages.items()]
    return f"Binder opens {', '.join(links[:-1])} or {links[-1]}."


def figures(of_class: bool) -> str:
    """The figures as they were last taken, those of a class or all others, with the machine and the day."""
    if not RESULTS.exists():
        return "`make bench` takes the figures."
    title, *parts = RESULTS.read_text("utf-8").strip().split("\n\n## ")
    found = [part for part in parts if ("| class: " in part) is of_class]
    if of_class:
        return "\n\n".join([*(part.partition("\n\n")[2] for part in found), title])
    return "\n\n".join([*(f"### {part}" for part in found), title])


def filled(text: str) -> str:
    """The README with everything between its marks written anew."""
    for name, part in (("binder", binder()), ("class", figures(True)), ("figures", figures(False))):
        marks = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text, found = marks.subn(lambda found, part=part: f"{found[1]}{part}\n{found[2]}", text)
        assert found == 1, f"the README has no place for {name}"
    return text


if __name__ == "__main__":
    README.write_text(filled(README.read_text("utf-8")), "utf-8")
