"""A panel: controls and answers that Python makes as HTML, around a board."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets as t

from .board import STATIC


class Panel(anywidget.AnyWidget):
    """A part of a page that is patched in place whenever its `html` changes; `static/panel.js` says what its HTML may hold.

    What a person does in it comes as a message. With a `query` it reads that part of the page's address once into
    `given`, and writes `link` there at every change.
    """

    _esm = STATIC / "panel.js"  # no style sheet of its own: a panel stands beside a board, which brings it

    html = t.Unicode().tag(sync=True)
    said: t.List[Any] = t.List([0, ""]).tag(sync=True)
    query = t.Unicode().tag(sync=True)
    given = t.Unicode().tag(sync=True)
    link = t.Unicode().tag(sync=True)

    def say(self, sentence: str) -> None:
        """Speak a sentence, once more if it is the same one."""
        self.said = [self.said[0] + 1, sentence]
