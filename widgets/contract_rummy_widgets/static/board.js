// A board: a hand of cards, the trays they are laid into, and the verdict on them.
//
// Python is the only judge. This module knows positions in the hand and what it is told about them, never ranks or rules; and it
// holds no word of any language: what it shows and speaks comes in the trait `words`. What a person wants is a message {do: …}; a
// tap is shown at once, on top of what Python has said, until Python has heard it.

/** @typedef {{id: string, name: string, code: string}} Card  a symbol of the sprite, and the card's spoken name and what it is in notation */
/** @typedef {{label: string, status: string, sign: string, places: number}} Tray */
/** @typedef {[tray: number, place: number, id: string, name: string]} Ghost  a missing card, in its place of the row */
/** @typedef {{html: string, name: string, position?: number, code?: string, wish?: Record<string, any>}} Choice  a card that a joker may be; or another
 *   answer, with what it sends */
/**
 * @typedef {Object} Verdict  empty while there is none; `below`, `mend.html` and `choices[].html` are made and escaped by Python
 * @property {"lawful"|"refused"|"asks"|"short"|"key"|"hint"} [state]
 * @property {string} [headline]
 * @property {string} [below]
 * @property {number[]} [faults]  positions
 * @property {number[]} [hints]  positions
 * @property {number[]} [news]  positions
 * @property {Ghost[]} [ghosts]
 * @property {{html: string} | null} [mend]
 * @property {Choice[]} [choices]
 * @property {string} [note]
 * @property {"hint_more"|"hint_show"} [next]  what the button for hints does next, where hints have begun
 */
/** @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void, send(content: any): void,
 *   on(event: string, call: Function): void, off(event: string, call: Function): void, widget_manager?: any}} Model */

const TRAITS = ["view", "cards", "orders", "trays", "order_in_tray", "goes", "verdict", "label", "hand_label", "words", "text", "buttons", "main", "fault",
  "placed", "heard", "now", "sort"];
const AGAIN = ["another", "hint", "more", "take_back_act"]; // what one may well press several times in a row
/** @type {Record<string, string>} */
const SIGNS = { lawful: "check", refused: "cross", short: "moot", asks: "hint", hint: "hint" };

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

/** Make `nodes` the children, in this order, moving as few as can be, so that the focus stays where it is. */
function fill(/** @type {Element} */ parent, /** @type {Element[]} */ nodes) {
  for (const child of [...parent.children]) if (!nodes.includes(child)) child.remove();
  const focused = /** @type {any} */ (parent.getRootNode()).activeElement;
  nodes.forEach((node, n) => { if (parent.children[n] !== node) parent.insertBefore(node, parent.children[n] ?? null); });
  if (focused && parent.contains(focused)) focused.focus({ preventScroll: true });
}

/** The drawing of a card, inside its button or frame. */
function face(/** @type {Element} */ card, /** @type {string} */ id) {
  if (card.getAttribute("data-card") === id) return;
  card.setAttribute("data-card", id);
  card.innerHTML = '<svg class="cr-face" viewBox="0 0 60 84" aria-hidden="true"><use/></svg>';
  /** @type {any} */ (card.querySelector("use")).setAttribute("href", `#${id}`);
}

/** The button that was pressed last. @type {Element | null} */
let pressed = null;
/** What each sheet with a key for print belongs to. @type {WeakMap<Element, Element>} */
const sheets = new WeakMap();

