// A panel: controls and answers around a board. Python makes its HTML; this module patches the page with it in place, so that
// focus, open folds and what is being typed stay, and sends back what a person does. It holds no words and knows no rules.
//
// In the HTML: an element with `data-do` is an act, sent as {do, …its other data-…} when it is pressed, chosen or unfolded, with its
// `value` (or that of the field whose id `data-from` names). `data-ask` is sent by itself, once it is drawn: for answers that
// take time. `data-copy` names the field to copy, or is empty to copy a link to what is shown; `data-to` names a place to go to.

/** @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void, send(content: any): void,
 *   on(event: string, call: Function): void, off(event: string, call: Function): void}} Model */

const KEPT = ["open", "tabindex"]; // these belong to whoever uses the page
const READ = Symbol.for("contract-rummy: address read"); // on the page, since each panel has a module of its own
const PAUSE = 400; // milliseconds between two changes of the address: browsers allow only so many

/** Make the children of `old` those of `fresh`, touching only what differs. */
function patch(/** @type {any} */ old, /** @type {any} */ fresh) {
  const nodes = [...fresh.childNodes]; // a node that is put into the page leaves `fresh`
  nodes.forEach((node, n) => {
    const here = old.childNodes[n];
    if (!here) old.append(node);
    else if (here.nodeName !== node.nodeName || here.id !== node.id) here.replaceWith(node);
    else if (node.nodeType === Node.TEXT_NODE) { if (here.data !== node.data) here.data = node.data; }
    else {
      const value = here.getAttribute?.("value");
      for (const { name } of [...here.attributes]) if (!node.hasAttribute(name) && !KEPT.includes(name)) here.removeAttribute(name);
      for (const { name, value } of node.attributes) if (!KEPT.includes(name) && here.getAttribute(name) !== value) here.setAttribute(name, value);
      const told = here.nodeName === "TEXTAREA" && here.defaultValue !== node.defaultValue;
      patch(here, node);
      if (here.nodeName === "SELECT") here.value = node.value;
      if (here.type === "checkbox") here.checked = node.hasAttribute("checked");
      if (told) here.value = node.defaultValue;
      if (here.nodeName === "INPUT" && value !== node.getAttribute("value")) here.value = node.getAttribute("value") ?? "";
    }
  });
  while (old.childNodes.length > nodes.length) old.lastChild.remove();
}

