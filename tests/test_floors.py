"""Imports go down only: the floors of the house, read from the source."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "contract_rummy"
WIDGETS = ROOT / "widgets" / "contract_rummy_widgets"

# from the roof to the ground; a module may import from lower lines only, a rule from its neighbours too
FLOORS = [
    "__main__",
    "learn",
    "simulate",
    "players",
    "match",
    "exercises",
    "show",
    "turn_hints",
    "hints",
    "next_meld",
    "meld_step",
    "hint",
    "aims",
    "advice",
    "best_turn",
    "outlook",
    "planning",
    "outlay",
    "pieces",
    "frame",
    "legal",
    "arrange",
    "deadwood",
    "distance",
    "combine",
    "repair",
    "reading",
    "header",
    "lines",
    "writing",
    "script",
    "notation",
    "playing",
    "drawing",
    "explain",
    "dealing",
    "referee",
    "rules",
    "sources",
    "deal",
    "table",
    "verdict",
    "variants",
    "cards",
]
CHANCE = {"dealing", "simulate"}  # the only homes of `random`
MODULES = sorted([*ENGINE.rglob("*.py"), *WIDGETS.rglob("*.py")])


def floor(path: Path) -> str:
    """Return the name of the floor on which an engine file lies: `rules` for all of rules/."""
    return path.relative_to(ENGINE).parts[0].removesuffix(".py")


def imports(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the full name of all that is imported, but for imports inside `_repr_mimebundle_`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "_repr_mimebundle_":
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue  # names for the type checker only; nothing is imported
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        else:
            yield from imports(node, package)


def imported(path: Path) -> list[list[str]]:
    home = ROOT if path.is_relative_to(ENGINE) else ROOT / "widgets"
    package = ".".join(path.relative_to(home).parent.parts)
    return [name.split(".") for name in imports(ast.parse(path.read_text("utf-8")), package)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down(path):
    for name in imported(path):
        if path.is_relative_to(WIDGETS):
            assert name[0] != "random", "chance has one home: dealing"
            continue
        assert name[0] == "contract_rummy" or name[0] in sys.stdlib_module_names, f"{name[0]}: standard library only"
        assert name[0] != "random" or floor(path) in CHANCE, "chance has one home: dealing"
        if name[0] == "contract_rummy" and floor(path) != "__init__":
            below = FLOORS[FLOORS.index(floor(path)) + 1 :]
            assert name[1] in below or name[1] == floor(path) == "rules", f"{floor(path)} may not import {name[1]}"


def test_every_module_has_its_floor():
    assert {floor(path) for path in ENGINE.rglob("*.py")} <= {"__init__", *FLOORS}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from . import a", ["p.q.a"]),
        ("from ..r import a", ["p.r.a"]),
        ("from .s import a, b", ["p.q.s.a", "p.q.s.b"]),
        ("if x:\n  import y.z", ["y.z"]),
        ("class A:\n  def _repr_mimebundle_(self):\n    import y", []),
        ("def f():\n  import y", ["y"]),
    ],
)
def test_reading_of_imports(source, names):
    assert list(imports(ast.parse(source), "p.q")) == names
