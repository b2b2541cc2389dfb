"""`contract-rummy learn`: one line when it works, one sentence when it can't."""

import importlib.util
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import psutil
import pytest
from contract_rummy_widgets.server import Kernel

from contract_rummy import learn

SERVE = "import sys; from contract_rummy.learn import learn; sys.exit(learn(browser=False, lan={lan}))"


@pytest.mark.parametrize(("lan", "end"), [(False, signal.SIGINT), (True, signal.SIGTERM)])
def test_serves_until_told_to_stop(lan, end):
    command = [sys.executable, "-c", SERVE.format(lan=lan)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline().strip()
            (address,) = re.fullmatch(r"(http://[\d.]+:\d+/voila/render/00_start\.ipynb)", said).groups()
            assert address.startswith("http://127.0.0.1:") is not lan
            with urllib.request.urlopen(address, timeout=60) as page:
                assert "· Contract Rummy</title>" in page.read().decode()
            family = [psutil.Process(server.pid), *psutil.Process(server.pid).children(recursive=True)]
            server.send_signal(end)
            assert server.wait(20) == 0
        finally:
            server.kill()
        assert server.stdout.read() == server.stderr.read() == ""
    assert not any(process.is_running() for process in family)


def test_taken_port_is_told(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert learn.learn(port, browser=False) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"Port {port} is taken or not allowed; choose another with --port, or leave it out.\n"


@pytest.mark.parametrize("port", [-1, 65_536, 10**6])
def test_port_that_cannot_be_is_told(port, capsys):
    assert learn.learn(port, browser=False) == 2
    assert capsys.readouterr().err.startswith(f"Port {port} is taken or not allowed")


def test_missing_packages_are_told(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert learn.learn(browser=False) == 2
    assert capsys.readouterr().err == "The lessons need some more packages: pip install 'contract-rummy[app]'\n"


def test_missing_lessons_are_told(monkeypatch, capsys):
    monkeypatch.setattr(learn, "find_notebooks", lambda: None)
    assert learn.learn(browser=False) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere kernels are reached by TCP ports")
def test_kernels_are_reached_by_files_unless_their_names_grow_too_long():
    name = "kernel-a54aabce-97fc-4e8f-b4ee-5fe95204933b.json"
    assert Kernel(connection_file=f"/tmp/voila_8ta8k6o6/{name}").transport == "ipc"
    assert Kernel(connection_file=f"/{'deep/' * 12}{name}").transport == "tcp"
