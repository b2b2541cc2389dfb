"""What holds for every page, whatever lesson it is."""

import json
import socket
import urllib.error
import urllib.request

import pytest
from conftest import LESSONS, wait_until

pytestmark = pytest.mark.browser
lessons = pytest.mark.parametrize("lesson", LESSONS)


@lessons
def test_axe_finds_nothing(lesson, open_lesson, axe):
    page = open_lesson(lesson)
    for width in (320, 390, 1280):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            axe(page)


@lessons
def test_page_is_whole(lesson, open_lesson):
    page = open_lesson(lesson, width=320)
    assert page.outside == []
    assert page.title().endswith(" · Contract Rummy")
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("main").count() == page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.locator(".cr-wait, [role=alert]").count() == 0
