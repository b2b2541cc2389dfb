"""Learners without a browser: each opens a lesson as a page does, and lays cards by the messages that a page sends.

A whole class of them fits into one process, where thirty browsers would measure themselves and not the server.
"""

import asyncio
import json
import random
import re
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

AsyncHTTPClient.configure(None, max_clients=1000, max_body_size=2**26)
CONTROL = "jupyter.widget.control"
PATIENCE = 240
"""Seconds until something that does not come is given up."""


@dataclass
class Learner:
    """Somebody with a lesson open: `arrive`, `lay` as often as you like, `leave`, which closes the connection."""

    url: str
    lesson: str
    assets: Sequence[str] = ()
    """What a browser fetches besides the page."""
    kernel: str = ""
    board: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    connection: WebSocketClientConnection | None = None
    chance: random.Random = field(default_factory=random.Random)
    _session: str = field(default_factory=lambda: uuid.uuid4().hex)

    async def arrive(self) -> float:
        """Open the lesson, and return the seconds until its first board can be used."""
        start = time.perf_counter()
        rest = iter(self.assets)  # six lanes, as a browser has them
        page, *_ = await asyncio.gather(
            self._fetch(f"{self.url}voila/render/{self.lesson}"), *(self._fetch_all(rest) for _ in range(5))
        )
        text = page.decode()
        found = re.search(r'"kernelId": "([^"]+)"', text)
        views = re.findall(r'"application/vnd.jupyter.widget-view\+json": \{"model_id": "([^"]+)"', text)
        assert found, "no kernel in the page"
        self.kernel = found[1]
        socket = f"ws{self.url.removeprefix('http')}api/kernels/{self.kernel}/channels?session_id={self._session}"
        self.connection = await websocket_connect(socket, max_message_size=2**26)
        comm = uuid.uuid4().hex
        self._send("comm_open", comm_id=comm, target_name=CONTROL, data={}, metadata={"version": "1.0.0"})
        self._send("comm_msg", comm_id=comm, data={"method": "request_states"})
        states = (await self._hear(comm, "states"))["states"]
        self.board = next(view for view in views if "placed" in states[view]["state"])
        self.state = states[self.board]["state"]
        return time.perf_counter() - start

    async def lay(self) -> tuple[float, float]:
        """Pick some cards, then lay them down; return the seconds until the last tap is answered, and the wish for a verdict."""
        hand = range(len(self.state["cards"]))
        await self._done(self._ask(do="clear"))
        for n in self.chance.sample(hand, self.chance.randint(1, 4)):
            start = time.perf_counter()
            code, held = self.state["cards"][n]["code"], self.state["held"]
            await self._done(self._ask(do="pick", n=n, code=code, held=held, id=uuid.uuid4().hex))
        seen = time.perf_counter()
        self._ask(do="lay")
        while not (await self._hear(self.board, "verdict"))["verdict"].get("headline"):
            pass
        return seen - start, time.perf_counter() - seen

    def leave(self) -> None:
        """Close the connection; the kernel stays until the server ends or culls it."""
        if self.connection:
            self.connection.close()

    # --- the wire ---

    async def _fetch(self, url: str) -> bytes:
        answer = await AsyncHTTPClient().fetch(HTTPRequest(url, request_timeout=PATIENCE, connect_timeout=PATIENCE))
        return answer.body

    async def _fetch_all(self, urls: Iterator[str]) -> None:
        for url in urls:
            await self._fetch(url)

    def _ask(self, **content: Any) -> str:
        return self._send("comm_msg", comm_id=self.board, data={"method": "custom", "content": content})

    def _send(self, kind: str, **content: Any) -> str:
        """Send a message to the kernel, and return its id."""
        id = uuid.uuid4().hex
        header = {"msg_id": id, "msg_type": kind, "session": self._session, "username": "", "version": "5.3"}
        metadata = content.pop("metadata", {})
        message = {"header": header, "parent_header": {}, "metadata": metadata, "content": content}
        assert self.connection
        self.connection.write_message(json.dumps({**message, "channel": "shell", "buffers": []}))
        return id

    async def _done(self, id: str) -> None:
        """Wait until the kernel has done what a message asks."""
        while True:
            message = await self._next()
            idle = message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"
            if idle and message["parent_header"].get("msg_id") == id:
                return

    async def _hear(self, comm: str, what: str) -> dict[str, Any]:
        """Wait until a board, or the list of all boards, says something of this name; return all that it says there."""
        while True:
            message = await self._next()
            if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == comm:
                data = message["content"]["data"]
                said: dict[str, Any] = data.get("state", data)
                if what in said:
                    return said

    async def _next(self) -> dict[str, Any]:
        """The next message of the kernel; what it says of the board is kept."""
        assert self.connection
        text = await asyncio.wait_for(self.connection.read_message(), PATIENCE)
        assert isinstance(text, str), "the connection ended" if text is None else "a message with buffers"
        message: dict[str, Any] = json.loads(text)
        assert message["msg_type"] != "error", message["content"]
        if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == self.board:
            self.state |= message["content"]["data"].get("state", {})
        return message


async def class_of(
    learners: Sequence[Learner], rounds: int, pace: float, here: Callable[[], object] = lambda: None
) -> tuple[list[float], list[float], list[float]]:
    """Let a class arrive at once and then lay cards, each learner after a pause of some `pace` seconds, again and again.

    Return the seconds that each needed to arrive, those of every tap, and those of every verdict; `here` is called when
    all have arrived.
    """
    taps, verdicts = [], []

    async def play(learner: Learner) -> None:
        for _ in range(rounds):
            await asyncio.sleep(learner.chance.uniform(0, 2 * pace))
            tap, verdict = await learner.lay()
            taps.append(tap)
            verdicts.append(verdict)

    try:
        arrived = await asyncio.gather(*(learner.arrive() for learner in learners))
        here()
        await asyncio.gather(*map(play, learners))
    finally:
        for learner in learners:
            learner.leave()
    return list(arrived), taps, verdicts
