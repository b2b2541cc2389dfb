"""What both servers, Voilà and JupyterLab, do better for small, quick answers and visitors who come and go.

The settings that name these classes are in ``voila.json`` beside this file, which ``contract-rummy learn``, ``make lab``
and Binder read alike.
"""

import sys
from logging import Filter, LogRecord
from typing import Any

import traitlets as t
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from tornado.websocket import WebSocketClosedError

LONGEST = 100
"""A socket's name, that of its kernel's file and a few characters more, may take no more than 107."""


class Connection(ZMQChannelsWebsocketConnection):
    """A browser's connection to its kernel, without delay and with an orderly end."""

    async def prepare(self) -> None:
        """Set the ``_xsrf`` cookie: without it the page may not end its kernel when its tab closes."""
        _ = self.websocket_handler.xsrf_token
        await super().prepare()  # type: ignore[no-untyped-call]

    def connect(self) -> Any:
        """Send each answer at once: a verdict is small, and waiting to fill a packet costs some 40 ms."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class Kernel(ServerKernelManager):
    """A kernel that its server reaches by sockets in the file system, where those can be had.

    When a class arrives at once, now and then a TCP port that was chosen for a kernel is taken before it listens there.
    """

    @t.default("transport")
    def _transport(self) -> str:
        return "ipc" if sys.platform == "linux" and len(self.connection_file) <= LONGEST else "tcp"


class Leaving(Filter):
    """Keep it out of the log that a browser has left before all was said to it."""

    def filter(self, record: LogRecord) -> bool:
        """Return whether the record is to be logged."""
        return not (record.exc_info and isinstance(record.exc_info[1], WebSocketClosedError))
