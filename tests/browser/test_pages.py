"""What holds for every page, whatever lesson it is."""

import pytest
from conftest import LESSONS, wait_until

pytestmark = pytest.mark.browser
PROJECTORS = [(1280, 800), (1920, 1080)]


def check_with_axe(page, axe):
    for width in (320, 390, 1280):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            axe(page)
            assert width_of(page) <= width


# All that holds for a page is asked of one visit, since most of the time goes into opening it.
@pytest.mark.parametrize("lesson", LESSONS)
def test_page_is_whole(lesson, open_lesson, axe):
    page = open_lesson(lesson, width=320)
    assert page.title().endswith(" · Contract Rummy")
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("main").count() == page.locator("h1").count() == 1
    assert page.locator(".cr-wait, [role=alert]").count() == 0
    assert links_inside(page) <= {f"{page.url.rpartition('/voila/render/')[0]}/voila/render/{name}" for name in LESSONS}
    check_with_axe(page, axe)
    page.evaluate("document.documentElement.dataset.big = '1'")
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        assert width_of(page) <= width
    axe(page)
    assert page.outside == page.faults == []


def width_of(page):
    return page.evaluate("document.documentElement.scrollWidth")


def links_inside(page):
    links = page.locator("a").evaluate_all("links => links.map(a => a.href)")
    addresses = {link.partition("#")[0].partition("?")[0] for link in links}
    inside = {address for address in addresses if "/voila/render/" in address}
    assert inside
    return inside


def test_bare_address_leads_to_the_course(voila, new_page):
    page = new_page()
    page.goto(voila.url)
    page.wait_for_url("**/voila/render/00_start.ipynb")


def test_theme_can_be_chosen(open_lesson):
    page = open_lesson("00_start", "?theme=dark", scheme="light")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 20, 19)"
    page.goto(page.url.partition("?")[0])
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_unknown_page_says_so(voila, new_page, axe):
    page = new_page()
    page.goto(f"{voila.url}voila/render/nothing.ipynb")
    assert page.locator("h1").inner_text() == "There is no such page"
    check_with_axe(page, axe)


def test_silent_kernel_is_told(voila, new_page, axe):
    page = new_page()
    page.clock.install()
    page.route_web_socket("**/channels*", lambda socket: socket.close())
    page.goto(f"{voila.url}voila/render/00_start.ipynb")
    assert page.get_by_role("status").inner_text() == "Dealing…"
    page.clock.fast_forward(16_000)
    assert "Python does not answer" in page.get_by_role("status").inner_text()
    axe(page)


PHONE = """const listen = window.addEventListener.bind(window);
window.addEventListener = (type, ...more) => type === "beforeunload" || listen(type, ...more);"""


@pytest.mark.parametrize("script", ["", PHONE], ids=["computer", "phone without beforeunload"])
def test_kernel_ends_with_its_tab(script, voila, new_page):
    others = set(voila.kernels())
    page = new_page()
    page.add_init_script(script)
    page.goto(f"{voila.url}voila/render/00_start.ipynb")
    page.wait_for_selector("main:not([aria-busy])")
    (kernel,) = set(voila.kernels()) - others
    page.close(run_before_unload=True)
    assert wait_until(lambda: not kernel.is_running())


def test_ending_a_kernel_needs_the_cookie(voila, open_lesson):
    page = open_lesson("00_start")
    assert "_xsrf" in {cookie["name"] for cookie in page.context.cookies()}
    kernel = page.evaluate("JSON.parse(document.querySelector('#jupyter-config-data').textContent).kernelId")
    assert page.request.post(f"{voila.url}voila/api/shutdown/{kernel}").status == 403


def test_page_prints(open_lesson):
    page = open_lesson("00_start")
    page.emulate_media(media="print")
    assert page.locator(".cr-top nav").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_lab_runs_a_lesson(open_in_lab):
    page = open_in_lab("02_set_and_sequence")
    assert page.locator(".jp-OutputArea-output .lm-Widget").count() > 0
    inks = page.locator(".cr-button--main").evaluate_all("all => all.map(main => getComputedStyle(main).color)")
    assert len(set(inks)) == 1  # of links, too, which Lab gives a colour of its own
