// The rulebook: a search, the list of all rules, and the page of one.
//
// Words, laws and pages come from Python; this module filters strings by strings, and keeps the rule that is open in the
// address of the page: ?rule=sequence.ace, and &table=pagat where another table than the first is chosen. Links are real
// links, so that where Python has gone they lead to a page that starts anew.

/** @typedef {{id: string, name: string, law: string, href: string, find: string}} Entry  `find`: words, each between spaces */
/** @typedef {{name: string, rules: Entry[]}} Group */
/** @typedef {{id?: string, name?: string, html?: string}} Sheet  empty while no rule is open; `html` is made and escaped by Python */
/** @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void,
 *   on(event: string, call: Function): void, off(event: string, call: Function): void, widget_manager?: any}} Model */

const TRAITS = ["groups", "page", "tables", "found", "words", "note", "fault", "rule", "table"];

/** Make an element; `false`, `null` and `undefined` are no attribute. @returns {any} */
function make(/** @type {string} */ tag, /** @type {Record<string, any>} */ attributes = {}, /** @type {any[]} */ ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  element.append(...children);
  return element;
}

/** Set or remove an attribute, touching the page only where something changes. */
function put(/** @type {Element} */ element, /** @type {string} */ name, /** @type {any} */ value) {
  if (value === false || value == null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function write(/** @type {Element} */ element, /** @type {string} */ text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The words of a query as Python writes those of a rule: small letters, no accents, straight apostrophes. */
const wordsOf = (/** @type {string} */ query) =>
  query.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/’/g, "'").split(/[^\p{L}\p{N}_.'-]+/u)
    .map((word) => word.replace(/^[.'-]+|[.'-]+$/g, "")).filter(Boolean);

/** Whether words begin like every word of a query; one that ends in a digit is a number, and meant as it stands. */
const fits = (/** @type {string} */ find, /** @type {string[]} */ query) =>
  query.every((word) => find.includes(/\d$/.test(word) ? ` ${word} ` : ` ${word}`));

/** @param {{model: Model, el: HTMLElement}} host */
function render({ model, el }) {
  const stop = new AbortController();
  const uid = `cr-${Math.random().toString(36).slice(2, 8)}`;
  const words = (/** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) =>
    String(model.get("words")?.[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  /** A fault shows in the book, in a sentence, and still reaches the console. */
  const guarded = (/** @type {Function} */ act) => (/** @type {any[]} */ ...values) => {
    try { return act(...values); } catch (error) { tell("js", words("js_fault", { error: String(error) }) || String(error)); throw error; }
  };
  const on = (/** @type {EventTarget} */ target, /** @type {string} */ event, /** @type {Function} */ act) =>
    target.addEventListener(event, guarded(act), { signal: stop.signal });

  // ---- the pieces, made once and kept ----
  const notices = make("div", { class: "cr-notices" });
  const field = make("input", { type: "search", id: `${uid}-find`, autocomplete: "off", spellcheck: "false", enterkeyhint: "search" });
  const fieldName = make("label", { for: field.id });
  const search = make("form", { role: "search" }, fieldName, field);
  const table = make("select", { id: `${uid}-table` });
  const tableName = make("label", { for: table.id });
  const status = make("p", { class: "cr-soft cr-book__status", role: "status" });
  const back = make("a", {});
  const all = make("a", {});
  const ways = make("p", { class: "cr-book__ways" }, back, all);
  const list = make("div", { class: "cr-book__list" });
  const sheet = make("div", {});
  const bar = make("div", { class: "cr-search" }, search, make("p", {}, tableName, table));
  const book = make("div", { class: "cr-book" }, notices, bar, status, ways, list, sheet);
  // Lab listens for single letters everywhere; a book keeps its keys to itself.
  const root = make("div", { class: "cr cr-widget", "data-lm-suppress-shortcuts": "true" }, book);
  root.addEventListener("keydown", (/** @type {Event} */ event) => event.stopPropagation(), { signal: stop.signal });
  on(root, "click", follow);
  on(field, "input", update);
  on(search, "submit", (/** @type {Event} */ event) => { event.preventDefault(); toFirst(); });
  on(field, "keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "ArrowDown" && toFirst()) event.preventDefault(); });
  on(table, "change", () => turnTo(model.get("rule"), table.value, "replaceState"));
  on(window, "popstate", () => { if (readAddress()) wanted = true; });

  /** @type {Map<string, any>} */ const entries = new Map();
  const onOurPage = document.body.classList.contains("cr-page"); // and not in JupyterLab, which has an address and a title of its own
  const from = whence();
  const title = document.title;
  let wanted = false; // a person in this view waits for what was asked for, and the focus goes there
  let left = ""; // the rule whose page was left for the list
  let dead = false, offline = false; // Python has gone, or cannot be reached: links lead on by themselves
  const shown = { sheet: "", groups: "", tables: "", spoken: "" };
  let speaking = 0;

  // ---- the address ----
  /** The address of this page with a rule and a table, and all else that stands in it. */
  function address(/** @type {string} */ rule, /** @type {string} */ at) {
    const here = new URL(location.href);
    here.hash = "";
    if (rule) here.searchParams.set("rule", rule); else here.searchParams.delete("rule");
    if (at && at !== model.get("tables")?.[0]?.[0]) here.searchParams.set("table", at); else here.searchParams.delete("table");
    return here.href;
  }

  /** Take over what an address asks for; tell whether that is something else. */
  function readAddress(query = location.search) {
    const asked = new URLSearchParams(query);
    return ask(asked.get("rule") ?? "", asked.get("table") ?? model.get("tables")?.[0]?.[0] ?? "");
  }

  /** What the address asked for as the page was opened. JupyterLab cuts it off before its cells run, but the browser still knows. */
  function openedWith() {
    if (/[?&](rule|table)=/.test(location.search)) return location.search;
    const opened = new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href);
    return !onOurPage && opened.pathname === location.pathname && /[?&](rule|table)=/.test(opened.search) ? opened.search : "";
  }

  /** Where one came from, if it was another notebook of this site. */
  function whence() {
    const asked = new URLSearchParams(location.search).get("from") ?? "";
    if (/^[\w-]+(\/[\w-]+)*\.ipynb$/.test(asked)) return asked;
    try {
      const was = new URL(document.referrer);
      if (was.origin === location.origin && was.pathname.endsWith(".ipynb") && was.pathname !== location.pathname) return was.href;
    } catch { /* one came from nowhere */ }
    return "";
  }

  // ---- what goes to Python ----
  function ask(/** @type {string} */ rule, /** @type {string} */ at) {
    if (rule === model.get("rule") && at === model.get("table")) return false;
    left = rule ? "" : model.get("rule");
    model.set("rule", rule);
    model.set("table", at);
    model.save_changes();
    return true;
  }

  /** Open a rule, or with none the list, and write it into the address. */
  function turnTo(/** @type {string} */ rule, /** @type {string} */ at, /** @type {"pushState" | "replaceState"} */ how) {
    const there = address(rule, at);
    if (dead || offline) return location.assign(there);
    if (there !== location.href) history[how](history.state, "", there);
    const moves = how === "pushState";
    if (ask(rule, at)) wanted ||= moves;
    else if (moves) arrive();
  }

  /** A link to a rule of this book opens it here, unless a new tab is asked for. */
  function follow(/** @type {any} */ event) {
    const link = event.target.closest("a[href]");
    if (!link || dead || offline || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const there = new URL(link.href);
    if (link !== all && there.pathname.split("/").at(-1) !== model.get("home")) return;
    event.preventDefault();
    turnTo(link === all ? "" : there.searchParams.get("rule") ?? "", model.get("table"), "pushState");
  }

  // ---- what Python says ----
  function update() {
    if (stop.signal.aborted) return;
    put(root, "lang", model.get("words")?.lang);
    tell("python", model.get("fault") ?? "");
    write(fieldName, words("search"));
    put(field, "placeholder", words("example"));
    put(search, "aria-label", words("search"));
    write(tableName, words("table"));
    updateTables();
    updateList();
    updateSheet();
    const query = wordsOf(field.value);
    const found = filter(query);
    const open = Boolean(model.get("page")?.id) && query.length === 0;
    list.hidden = open;
    sheet.hidden = !open;
    back.hidden = !from;
    all.hidden = !open;
    ways.hidden = !from && !open;
    write(back, words("back"));
    write(all, words("all"));
    if (from) put(back, "href", from);
    put(all, "href", address("", model.get("table")));
    speak(query.length ? model.get("found")?.[found] ?? "" : model.get("note") ?? "");
    if (onOurPage) document.title = open ? `${model.get("page").name} · ${title}` : title;
  }

  function updateTables() {
    const now = JSON.stringify(model.get("tables"));
    if (now !== shown.tables) table.replaceChildren(...(model.get("tables") ?? []).map((/** @type {string[]} */ [value, name]) => make("option", { value }, name)));
    shown.tables = now;
    table.value = model.get("table");
    if (table.selectedIndex < 0) table.selectedIndex = 0; // Python says that it has no such table, and shows the first
  }

  /** The list is made once; at another table only its laws change. */
  function updateList() {
    const groups = /** @type {Group[]} */ (model.get("groups") ?? []);
    const now = JSON.stringify(groups.map(({ name, rules }) => [name, rules.map(({ id }) => id)]));
    if (now !== shown.groups) {
      entries.clear();
      list.replaceChildren(...groups.map(({ name, rules }) =>
        make("section", { class: "cr-book__topic" }, make("h2", {}, name), make("ul", {}, ...rules.map(makeEntry)))));
    }
    shown.groups = now;
    for (const { rules } of groups) for (const { id, law } of rules) write(entries.get(id).law, law);
  }

  function makeEntry(/** @type {Entry} */ { id, name, href, find }) {
    const link = make("a", { href }, name);
    const law = make("p", {});
    const item = make("li", {}, link, law, make("span", { class: "cr-id" }, id));
    entries.set(id, { link, law, item, find });
    return item;
  }

  /** Show only what a query finds; all of it where there is none. @returns {number} how many rules that is */
  function filter(/** @type {string[]} */ query) {
    let n = 0;
    for (const { item, find } of entries.values()) {
      item.hidden = !fits(find, query);
      n += Number(!item.hidden);
    }
    for (const topic of list.children) topic.hidden = !topic.querySelector("li:not([hidden])");
    return n;
  }

  function updateSheet() {
    const page = /** @type {Sheet} */ (model.get("page") ?? {});
    if ((page.html ?? "") !== shown.sheet) sheet.innerHTML = page.html ?? "";
    shown.sheet = page.html ?? "";
    if (wanted && (page.id ?? "") === (entries.has(model.get("rule")) ? model.get("rule") : "")) arrive();
  }

  /** What was asked for is there: the search is over, and the focus goes to the name of the rule, or back into the list. */
  function arrive() {
    wanted = false;
    field.value = "";
    queueMicrotask(guarded(() => {
      update();
      const name = sheet.querySelector("h2");
      if (!name) return (entries.get(left)?.link ?? field).focus();
      bar.scrollIntoView({ block: "nearest" });
      name.focus({ preventScroll: true });
    }));
  }

  /** The focus goes to the first rule found. */
  function toFirst() {
    const link = list.hidden ? null : list.querySelector("li:not([hidden]) a");
    link?.focus();
    return Boolean(link);
  }

  /** One sentence, once typing has paused. */
  function speak(/** @type {string} */ sentence) {
    if (sentence === shown.spoken) return;
    shown.spoken = sentence;
    clearTimeout(speaking);
    if (!sentence) write(status, "");
    else speaking = setTimeout(() => write(status, sentence), 250);
  }

  /** Show a sentence that must not be missed, or take it away. */
  function tell(/** @type {string} */ about, /** @type {string} */ sentence) {
    let notice = notices.querySelector(`[data-topic="${about}"]`);
    if (!sentence) return notice?.remove();
    if (!notice) notices.append((notice = make("p", { class: "cr-notice", role: "alert", "data-topic": about })));
    write(notice, sentence);
  }

  /** Where the host lets us see the kernel, know when it has gone: from then on the browser follows links, to a page with a new
   * one. A link that was followed before this was known is in the address already. */
  function watchKernel() {
    const kernel = model.widget_manager?.kernel;
    const state = (/** @type {any} */ _, /** @type {string} */ now) => {
      dead ||= ["dead", "restarting", "autorestarting", "terminating"].includes(now);
      if (dead && wanted && onOurPage) location.reload();
    };
    const line = (/** @type {any} */ _, /** @type {string} */ now) => { offline = now !== "connected"; };
    kernel?.statusChanged?.connect(state);
    kernel?.connectionStatusChanged?.connect(line);
    return () => { kernel?.statusChanged?.disconnect(state); kernel?.connectionStatusChanged?.disconnect(line); };
  }

  // ---- begin and end ----
  let due = false;
  const changed = () => { // several traits change in one message: draw once
    if (due) return;
    due = true;
    queueMicrotask(guarded(() => { due = false; update(); }));
  };
  for (const name of TRAITS) model.on(`change:${name}`, changed);
  el.replaceChildren(root);
  const asked = openedWith();
  if (asked) readAddress(asked);
  guarded(update)();
  const unwatch = watchKernel();
  return () => {
    stop.abort();
    clearTimeout(speaking);
    unwatch();
    for (const name of TRAITS) model.off(`change:${name}`, changed);
    root.remove();
  };
}

export default { render };