const sign = (/** @type {string} */ name, /** @type {string} */ label) =>
  make("span", { class: "cr-sign", "data-sign": name, role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true" });

/** The element that a key leads to from `nodes[here]`: beside it, the first or last one, or in the row above or below. */
function toward(/** @type {any[]} */ nodes, /** @type {number} */ here, /** @type {KeyboardEvent} */ event) {
  if (here < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return null;
  const beside = (/** @type {number} */ way) => { // offsets leave transforms aside: a picked card stays in its row
    const { offsetLeft: x, offsetTop: y } = nodes[here];
    const row = nodes.filter((node) => (node.offsetTop - y) * way > 1);
    const near = (/** @type {any} */ node) => Math.abs(node.offsetTop - y) * 100 + Math.abs(node.offsetLeft - x);
    return row.sort((a, b) => near(a) - near(b))[0];
  };
  const ways = /** @type {Record<string, () => any>} */ ({
    ArrowLeft: () => nodes[here - 1], ArrowRight: () => nodes[here + 1], Home: () => nodes[0], End: () => nodes.at(-1),
    ArrowUp: () => beside(-1), ArrowDown: () => beside(1),
  });
  return ways[event.key]?.() ?? null;
}

/** Build a board in `el`; what else stands there may use its pieces. @param {{model: Model, el: HTMLElement}} host */
function build({ model, el }) {
  const stop = new AbortController();
  const uid = `cr-${Math.random().toString(36).slice(2, 8)}`;
  const words = (/** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) =>
    String(model.get("words")?.[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  /** A fault shows in the board, in a sentence, and still reaches the console. */
  const guarded = (/** @type {Function} */ act) => (/** @type {any[]} */ ...values) => {
    try { return act(...values); } catch (error) { tell("js", words("js_fault", { error: String(error) }) || String(error)); throw error; }
  };
  const on = (/** @type {Element} */ element, /** @type {string} */ event, /** @type {Function} */ act) =>
    element.addEventListener(event, guarded(act), { signal: stop.signal });
  /** The second press of a double one is no second wish. */
  const once = (/** @type {Function} */ act) => (/** @type {MouseEvent} */ event) => { if (event.detail < 2) act(); };
  const button = (/** @type {string} */ look, /** @type {Function} */ act) => {
    const element = make("button", { type: "button", class: look });
    on(element, "click", (/** @type {MouseEvent} */ event) => {
      const strayed = event.detail > 1 && pressed !== element; // the second press of a double one, after things have moved
      pressed = element;
      if (!strayed) act(event);
    });
    return element;
  };

  // ---- the pieces, made once and kept; groups, not landmarks, since a page may hold several boards ----
  const notices = make("div", { class: "cr-notices" });
  const trays = make("div", { class: "cr-trays", role: "group" });
  const heading = model.get("view") === "hand" ? "h2" : "h3"; // a bare hand may open a page; the others stand in a section
  const handName = make(heading, { class: "cr-sr", id: `${uid}-hand` });
  const toolbar = make("div", { class: "cr-hand__cards", role: "toolbar" });
  const hand = make("div", { role: "group", "aria-labelledby": handName.id }, handName, make("div", { class: "cr-hand" }, toolbar));
  const lay = button("cr-button", once(() => ask({ do: "lay" })));
  const soft = make("p", { class: "cr-soft", id: `${uid}-soft` });
  const sorts = ["suit", "rank"].map((by) => button("cr-button", () => sortBy(by)));
  const segment = make("div", { class: "cr-segment cr-push", role: "group" }, ...sorts);
  const actions = make("div", { class: "cr-actions" });
  const verdictName = make(heading, { class: "cr-sr", id: `${uid}-verdict` });
  const status = make("p", { role: "status", id: `${uid}-status` });
  const headline = make("div", { class: "cr-verdict__headline" }, status);
  const mend = button("cr-button cr-button--mend", once(() => ask({ do: "mend" })));
  const choices = make("div", { class: "cr-actions", role: "group", "aria-labelledby": status.id });
  const note = make("p", { class: "cr-soft" });
  const say = make("div", { class: "cr-verdict__say" }, verdictName, headline, mend, choices, note);
  const ruling = make("div", { class: "cr-verdict__rule" });
  const verdict = make("div", { class: "cr-verdict", role: "group" }, say, ruling);
  const code = make("code", { class: "cr-id" });
  const copied = make("span", { "aria-live": "polite" });
  const copy = button("cr-button", () => copyFrom(code, copied));
  copy.append(copied);
  const text = make("details", { class: "cr-fold" }, make("summary"), make("div", { class: "cr-actions" }, code, copy));
  const sheet = make("section", { class: "cr-print" });
  const board = make("div", { class: "cr-board" }, notices, trays, hand, actions, verdict, text);
  // Lab listens for single letters everywhere; a board keeps its keys to itself.
  const root = make("div", { class: "cr cr-widget", "data-lm-suppress-shortcuts": "true" }, board);
  root.addEventListener("keydown", (/** @type {Event} */ event) => event.stopPropagation(), { signal: stop.signal });
  on(root, "keydown", (/** @type {any} */ event) => { if (event.repeat && event.key === "Enter" && event.target.matches("button")) event.preventDefault(); });
  on(toolbar, "keydown", move);
  on(toolbar, "focusin", (/** @type {any} */ event) => { const key = event.target.dataset.position; if (key) { stand = Number(key); tabStops(); } });

  /** @type {Map<number, any>} */ const handCards = new Map();
  /** @type {any[]} */ const trayParts = [];
  /** @type {Map<string, any>} */ const extras = new Map([["lay", lay]]);
  let stand = -1; // the position that holds the hand's one tab stop
  let asked = false; // a person in this view waits for an answer
  let gone = false; // the kernel; one that was started anew knows nothing of this board
  const shown = { verdict: "", below: "", mend: "", choices: "" };

  // ---- what goes to Python ----
  /** @typedef {{do: "pick"|"unpick"|"tray"|"clear", n?: number, code?: string, held: number, id: string}} Touch */
  /** Taps that Python has not heard yet. @type {Touch[]} */
  let waiting = [];
  let touches = 0;
  /** What lies in which tray, and the tray that is meant now. @type {{placed: number[][], now: number}} */
  let lies = { placed: [], now: 0 };
  const trayOf = (/** @type {number} */ position) => lies.placed.findIndex((tray) => tray.includes(position));

  /** What Python has said, and on top of it what it has not heard yet. */
  function foresee() {
    let now = model.get("now") ?? 0, chosen = model.get("chosen");
    const placed = (model.get("trays") ?? []).map((/** @type {Tray} */ _, /** @type {number} */ n) => [...(model.get("placed")?.[n] ?? [])]);
    const cards = /** @type {Card[]} */ (model.get("cards") ?? []);
    const trayWith = (/** @type {number} */ n) => placed.find((/** @type {number[]} */ tray) => tray.includes(n));
    for (const { do: act, n, code } of waiting.filter(({ held }) => held === model.get("held"))) {
      if (act === "tray") [now, chosen] = [n, true];
      else if (act === "clear") {
        for (const tray of placed) tray.length = 0;
        [now, chosen] = [0, false];
      } else {
        const there = [...cards.keys()].filter((k) => cards[k].code === code && !!trayWith(k) === (act === "unpick"));
        const k = there.includes(/** @type {number} */ (n)) ? n : there[0];
        const tray = k === undefined ? null : trayWith(k);
        if (tray) tray.splice(tray.indexOf(k), 1);
        else if (k !== undefined) placed[(now = (chosen ? null : model.get("goes")?.[k]) ?? now)]?.push(k);
      }
    }
    lies = { placed, now };
  }

  /** Do at once what a finger does, and tell Python. */
  function touch(/** @type {{do: "pick"|"unpick"|"tray"|"clear", n?: number, code?: string}} */ act) {
    if (gone) return showLoss();
    const wish = { ...act, held: model.get("held"), id: `${uid}-${++touches}` };
    waiting.push(wish);
    send(() => model.send(wish));
    update();
    root.dispatchEvent(new Event("touched", { bubbles: true }));
  }

  function tap(/** @type {number} */ n) {
    touch({ do: trayOf(n) < 0 ? "pick" : "unpick", n, code: model.get("cards")[n].code });
  }

  function sortBy(/** @type {string} */ by) {
    model.set("sort", by);
    send(() => model.save_changes());
    update();
  }

  function ask(/** @type {Record<string, any>} */ content) {
    if (gone) return showLoss();
    asked = true;
    send(() => model.send({ ...content, held: model.get("held") }));
  }

  /** Say something to Python; once the kernel is gone nobody hears it, and the notice that says so is shown again. */
  function send(/** @type {Function} */ say) {
    try { say(); } catch (error) {
      if (!showLoss()) throw error;
    }
  }

  /** Bring the notice of a lost kernel into view; false where there is none. */
  function showLoss() {
    const lost = homeOf("kernel").querySelector(':scope > [data-topic="kernel"]');
    lost?.scrollIntoView({ block: "nearest" });
    return !!lost;
  }

  // ---- what Python says ----
  function update() {
    if (stop.signal.aborted) return;
    foresee();
    const view = model.get("view");
    const stale = waiting.some((wish) => wish.do !== "tray"); // the verdict is on other cards than lie there now
    const said = /** @type {Verdict} */ ((!stale && model.get("verdict")) || {});
    const had = board.contains(focus()) ? focus().dataset.position : null;
    put(board, "data-view", view);
    put(root, "lang", model.get("words")?.lang);
    tell("python", model.get("fault") ?? "");
    updateTrays(view, said);
    updateHand(said);
    updateActions(view, said);
    updateVerdict(said);
    updateText(view);
    wantSprite();
    if (had && !board.contains(focus())) handCards.get(Number(had))?.focus({ preventScroll: true }); // it left its tray
  }

  function updateHand(/** @type {Verdict} */ said) {
    const cards = /** @type {Card[]} */ (model.get("cards") ?? []);
    const order = /** @type {number[]} */ (model.get("orders")?.[model.get("sort")] ?? cards.keys());
    const named = model.get("view") === "turn"; // whose hand it is changes from turn to turn
    write(handName, named ? model.get("hand_label") : words("your_hand"));
    put(handName, "class", named ? "cr-name" : "cr-sr");
    put(toolbar, "aria-label", model.get("hand_label"));
    hand.hidden = !cards.length;
    put(toolbar, "data-n", cards.length);
    put(toolbar, "data-many", cards.length > 14);
    put(toolbar, "style", `--n:${cards.length};--half:${Math.ceil(cards.length / 2)};--third:${Math.ceil(cards.length / 3)}`);
    const nodes = [...order].map((position, n) => {
      let node = handCards.get(position);
      if (!node) {
        handCards.set(position, (node = button("cr-card", () => tap(position))));
        node.dataset.position = position;
      }
      const tray = trayOf(position);
      const fault = said.faults?.includes(position);
      const hint = said.hints?.includes(position);
      face(node, cards[position].id);
      put(node, "aria-pressed", String(tray >= 0));
      const fresh = tray < 0 && said.news?.includes(position);
      put(node, "data-state", [fault && "fault", hint && "hinted", fresh && "new"].filter(Boolean).join(" ") || null);
      const key = fault ? (tray >= 0 ? "picked_fault" : "fault") : tray >= 0 ? (hint ? "picked_hinted" : "picked") : hint ? "hinted" : fresh ? "new" : "idle";
      put(node, "aria-label", words(key, { name: cards[position].name, i: n + 1, n: cards.length, tray: model.get("trays")?.[tray]?.label }));
      return node;
    });
    fill(toolbar, nodes);
    tabStops();
  }

  function tabStops() {
    const nodes = [...toolbar.children];
    if (!nodes.some((node) => Number(node.dataset.position) === stand)) stand = Number(nodes[0]?.dataset.position ?? -1);
    for (const node of nodes) put(node, "tabindex", Number(node.dataset.position) === stand ? 0 : -1);
  }

  function updateTrays(/** @type {string} */ view, /** @type {Verdict} */ said) {
    const list = view === "hand" ? [] : /** @type {Tray[]} */ (model.get("trays") ?? []);
    trays.hidden = list.length === 0;
    put(trays, "aria-label", model.get("label"));
    list.forEach((tray, n) => {
      const part = (trayParts[n] ??= makeTray(n));
      const one = list.length === 1;
      put(part.tray, "data-state", one || lies.now === n ? "now" : null);
      put(part.pick, "aria-pressed", String(lies.now === n));
      write(one ? part.name : part.pick, tray.label);
      if (!one && part.pick.parentNode !== part.name) part.name.replaceChildren(part.pick);
      if (part.status.dataset.sign !== tray.sign || part.words.textContent !== tray.status) {
        part.status.dataset.sign = tray.sign;
        part.words = document.createTextNode(tray.status);
        part.status.replaceChildren(...(tray.sign ? [sign(tray.sign, "")] : []), part.words);
      }
      const nodes = inTray(n).map((position) => trayCard(part, n, position, said));
      for (const [, place, id, name] of (said.ghosts ?? []).filter((ghost) => ghost[0] === n).sort((a, b) => a[1] - b[1])) {
        const node = make("span", { class: "cr-card", "data-state": "ghost", role: "img", "aria-label": words("ghost", { name }) });
        face(node, id);
        nodes.splice(place, 0, node);
      }
      while (nodes.length < tray.places) nodes.push(make("span", { class: "cr-card", "data-state": "empty" }));
      put(part.cards, "style", `--n:${nodes.length}`);
      fill(part.cards, nodes);
    });
    fill(trays, list.map((_, n) => trayParts[n].tray));
  }

  /** The positions in a tray as Python orders them; what Python does not know yet comes last, as it was tapped. */
  function inTray(/** @type {number} */ n) {
    const mine = lies.placed[n] ?? [];
    const order = (model.get("order_in_tray")?.[n] ?? []).filter((/** @type {number} */ position) => mine.includes(position));
    return /** @type {number[]} */ ([...order, ...mine.filter((position) => !order.includes(position))]);
  }

  function makeTray(/** @type {number} */ n) {
    const name = make("h3", { class: "cr-name", id: `${uid}-tray-${n}` });
    const status = make("p", { id: `${uid}-tray-${n}-status` });
    const pick = button("cr-tray__pick", () => touch({ do: "tray", n }));
    put(pick, "aria-describedby", status.id);
    const cards = make("div", { class: "cr-tray__cards" });
    const tray = make("div", { class: "cr-tray", role: "group", "aria-labelledby": name.id }, make("div", { class: "cr-tray__in" }, make("header", {}, name, status), cards));
    return { tray, name, status, words: document.createTextNode(""), pick, cards, buttons: new Map() };
  }

  function trayCard(/** @type {any} */ part, /** @type {number} */ n, /** @type {number} */ position, /** @type {Verdict} */ said) {
    let node = part.buttons.get(position);
    if (!node) {
      part.buttons.set(position, (node = button("cr-card", () => takeBack(part, n, position))));
      node.dataset.position = position;
    }
    const card = model.get("cards")[position];
    const fault = said.faults?.includes(position);
    const is = fault ? "fault" : said.hints?.includes(position) ? "hinted" : null;
    face(node, card.id);
    put(node, "data-state", is);
    put(node, "aria-label", words(is ? `take_back_${is}` : "take_back", { name: card.name, tray: model.get("trays")[n].label }));
    return node;
  }

  /** A card taken back leaves the focus on its neighbour, or else on the same card in the hand. */
  function takeBack(/** @type {any} */ part, /** @type {number} */ n, /** @type {number} */ position) {
    const row = inTray(n);
    const next = row[row.indexOf(position) + 1] ?? row[row.indexOf(position) - 1];
    tap(position);
    (part.buttons.get(next) ?? handCards.get(position)).focus({ preventScroll: true });
  }

  function updateActions(/** @type {string} */ view, /** @type {Verdict} */ said) {
    const more = /** @type {string[]} */ (model.get("buttons") ?? []);
    const names = view === "turn" ? more : ["lay", ...more]; // in a turn Python says all of them
    const main = model.get("main") ?? "lay";
    const nodes = names.map((name) => {
      if (!extras.has(name)) {
        const press = name === "clear" ? () => touch({ do: name }) : () => ask({ do: name });
        extras.set(name, button("cr-button", AGAIN.includes(name) ? press : once(press)));
      }
      write(extras.get(name), words(name === "lay" ? "lay_down" : name === "hint" ? said.next ?? name : name));
      put(extras.get(name), "class", name === main ? "cr-button cr-button--main" : "cr-button");
      return extras.get(name);
    });
    write(soft, model.get("trays")?.[0]?.status ?? "");
    put(lay, "aria-describedby", view === "hand" ? soft.id : null);
    put(segment, "aria-label", words("sort"));
    ["suit", "rank"].forEach((by, n) => {
      write(sorts[n], words(`by_${by}`));
      put(sorts[n], "aria-pressed", String(model.get("sort") === by));
    });
    segment.hidden = hand.hidden;
    fill(actions, [...nodes, view === "hand" ? soft : segment]);
  }

  function updateVerdict(/** @type {Verdict} */ said) {
    const now = JSON.stringify(said);
    if (now === shown.verdict) return;
    const from = verdict.contains(focus()) ? focus() : null;
    const none = !said.headline;
    shown.verdict = now;
    put(verdict, "data-state", said.state ?? "none");
    put(verdict, "aria-labelledby", none ? null : verdictName.id);
    verdictName.hidden = none;
    write(verdictName, words("verdict"));
    const drawn = SIGNS[said.state ?? ""];
    headline.querySelector(".cr-sign")?.remove();
    if (!none && drawn) headline.prepend(sign(drawn, words(said.state ?? "")));
    status.replaceChildren(said.headline ?? ""); // the one live region: a new text is spoken once, even if it reads the same
    show(mend, "mend", said.mend?.html ?? "", (/** @type {string} */ html) => { mend.innerHTML = `<span>${html}</span>`; });
    show(choices, "choices", JSON.stringify(said.choices ?? []), () => choices.replaceChildren(...(said.choices ?? []).map(choice)));
    choices.hidden = !said.choices?.length;
    write(note, said.note ?? "");
    note.hidden = !said.note;
    show(ruling, "below", said.below ?? "", unfold);
    ruling.hidden = !ruling.childElementCount;
    if (from && (!from.isConnected || from.closest("[hidden]"))) lay.focus({ preventScroll: true });
    if (asked && !none) {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const key = said.state === "key" && say.querySelector(":scope > [data-below]");
      const last = key || ([note, choices, mend].find((part) => !part.hidden) ?? headline); // what one looks for is seen, too
      last.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
    }
    asked &&= none; // an empty verdict may come before the answer
  }

  /** Draw a part of the verdict only when it changed, so that an open fold stays open. */
  function show(/** @type {any} */ element, /** @type {"mend"|"choices"|"below"} */ name, /** @type {string} */ value, /** @type {Function} */ draw) {
    element.hidden = !value;
    if (shown[name] === value) return;
    shown[name] = value;
    draw(value);
  }

  /** What lies under the headline: rules stand beside it where there is room, everything else below it. */
  function unfold(/** @type {string} */ html) {
    for (const old of say.querySelectorAll(":scope > [data-below]")) old.remove();
    ruling.replaceChildren();
    const parts = make("template");
    parts.innerHTML = html;
    for (const part of [...parts.content.children]) {
      put(part, "data-below", "");
      (part.querySelector(".cr-rule") ? ruling : say).append(part);
    }
  }

  function choice(/** @type {Choice} */ { position, code, html, name, wish }) {
    const node = button("cr-button", once(() => ask(wish ?? { do: "declare", position, code })));
    node.innerHTML = html;
    put(node, "aria-label", name);
    return node;
  }

  function updateText(/** @type {string} */ view) {
    const line = model.get("text") ?? "";
    text.hidden = !line || view === "hand" || view === "turn";
    write(code, line);
    write(text.querySelector("summary"), words("notation"));
    if (!copied.dataset.done) write(copied, words("copy"));
  }

  /** Copy what an element says or holds, and let the button's word say so for a while. */
  async function copyFrom(/** @type {any} */ source, /** @type {any} */ done) {
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
    } catch { // no clipboard on a page served without https: the older way
      if (source.select) source.select();
      else getSelection()?.selectAllChildren(source);
      if (!document.execCommand("copy")) return;
    }
    done.dataset.done = "true";
    write(done, words("copied"));
    setTimeout(() => { delete done.dataset.done; write(done, words("copy")); }, 2000);
  }

  // ---- keys ----
  const focus = () => /** @type {any} */ (root.getRootNode()).activeElement;

  /** Arrows, Home and End move inside the hand; up and down go to the card above or below, where the hand has rows. */
  function move(/** @type {KeyboardEvent} */ event) {
    const nodes = /** @type {any[]} */ ([...toolbar.children]);
    const target = toward(nodes, nodes.indexOf(focus()), event);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  // ---- notices, the sprite, the kernel ----
  /** Where a notice stands: in its board, but that of the kernel, which the boards of a page share, once on the page. */
  const homeOf = (/** @type {string} */ topic) => (topic === "kernel" && document.querySelector("main.cr-lesson")) || notices;

  /** Show a sentence that must not be missed, or take it away. */
  function tell(/** @type {string} */ topic, /** @type {string} */ sentence) {
    const home = homeOf(topic);
    let notice = home.querySelector(`:scope > [data-topic="${topic}"]`);
    if (!sentence) return notice?.remove();
    if (!notice) home.append((notice = make("p", { class: "cr-notice", role: "alert", "data-topic": topic })));
    write(notice, sentence);
  }

  /** The faces of the cards come once to a page, for all its boards; a question left unanswered is asked again. */
  function wantSprite() {
    let sprite = document.getElementById("cr-sprite");
    if (sprite && (sprite.childElementCount || Date.now() - Number(sprite.dataset.asked) < 3000)) return;
    if (!sprite) document.body.append((sprite = make("div", { id: "cr-sprite", hidden: "" })));
    /** @type {any} */ (sprite).dataset.asked = Date.now();
    model.send({ do: "sprite" });
  }

  /** The key is for print alone: it stands after the lesson, on a page of its own, the keys of several boards in their order. */
  function lie(/** @type {string} */ html) {
    sheet.innerHTML = html;
    const lesson = root.closest(".cr-lesson");
    if (!lesson || sheet.isConnected) return;
    sheets.set(sheet, root);
    const follows = (/** @type {any} */ other) => root.compareDocumentPosition(sheets.get(other) ?? root) & Node.DOCUMENT_POSITION_FOLLOWING;
    lesson.insertBefore(sheet, [...lesson.querySelectorAll(":scope > .cr-print")].find(follows) ?? null);
  }

  function hear(/** @type {any} */ content) {
    if (content?.do === "sheet") lie(content.html);
    const sprite = document.getElementById("cr-sprite");
    if (content?.do === "sprite" && sprite && !sprite.childElementCount) sprite.outerHTML = content.svg;
  }

  /** Where the host lets us see the kernel, say so when it has gone: cards stay, but nobody judges them. */
  function watchKernel() {
    const kernel = model.widget_manager?.kernel;
    const state = (/** @type {any} */ _, /** @type {string} */ now) => {
      gone ||= ["dead", "restarting", "autorestarting", "terminating"].includes(now);
      if (gone) tell("kernel", words("lost"));
    };
    const line = (/** @type {any} */ _, /** @type {string} */ now) =>
      tell("kernel", gone || now === "disconnected" ? words("lost") : now === "connecting" ? words("cut") : "");
    kernel?.statusChanged?.connect(state);
    kernel?.connectionStatusChanged?.connect(line);
    return () => { kernel?.statusChanged?.disconnect(state); kernel?.connectionStatusChanged?.disconnect(line); };
  }

  // ---- what outlives a reload: the hand and the melds of a board in a lesson; the lab keeps them in its address ----
  /** What lies in the trays, and the taps that Python has not heard yet. */
  const laid = () => ({
    melds: model.get("text"),
    trays: model.get("placed").flatMap((/** @type {number[]} */ tray, /** @type {number} */ n) => (tray.length ? [n] : [])),
    now: model.get("now"),
    chosen: model.get("chosen"),
    later: waiting.filter(({ held }) => held === model.get("held")),
  });
  const remembers = ["hand", "meld", "contract"].includes(model.get("view"));
  const place = () => `cr-board ${location.pathname} ${model.get("nth")}`;
  const store = guarded(() => {
    const judged = ["lawful", "refused"].includes(model.get("verdict")?.state);
    const kept = { ...laid(), seed: model.get("seed"), judged };
    try { sessionStorage.setItem(place(), JSON.stringify(kept)); } catch { /* a page without storage forgets */ }
  });
  const restore = guarded(() => {
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(place()) ?? "null"); } catch { /* what cannot be read is not kept */ }
    if (!kept || model.get("text") || model.get("verdict")?.headline) return;
    model.set("kept", kept);
    model.save_changes();
    if (!model.get("buttons").includes("another") || kept.seed === model.get("seed")) return;
    board.style.visibility = "hidden"; // the hand that stands here first is another one: a tap on it would be void
    model.on("change:seed", reveal);
    setTimeout(reveal, 2000);
  });
  const reveal = () => { board.style.visibility = ""; };

  // ---- begin and end ----
  let due = false;
  const changed = () => { // many traits change in one message: draw once
    if (due) return;
    due = true;
    queueMicrotask(guarded(() => { due = false; update(); }));
  };
  const told = guarded(hear);
  const heard = () => { waiting = waiting.slice(waiting.findIndex((wish) => wish.id === model.get("heard")) + 1); };
  model.on("change:heard", heard);
  for (const name of TRAITS) model.on(`change:${name}`, changed);
  if (remembers) for (const name of ["chosen", "heard", "now", "text", "seed", "verdict"]) model.on(`change:${name}`, store);
  if (remembers) on(root, "touched", store);
  model.on("msg:custom", told);
  el.replaceChildren(root);
  if (remembers) restore();
  guarded(update)();
  const unwatch = watchKernel();
  if (model.get("view") === "contract") model.send({ do: "sheet" });
  const end = () => {
    stop.abort();
    unwatch();
    for (const name of TRAITS) model.off(`change:${name}`, changed);
    for (const name of ["chosen", "heard", "now", "text", "seed", "verdict"]) model.off(`change:${name}`, store);
    model.off("change:seed", reveal);
    model.off("msg:custom", told);
    model.off("change:heard", heard);
    root.remove();
    sheet.remove();
  };
  return { ask, board, button, copyFrom, end, focus, guarded, headline, laid, on, once, root, stop, tell, update, words };
}

/** @param {{model: Model, el: HTMLElement}} host */
function render(host) {
  return build(host).end;
}

export { build, face, fill, make, put, sign, toward, write };
export default { render };
