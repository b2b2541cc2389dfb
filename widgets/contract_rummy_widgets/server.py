"""What both servers, Voilà and JupyterLab, do better for small, quick answers.

The settings that name this class are in ``voila.json`` beside this file, which ``contract-rummy learn``, ``make lab``
and Binder read alike.
"""

from asyncio import Future

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class Connection(ZMQChannelsWebsocketConnection):
    """A browser's connection to its kernel, without delay and with an orderly end."""

    async def prepare(self) -> None:
        """Set the ``_xsrf`` cookie: without it the page may not end its kernel when its tab closes."""
        _ = self.websocket_handler.xsrf_token
        await super().prepare()

    def connect(self) -> "Future[None] | None":
        """Send each answer at once: a verdict is small, and waiting to fill a packet costs some 40 ms."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
