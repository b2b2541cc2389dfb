// With ?big=1 a lesson is read across a room, and a clicker turns its pages. Page Down goes a screen further and stops at
// every heading on its way; Page Up goes back to the heading before; the arrows do both from heading to heading, wherever
// nothing else uses them. The page jumps, since a page that rolls by cannot be read, and the heading takes the focus.
if (document.documentElement.dataset.big === "1") {
  const main = document.querySelector("main");
  const own = "textarea, select, [contenteditable], [role=slider], [role=listbox], [role=grid], input[type=range], input[type=number]";
  const go = (heading) => {
    heading.tabIndex = -1;
    heading.scrollIntoView({ behavior: "instant" });
    heading.focus({ preventScroll: true });
  };
  const turn = (way, whole) => {
    const headings = [...main.querySelectorAll("h1, h2:not(.cr-sr)")].filter((heading) => heading.getClientRects().length);
    const from = (heading) => heading.getBoundingClientRect().top - parseFloat(getComputedStyle(heading).scrollMarginTop);
    const goal = way > 0 ? headings.find((heading) => from(heading) > 4) : headings.findLast((heading) => from(heading) < -4);
    const line = parseFloat(getComputedStyle(main).lineHeight);
    if (goal && (way < 0 || whole || from(goal) < innerHeight)) go(goal);
    else if (way > 0 && !whole) scrollBy({ top: innerHeight - 2 * line, behavior: "instant" });
  };
  const keys = { PageDown: [1, false], PageUp: [-1, false], ArrowRight: [1, true], ArrowLeft: [-1, true] };
  // Heard before all others, since a board keeps its keys to itself.
  addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (!key || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target.closest?.(own)) return;
    const idle = event.target === document.body || (main.contains(event.target) && event.target.matches("h1, h2"));
    if (key[1] && !idle) return;
    event.preventDefault();
    event.stopPropagation();
    turn(...key);
  }, { capture: true });
}
