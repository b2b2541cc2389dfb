"""A whole class at once, on one machine."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import NOTEBOOKS, serve, wait_until
from learners import Learner, class_of

from contract_rummy import learn

pytestmark = pytest.mark.browser
THIRTY = 30


def test_thirty_learners_are_served(tmp_path):
    port = learn.free_port("127.0.0.1")
    url = f"http://127.0.0.1:{port}/"
    with serve(learn.command(NOTEBOOKS, "127.0.0.1", port), url, tmp_path / "log") as server:
        learners = [Learner(url, "01_two_sets.ipynb") for _ in range(THIRTY)]
        with ThreadPoolExecutor(1) as own:  # the browser tests leave an event loop running in this thread
            class_ = own.submit(lambda: asyncio.run(asyncio.wait_for(class_of(learners, rounds=2, pace=1), 240)))
            arrived, _, verdicts = class_.result()
        assert len(arrived) == THIRTY
        assert len(verdicts) == 2 * THIRTY
        assert len({learner.kernel for learner in learners}) == THIRTY  # nobody sees another's cards
        assert all(learner.state["verdict"]["headline"] for learner in learners)
        kernels = server.kernels()
        assert len(kernels) == THIRTY
        memory = sum(kernel.memory_full_info().pss for kernel in kernels) / THIRTY
        assert memory < 80 * 2**20, f"{memory / 2**20:.0f} MB for one learner"
    assert wait_until(lambda: not any(kernel.is_running() for kernel in kernels))