/** @param {{model: Model, el: HTMLElement}} host */
function render({ model, el }) {
  const stop = new AbortController();
  const body = document.createElement("div");
  body.className = "cr-panel";
  const voice = document.createElement("p"); // the one live region of a panel
  voice.className = "cr-sr";
  voice.setAttribute("role", "status");
  const root = document.createElement("div");
  root.className = "cr cr-widget";
  root.dataset.lmSuppressShortcuts = "true"; // Lab listens for single letters everywhere; a panel keeps its keys to itself
  root.append(voice, body);

  /** A fault of this module is shown, and still reaches the console. */
  const guarded = (/** @type {Function} */ act) => (/** @type {any[]} */ ...values) => {
    try { return act(...values); } catch (error) { speak(String(error)); voice.className = "cr-notice"; throw error; }
  };
  const on = (/** @type {any} */ target, /** @type {string} */ event, /** @type {Function} */ act, capture = false) =>
    target.addEventListener(event, guarded(act), { signal: stop.signal, capture });
  const speak = (/** @type {string} */ sentence) => voice.replaceChildren(sentence);
  const named = (/** @type {string} */ id) => /** @type {any} */ (root.querySelector(`#${CSS.escape(id)}`));

  // ---- what Python says ----
  let asked = "";

  function update() {
    if (stop.signal.aborted) return;
    const had = focused();
    const row = had?.parentElement;
    const place = row ? [...row.children].indexOf(had) : -1;
    const fresh = document.createElement("template");
    fresh.innerHTML = model.get("html");
    patch(body, fresh.content);
    for (const bar of body.querySelectorAll("[role=toolbar]")) tabStops(bar, bar.contains(focused()) ? focused() : null);
    if (had && !had.isConnected) refocus(row.isConnected ? (row.children[place] ?? row.lastElementChild) : null);
    const waits = /** @type {HTMLElement | null} */ (body.querySelector("[data-ask]"));
    const question = JSON.stringify(waits?.dataset ?? "");
    if (waits && question !== asked) setTimeout(() => { if (!stop.signal.aborted) send({ ...waits.dataset, do: waits.dataset.ask }); });
    asked = question;
  }

  /** What had the focus is gone: go to what stands in its place, else to the first thing to press, else to the heading. */
  function refocus(/** @type {any} */ heir) {
    const pressable = "button, input, select, textarea, summary, a";
    const goal = heir?.matches(pressable) ? heir : body.querySelector(pressable) ?? body.querySelector("h2");
    if (goal?.tagName === "H2") goal.tabIndex = -1;
    goal?.focus({ preventScroll: true });
  }

  // ---- what goes to Python ----
  function act(/** @type {HTMLElement} */ element, /** @type {any} */ value) {
    const { do: name, from, ...more } = element.dataset;
    if (name) send({ ...more, do: name, value: from ? named(from).value : value });
  }

  /** Say something to Python; once the kernel is gone a notice says so, and what was chosen here is as it was. */
  function send(/** @type {any} */ content) {
    try { model.send(content); } catch (error) {
      const lost = document.querySelector('.cr-notice[data-topic="kernel"]');
      if (!lost) throw error;
      update();
      lost.scrollIntoView({ block: "nearest" });
    }
  }

  on(body, "click", (/** @type {any} */ event) => {
    const pressed = event.target.closest("button");
    if (!pressed) return;
    act(pressed, pressed.value);
    if (pressed.dataset.copy !== undefined) copy(pressed);
    if (pressed.dataset.to) goTo(pressed.dataset.to);
  });
  on(body, "change", (/** @type {any} */ { target }) => act(target, target.type === "checkbox" ? target.checked : target.value));
  on(body, "toggle", (/** @type {any} */ { target }) => act(target, target.open), true);
  on(root, "keydown", (/** @type {Event} */ event) => event.stopPropagation());
  on(body, "keydown", move);
  on(body, "focusin", (/** @type {any} */ { target }) => { const bar = target.closest("[role=toolbar]"); if (bar) tabStops(bar, target); });

  function goTo(/** @type {string} */ id) {
    const place = document.getElementById(id);
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "start" });
  }

  async function copy(/** @type {HTMLElement} */ button) {
    const field = button.dataset.copy ? named(button.dataset.copy) : null;
    const text = field ? field.value : address(`${location.origin}${location.pathname}`).href;
    try {
      await navigator.clipboard.writeText(text);
    } catch { // no clipboard on a page served without https: the older way
      const area = document.createElement("textarea");
      area.value = text;
      root.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      button.focus();
      if (!done) return;
    }
    speak(button.dataset.done ?? "");
    const word = button.textContent;
    button.textContent = button.dataset.done ?? "";
    setTimeout(() => { button.textContent = word; }, 2000);
  }

  // ---- keys: a toolbar is one tab stop, and arrows move inside it ----
  const focused = () => { const here = /** @type {any} */ (root.getRootNode()).activeElement; return body.contains(here) ? here : null; };

  function tabStops(/** @type {Element} */ bar, /** @type {any} */ here) {
    const nodes = /** @type {any[]} */ ([...bar.querySelectorAll("button")]);
    const stand = here ?? nodes.find((node) => node.tabIndex === 0 && node.hasAttribute("tabindex")) ?? nodes[0];
    for (const node of nodes) node.tabIndex = node === stand ? 0 : -1;
  }

  function move(/** @type {KeyboardEvent} */ event) {
    const bar = focused()?.closest("[role=toolbar]");
    if (!bar || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const nodes = /** @type {any[]} */ ([...bar.querySelectorAll("button")]);
    const here = nodes.indexOf(focused());
    const beside = (/** @type {number} */ way) => {
      const { offsetLeft: x, offsetTop: y } = nodes[here];
      const far = (/** @type {any} */ node) => Math.abs(node.offsetTop - y) * 100 + Math.abs(node.offsetLeft - x);
      return nodes.filter((node) => (node.offsetTop - y) * way > 1).sort((a, b) => far(a) - far(b))[0];
    };
    const ways = /** @type {Record<string, () => any>} */ ({
      ArrowLeft: () => nodes[here - 1], ArrowRight: () => nodes[here + 1], Home: () => nodes[0], End: () => nodes.at(-1),
      ArrowUp: () => beside(-1), ArrowDown: () => beside(1),
    });
    const target = ways[event.key]?.();
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  // ---- the address: read once a page, then written at every change, so that a reload shows the same again ----
  const query = model.get("query");
  let due = 0, written = -PAUSE;
  const address = (/** @type {string} */ base) => {
    const url = new URL(base);
    url.searchParams.set(query, model.get("link"));
    return url;
  };
  const write = () => { clearTimeout(due); due = 0; written = performance.now(); history.replaceState(history.state, "", address(location.href)); };
  const linked = guarded(() => { due ||= setTimeout(guarded(write), Math.max(0, written + PAUSE - performance.now())); });
  if (query) {
    // as the page was opened, since JupyterLab tidies its address before a cell has run
    const opened = new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href);
    const page = /** @type {any} */ (globalThis);
    const given = page[READ] ? null : opened.searchParams.get(query);
    page[READ] = true;
    if (given && given !== model.get("link")) { model.set("given", given); model.save_changes(); }
    model.on("change:link", linked);
    on(window, "pagehide", () => { if (due) write(); });
  }

  // ---- begin and end ----
  const drawn = guarded(update);
  const said = guarded(() => speak(model.get("said")[1] ?? ""));
  model.on("change:html", drawn);
  model.on("change:said", said);
  el.replaceChildren(root);
  drawn();
  return () => {
    stop.abort();
    clearTimeout(due);
    model.off("change:html", drawn);
    model.off("change:said", said);
    model.off("change:link", linked);
    root.remove();
  };
}

export default { render };
