"""The README keeps up with what it speaks of."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import readme

from contract_rummy import read, steps

ROOT = Path(__file__).parents[1]
TEXT = readme.README.read_text("utf-8")


def test_links_and_figures_are_current():
    """`make readme` writes them."""
    assert readme.filled(TEXT) == TEXT


@pytest.mark.parametrize("notebook", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_notebook_is_listed(notebook):
    assert f"| `{notebook.stem}` |" in TEXT


def test_pictures_are_there_and_small():
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.png"))
    assert pictures
    for picture in pictures:
        assert TEXT.count(f"docs/pictures/{picture.name}") == 1
        assert picture.stat().st_size <= 150_000
    assert TEXT.count("docs/pictures/") == len(pictures)


@pytest.mark.parametrize("wrong", ["https://example.org/a/b", "github.com/a/b", "https://github.com/a"])
def test_wrong_address_of_the_repository_is_refused(wrong, tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text(f'[tool.contract-rummy]\nrepository = "{wrong}"\n', "utf-8")
    monkeypatch.setattr(readme, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="is not like"):
        readme.repository()


def test_deals_are_as_written():
    deals = re.findall(r"^```\n(variant .*?)```", TEXT, re.DOTALL | re.MULTILINE)
    assert deals
    for text in deals:
        assert all(step.as_written for script in read(text) for step in steps(script))
