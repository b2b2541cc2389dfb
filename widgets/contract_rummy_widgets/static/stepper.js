// Deals to step through, and to play on by hand: the table above a board.
//
// All frames of a deal come at once and hold places of cards and words, never rules; stepping asks Python nothing. Playing on is a
// board (board.js) with the table above it: a tap on a pile or a meld is a message {do: …}, and Python shows the next position.
// A module of its own, since most pages hold boards only and every board carries its module; Python puts board.js in front of it.

import { build, face, fill, make, put, sign, toward, write } from "./board.js";

/** @typedef {{key: string, caption: string, label: string, cards: number[], by?: Record<string, string>, marks?: Record<string, string>}} Row */
/**
 * @typedef {Object} Frame  a position; numbers are places in `parts` of the reel
 * @property {number} turn  the seat on turn
 * @property {number[]} seats  each [name, role, cards]
 * @property {[number, number[]][]} lanes  each [heading, rows]
 * @property {number} stock  a row
 * @property {number} pile  a row
 * @property {number} [hand]  a row
 * @property {{name: string, said: string, row: Row}[]} [score]
 * @property {Record<string, Record<string, string>>} [marks]  states of cards by row and place
 * @property {string} said
 * @property {string} [tried]
 * @property {Record<string, string>} [refused]  ids of rules, and where each has its page
 * @property {number[]} [below]  HTML, made and escaped by Python
 * @property {Row[]} [rows]  the melds that were tried
 * @property {string} [comment]
 * @property {{sign: string, text: (string|number)[], glyph?: [string, string]}} [line]  how the play is listed; numbers are chips
 * @property {number[]} [instead]  lines
 */
/** @typedef {{title: string, text: string, frames: Frame[], lines: {of: number, groups: [string, number[]][]}[]}} Deal */
/** @typedef {{name: string, said: string, left: string, cost: string}} Way  another way of a turn: its idea, what it does, the chips of what stays, its cost */
/** @typedef {{key?: string, title?: string, played?: Way, ways?: Way[], reel?: any, list?: string}} Others  the ways, each with its frame in the reel */
/** @typedef {Deal & {cards: [string, string][], chips: Record<string, string>, parts: any[]}} Reel  a deal, and what all deals share */

const SHOWN = ["view", "reels", "shared", "which", "at", "position", "record", "more", "others", "loaded", "taken", "aside", "words"];
const STEPS = ["first", "prev", "next", "last"];

/** @param {{model: import("./board.js").Model, el: HTMLElement}} host */
function renderTurns({ model, el }) {
  const host = make("div", { class: "cr-stepper__board" });
  const { ask, button, copyFrom, end, focus, guarded, laid, on, once, stop, update: updateBoard, words } = build({ model, el: host });
  const uid = `cr-${Math.random().toString(36).slice(2, 8)}`;
  const level = `h${model.get("level") ?? 2}`;
  const playing = () => model.get("view") === "turn";
  const deal = () => /** @type {Deal} */ (model.get("reels")[model.get("which") ?? 0] ?? model.get("reels")[0]);
  const reel = () => /** @type {Reel} */ ({ ...model.get("shared"), ...deal() });

  // ---- the pieces, made once and kept ----
  const deals = make("div", { class: "cr-segment cr-deals", role: "group" });
  const tableName = make(level, { class: "cr-sr", id: `${uid}-table` });
  const seats = make("div", { class: "cr-seats" });
  const lanes = make("div", { class: "cr-lanes" });
  const piles = make("div", { class: "cr-piles" });
  const openHand = make("div", { class: "cr-openhand" });
  const felt = make("div", { class: "cr-felt" }, lanes, piles, openHand);
  const score = make("div", { class: "cr-score" });
  const table = make("div", { class: "cr-table", role: "group", "aria-labelledby": tableName.id },
    tableName, seats, felt, score);

  const stepName = make(level, { class: "cr-kicker", id: `${uid}-step` });
  const moves = STEPS.map((name) => {
    const node = button("cr-button cr-button--icon", () => go(target(name)));
    put(node, "aria-describedby", stepName.id);
    node.append(sign(name, ""));
    return node;
  });
  const play = button("cr-button cr-button--main", () => ask({ do: "play", which: model.get("which"), at: at() }));
  const resume = button("cr-button", () => ask({ do: "resume" }));
  const branches = make("div", { class: "cr-actions" });
  const controls = make("div", { class: "cr-controls", role: "group" }, ...moves, play);
  const status = make("p", { class: "cr-caption__play", role: "status" });
  const tries = make("div", { class: "cr-tried" });
  const comment = make("p", { class: "cr-prose" });
  const below = make("div", { class: "cr-caption__below" });
  const caption = make("div", { class: "cr-caption", role: "group", "aria-labelledby": stepName.id }, stepName, status, tries, comment);
  const dock = make("div", { class: "cr-dock" }, caption, controls);
  const stage = make("div", { class: "cr-stage" }, table, dock); // while one steps, nothing else in it can be pressed: the dock lies over it
  const further = make("div", { class: "cr-caption" }, branches, below);
  const steps = make("div", { class: "cr-steps" });

  const leave = button("cr-button", () => ask({ do: "leave" }));
  const playedOne = make("div", { class: "cr-way" });
  const lookHint = make("p", { class: "cr-soft" });
  const ways = make("ul", { class: "cr-ways-list" });
  const lawful = make("div", { class: "cr-others-list" });
  const others = make("details", { class: "cr-fold" }, make("summary"), playedOne, lookHint, ways, lawful);
  on(others, "toggle", () => { if (others.open && model.get("others")?.list === undefined) ask({ do: "else" }); });
  const more = make("details", { class: "cr-fold" }, make("summary"), make("div", { class: "cr-actions" }));
  const pre = make("pre", { class: "cr-record", tabindex: "0", role: "region" });
  const copied = make("span", { "aria-live": "polite" });
  const copy = button("cr-button", () => copyFrom(pre, copied));
  copy.append(copied);
  const pasteName = make("label", { for: `${uid}-paste`, class: "cr-soft" });
  const paste = make("textarea", { id: `${uid}-paste`, class: "cr-paste", rows: "5", spellcheck: "false", autocapitalize: "off" });
  const load = button("cr-button", () => ask({ do: "load", text: paste.value }));
  const own = button("cr-button", once(() => ask({ do: "own" })));
  const loaded = make("p", { role: "status" });
  const asideName = make("p", { class: "cr-name", id: `${uid}-aside` });
  const games = make("ul", { class: "cr-ways-list", "aria-labelledby": asideName.id });
  const aside = make("div", {}, asideName, games);
  const record = make("details", { class: "cr-fold" }, make("summary"), pre, make("div", { class: "cr-actions" }, copy), aside, pasteName, paste,
    make("div", { class: "cr-actions" }, load, own), loaded);
  const rest = make("div", { class: "cr-stepper__more" }, others, more, record, leave);

  // what is looked at and not played: its sentence is a live region, so it is there before it speaks
  const lookName = make(level, { class: "cr-name", id: `${uid}-look` });
  const lookSaid = make("p", { class: "cr-look__said", role: "status" });
  const lookLeft = make("div", { class: "cr-way" });
  const toGame = button("cr-button cr-button--main", () => look(-1));
  put(toGame, "aria-describedby", lookName.id);
  const lookPanel = make("div", { role: "group", "aria-labelledby": lookName.id }, lookName, lookSaid, lookLeft, toGame);

  const grid = make("div", { class: "cr-stepper__grid" }, lookPanel, stage, further, host, rest, steps);
  const root = make("div", { class: "cr cr-widget", "data-lm-suppress-shortcuts": "true" }, make("div", { class: "cr-stepper" }, deals, grid));
  root.addEventListener("keydown", (/** @type {Event} */ event) => event.stopPropagation(), { signal: stop.signal });
  on(root, "keydown", keys);
  on(root, "focusin", (/** @type {any} */ event) => { stood = event.target; });

  /** @type {Map<string, any>} */ const kept = new Map();
  const keep = (/** @type {string} */ key, /** @type {() => any} */ create) => {
    if (!kept.has(key)) kept.set(key, create());
    return kept.get(key);
  };
  /** @type {Map<number, any>} */ let listed = new Map(); // the list entry of each frame
  let listedOf = /** @type {Deal | null} */ (null);
  let viewed = "";
  let goesOn = ""; // the game put aside that is asked for: its board comes into view
  let stood = /** @type {any} */ (null); // what had the focus last
  let belowShown = "";
  let looked = -1; // the other way that is looked at; the game waits as it is
  let lookedOf = ""; // the turn whose other ways are listed

  // ---- where one stands ----
  const at = () => Math.min(model.get("at") ?? 0, deal().frames.length - 1);

  /** The line that a frame is in, with its frames in order; the frame before the plays belongs to the deal itself. */
  function lineOf(/** @type {number} */ frame) {
    for (const [n, line] of deal().lines.entries()) {
      const frames = line.groups.flatMap(([, items]) => items);
      if (frames.includes(frame)) return { n, of: line.of, frames };
    }
    return { n: 0, of: -1, frames: deal().lines[0].groups.flatMap(([, items]) => items) };
  }

  /** The frame that a control leads to; back from the first play of a variation one comes to what stood before the play that it replaces. */
  function target(/** @type {string} */ name) {
    const here = at();
    const { of, frames } = lineOf(here);
    const place = frames.indexOf(here);
    if (name === "first") return 0;
    if (name === "last") return frames.at(-1) ?? 0;
    if (name === "next") return frames[place + 1] ?? here;
    if (place > 0) return frames[place - 1];
    if (of < 0) return 0;
    const outer = lineOf(of);
    return outer.frames[outer.frames.indexOf(of) - 1] ?? (outer.of < 0 ? 0 : outer.of);
  }

  function go(/** @type {number} */ frame) {
    const from = steps.contains(focus()), branched = branches.contains(focus());
    const held = root.contains(focus()) ? focus() : controls;
    const was = held.getBoundingClientRect().top;
    model.set("at", frame); // the place is this page's own: nothing is saved, and Python is not asked
    update();
    if (held.isConnected) scrollBy({ top: held.getBoundingClientRect().top - was, behavior: "instant" }); // what was pressed stays where it is
    lookAtTable(from);
    if (from) (listed.get(at())?.button ?? moves[STEPS.indexOf("next")]).focus({ preventScroll: true });
    if (branched) moves[STEPS.indexOf("next")].focus({ preventScroll: true }); // the button to this variation is gone
  }

  /** Bring what a step marks on the table into view while the controls stick to the screen; from the list, the table itself. */
  function lookAtTable(/** @type {boolean} */ listed) {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    const { bottom } = stage.getBoundingClientRect(), edge = dock.getBoundingClientRect().top; // the table shows above it
    if (listed && edge < 0) return stage.scrollIntoView({ block: "start", behavior });
    const marked = table.querySelector('.cr-card[data-state~="new"], .cr-card[data-state~="fault"]')?.getBoundingClientRect();
    if (!marked || bottom < innerHeight) return;
    const top = marked.top < 0 ? marked.top - 12 : Math.min(marked.bottom + 12 - edge, bottom - innerHeight);
    if (marked.top < 0 || top > 0) scrollBy({ top, behavior });
  }

  // ---- drawing ----
  function update() {
    if (stop.signal.aborted || !model.get("reels")?.length) return;
    const now = playing();
    const said = /** @type {Others} */ (model.get("others") ?? {});
    if (lookedOf !== (said.key ?? "") || !now) looked = -1;
    const off = looked >= 0;
    const shown = !now ? reel() : off ? said.reel : /** @type {Reel} */ (model.get("position"));
    const frame = shown?.frames?.[!now ? at() : off ? looked : 0];
    if (!frame) return;
    put(root, "lang", model.get("words")?.lang);
    put(grid, "data-view", model.get("view"));
    updateDeals(now);
    updateTable(shown, frame, now && !off);
    updateLook(said);
    host.hidden = off;
    dock.hidden = further.hidden = steps.hidden = now;
    if (!now) {
      updateCaption(shown, frame);
      updateSteps(shown);
    }
    updateRest(now, said);
    store();
    if (viewed !== model.get("view")) updateBoard(); // the changes of one message come in any order, and the focus needs its button
    if (viewed && viewed !== model.get("view")) (now ? host.querySelector(".cr-button--main") : play)?.focus({ preventScroll: true });
    viewed = model.get("view");
    requestAnimationFrame(keepFocus); // the board has drawn itself by then
    if (goesOn && goesOn === model.get("record")) {
      goesOn = "";
      requestAnimationFrame(() => host.scrollIntoView());
    }
  }

  /** Where what had the focus is gone, the board's main button has it. */
  function keepFocus() {
    if (!stood || document.activeElement !== document.body || (stood.isConnected && !stood.closest("[hidden]"))) return;
    const goals = playing() ? [".cr-button--main", ".cr-actions > button"].map((which) => host.querySelector(which)) : [play];
    (goals.find((goal) => goal) ?? leave).focus({ preventScroll: true });
  }

  /** Lay another way of the turn on the table, or with -1 go back to the game, which is as it was. */
  function look(/** @type {number} */ way) {
    const from = looked;
    looked = way;
    update();
    const back = way >= 0 ? toGame : others.open ? ways.children[from]?.querySelector("button") : host.querySelector("button");
    back?.focus({ preventScroll: true });
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    (way >= 0 ? lookPanel : back)?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }

  function updateLook(/** @type {Others} */ said) {
    const off = looked >= 0;
    const way = off ? said.ways?.[looked] : null;
    put(lookPanel, "class", off ? "cr-look" : "cr-sr");
    for (const part of [lookName, lookLeft, toGame]) part.hidden = !off;
    write(lookName, way ? words("looking", { name: way.name }) : "");
    write(lookSaid, way?.said ?? "");
    fill(lookLeft, way ? [...left(way, "look"), ...(said.played ? left(said.played, "look played", said.played.name) : [])] : []);
    write(toGame, words("to_game"));
  }

  /** What stays in the hand after a turn, and what it costs. */
  function left(/** @type {Way} */ way, /** @type {string} */ key, /** @type {string} */ name = words("left")) {
    const part = keep(`left ${key}`, () => make("p", { class: "cr-way__left" }, make("span", { class: "cr-soft" }), make("span"), make("span")));
    const [head, cards, cost] = part.children;
    write(head, name);
    if (cards.dataset.html !== way.left) cards.innerHTML = cards.dataset.html = way.left;
    write(cost, way.cost);
    return [part];
  }

  function updateDeals(/** @type {boolean} */ now) {
    const all = /** @type {Deal[]} */ (model.get("reels"));
    deals.hidden = now || (all.length < 2 && !model.get("taken")); // the page's heading names its own deal, not one that was loaded
    put(deals, "aria-label", words("deals"));
    fill(deals, all.map((one, n) => {
      const node = keep(`deal ${n}`, () => button("cr-button", () => { model.set("which", n); model.set("at", 0); update(); }));
      write(node, one.title);
      put(node, "aria-pressed", String(n === (model.get("which") ?? 0)));
      return node;
    }));
  }

  function updateTable(/** @type {Reel} */ shown, /** @type {Frame} */ frame, /** @type {boolean} */ now) {
    const title = (now && model.get("position").title) || ""; // the page's heading names another deal
    write(tableName, title || words("table"));
    put(tableName, "class", title ? "cr-name" : "cr-sr");
    put(seats, "style", `--seats:${frame.seats.length}`);
    fill(seats, frame.seats.map((part, n) => {
      const [name, role, held] = shown.parts[part];
      const { seat, lines } = keep(`seat ${n}`, makeSeat);
      [name, role, held].forEach((line, i) => { write(lines[i], line); lines[i].hidden = !line; });
      put(seat, "aria-current", n === frame.turn && !frame.score ? "true" : null);
      return seat;
    }));
    const row = (/** @type {number} */ part) => figure(shown, shown.parts[part], frame.marks?.[shown.parts[part].key], now && !frame.score);
    fill(lanes, frame.lanes.map(([heading, melds]) => {
      const name = shown.parts[heading];
      const lane = keep(`lane ${name}`, makeLane);
      write(lane.name, name);
      fill(lane.cards, melds.map(row));
      return lane.node;
    }));
    lanes.hidden = !frame.lanes.length;
    fill(piles, [row(frame.stock), row(frame.pile)]);
    const held = frame.hand === undefined ? 0 : shown.parts[frame.hand].cards.length;
    openHand.hidden = frame.hand === undefined;
    put(openHand, "style", `--n:${held}`);
    put(felt, "data-wide", held > 5 || !frame.lanes.length);
    put(felt, "style", `--pile:${shown.parts[frame.pile].cards.length}`);
    fill(openHand, frame.hand === undefined ? [] : [row(frame.hand)]);
    score.hidden = !frame.score;
    fill(score, (frame.score ?? []).map((seat, n) => {
      const part = keep(`score ${n}`, makeScore);
      write(part.name, seat.name);
      write(part.said, seat.said);
      fill(part.node, [part.head, ...(seat.row.cards.length ? [figure(shown, seat.row, {}, false)] : [])]);
      return part.node;
    }));
  }

  function makeSeat() {
    const lines = [make("p", { class: "cr-name" }), make("p"), make("p")];
    return { seat: make("div", { class: "cr-seat" }, ...lines), lines };
  }

  function makeLane() {
    const name = make("p", { class: "cr-name", id: `${uid}-lane-${kept.size}` });
    const cards = make("div", { class: "cr-lane__cards" });
    return { name, cards, node: make("div", { class: "cr-lane", role: "group", "aria-labelledby": name.id }, name, cards) };
  }

  function makeScore() {
    const name = make("span", { class: "cr-name" });
    const said = make("span");
    const head = make("p", {}, name, " ", said);
    return { name, said, head, node: make("div", { class: "cr-score__seat" }, head) };
  }

  /** A row of cards with its caption: a meld, a pile, a hand. In play the pile and the melds can be pressed. */
  function figure(/** @type {Reel} */ shown, /** @type {Row} */ row, /** @type {Record<string, string>} */ marks = {}, /** @type {boolean} */ live = false) {
    const is = row.key.split(" ")[0];
    const part = keep(`${live} ${row.key}`, () => {
      const said = make("figcaption", {}, live && is === "meld" ? button("cr-meldpick", once(() => ask({ do: "meld", n: Number(row.key.split(" ")[1]) }))) : "");
      const cards = make("div", { class: ["pile", "hand"].includes(is) ? `cr-meld cr-meld--${is}` : "cr-meld", role: live && is === "pile" ? "toolbar" : "group" });
      const node = make("figure", { class: "cr-melditem" }, ...(["meld", "tried", "left"].includes(is) ? [cards, said] : [said, cards]));
      if (live && is === "pile") {
        on(cards, "keydown", (/** @type {KeyboardEvent} */ event) => {
          const nodes = [...cards.querySelectorAll("button")];
          const next = toward(nodes, nodes.indexOf(focus()), event);
          if (next) { event.preventDefault(); for (const one of nodes) put(one, "tabindex", one === next ? 0 : -1); next.focus(); }
        });
      }
      return { node, said, cards, wrapped: /** @type {any[]} */ ([]) };
    });
    const pick = part.said.querySelector("button");
    write(pick ?? part.said, row.caption);
    part.said.hidden = !row.caption;
    put(pick ?? part.cards, "aria-label", pick ? words("lay_here", { name: row.label }) : row.label);
    if (pick) put(part.cards, "aria-label", row.label);
    put(part.cards, "style", `--n:${row.cards.length}`);
    part.cards.hidden = !row.cards.length;
    fill(part.cards, row.cards.map((card, n) => {
      const wrap = (part.wrapped[n] ??= makeCard(is, n, live));
      const [id, plain] = shown.cards[card];
      const mark = marks[n] ?? row.marks?.[n];
      const by = row.by?.[n];
      let name = by ? words("laid_by", { name: plain, by }) : plain;
      if (mark) name = words(`as_${mark}`, { name });
      if (live && is === "pile") name = words(n === row.cards.length - 1 ? "take_top" : "take_more", { name });
      if (is === "stock") name = live ? words("draw_stock", { name: row.label }) : row.label;
      const node = wrap.firstChild;
      face(node, id);
      put(node, "data-state", mark);
      put(node, "aria-label", name);
      let tab = wrap.querySelector(".cr-meld__by");
      if (!by) tab?.remove();
      else if (!tab) wrap.append((tab = make("span", { class: "cr-meld__by", "aria-hidden": "true" })));
      if (by) write(tab, by);
      return wrap;
    }));
    if (live && is === "pile") { // one tab stop: the card that had it, else the top
      const nodes = [...part.cards.querySelectorAll("button")];
      if (nodes.filter((node) => node.tabIndex === 0).length !== 1) nodes.forEach((node, n) => put(node, "tabindex", n === nodes.length - 1 ? 0 : -1));
    }
    return part.node;
  }

  function makeCard(/** @type {string} */ is, /** @type {number} */ n, /** @type {boolean} */ live) {
    if (live && is === "stock") return make("span", {}, button("cr-card", once(() => ask({ do: "draw" }))));
    if (live && is === "pile") return make("span", {}, button("cr-card", once(() => ask({ do: "take", n }))));
    return make("span", {}, make("span", { class: "cr-card", role: "img" }));
  }

  function updateCaption(/** @type {Reel} */ shown, /** @type {Frame} */ frame) {
    const { n, of, frames } = lineOf(at());
    const place = frames.indexOf(at()) + 1;
    put(controls, "aria-label", words("steps"));
    STEPS.forEach((name, i) => {
      put(moves[i], "aria-label", words(name));
      put(moves[i], "aria-disabled", target(name) === at() ? "true" : null);
    });
    write(play, words("play"));
    write(resume, words("resume"));
    write(stepName, !place ? words("before") : words(n ? "step_instead" : "step", { n: place, m: frames.length }));
    const said = JSON.stringify([at(), model.get("which"), frame.said]);
    if (status.dataset.said !== said) { // a new step is spoken once, even if it reads the same
      status.dataset.said = said;
      status.replaceChildren(...(frame.tried ? [make("span", { class: "cr-caption__tried" }, frame.tried), " "] : []),
        ...(frame.refused ? [sign("cross", words("refused")), " "] : []), frame.said);
    }
    fill(tries, (frame.rows ?? []).map((row) => figure(shown, row)));
    tries.hidden = !frame.rows;
    write(comment, frame.comment ?? "");
    comment.hidden = !frame.comment;
    const html = (frame.below ?? []).map((part) => shown.parts[part]).join("");
    if (html !== belowShown) below.innerHTML = belowShown = html;
    below.hidden = !html;
    const enter = (frame.instead ?? []).map((line) => {
      const first = shown.lines[line].groups[0]?.[1][0];
      const node = keep(`enter ${model.get("which")} ${line}`, () => button("cr-button", () => go(first)));
      node.replaceChildren(make("span", {}, words("instead"), " ", ...text(shown, shown.frames[first])));
      return node;
    });
    const out = keep("leave", () => button("cr-button", () => go(lineOf(at()).of)));
    write(out, words("back"));
    fill(branches, [...enter, ...(n && of >= 0 ? [out] : []), ...(model.get("record") ? [resume] : [])]);
    branches.hidden = !branches.childElementCount;
    further.hidden = branches.hidden && below.hidden;
  }

  /** How a play is listed: words, and chips for cards. */
  function text(/** @type {Reel} */ shown, /** @type {Frame} */ frame) {
    return (frame.line?.text ?? []).map((word) => {
      if (typeof word === "string") return word;
      const chip = make("template");
      chip.innerHTML = shown.chips[word];
      return chip.content;
    });
  }

  function updateSteps(/** @type {Reel} */ shown) {
    if (listedOf !== deal()) {
      listedOf = deal();
      listed = new Map();
      steps.replaceChildren(...lineNodes(shown, 0));
    }
    for (const [n, { item, button: node, comment: said }] of listed) {
      const here = n === at();
      put(item, "data-state", [shown.frames[n].refused && "refused", here && "current"].filter(Boolean).join(" ") || null);
      put(node, "aria-current", here ? "step" : null);
      put(node, "tabindex", here || (at() === 0 && n === 1) ? 0 : -1);
      if (said) said.hidden = here; // the caption says it
    }
  }

  function lineNodes(/** @type {Reel} */ shown, /** @type {number} */ n) {
    return shown.lines[n].groups.flatMap(([heading, frames], i) => {
      const list = make("ol", {}, ...frames.map((frame) => entry(shown, frame)));
      const name = n ? make("p", { class: "cr-soft" }, i ? heading : words("instead")) : make(level, {}, heading);
      return [name, list];
    });
  }

  function entry(/** @type {Reel} */ shown, /** @type {number} */ n) {
    const frame = shown.frames[n];
    const refused = Object.entries(frame.refused ?? {});
    const said = make("span", { class: "cr-play" }, ...(refused.length ? [make("span", { class: "cr-sr" }, words("refused"), ": ")] : []), ...text(shown, frame));
    const node = button("", () => go(n));
    node.append(sign(frame.line?.sign ?? "", ""), said);
    if (frame.line?.glyph) {
      node.append(make("span", { class: "cr-glyph" }, make("span", { "aria-hidden": "true" }, frame.line.glyph[0]), make("span", { class: "cr-sr" }, ", ", frame.line.glyph[1])));
    }
    const item = make("li", { class: "cr-step" }, node);
    const note = frame.comment ? make("p", {}, frame.comment) : null;
    if (note) item.append(note);
    if (refused.length) item.append(make("p", {}, ...refused.map(([id, href]) => make("a", { class: "cr-id", href }, id))));
    for (const line of frame.instead ?? []) item.append(make("div", { class: "cr-variation" }, ...lineNodes(shown, line)));
    listed.set(n, { item, button: node, comment: note });
    return item;
  }

  function updateRest(/** @type {boolean} */ now, /** @type {Others} */ said) {
    others.hidden = !now || !said.title;
    if (lookedOf !== (said.key ?? "")) {
      lookedOf = said.key ?? "";
      others.open = false;
    }
    write(others.firstChild, said.title ?? "");
    fill(playedOne, said.played ? left(said.played, "played", said.played.name) : []);
    write(lookHint, words("look"));
    lookHint.hidden = !said.ways?.length;
    fill(ways, (said.ways ?? []).map((way, n) => {
      const { node, pick, turn } = keep(`way ${n}`, () => makeWay(n));
      write(pick, way.name);
      put(pick, "aria-pressed", String(looked === n));
      write(turn, way.said);
      fill(node, [pick, turn, ...left(way, `way ${n}`)]);
      return node;
    }));
    if (lawful.dataset.html !== (said.list ?? "")) lawful.innerHTML = lawful.dataset.html = said.list ?? "";
    more.hidden = !now || looked >= 0 || !model.get("more")?.length;
    write(more.firstChild, words("more"));
    fill(more.lastChild, (model.get("more") ?? []).map((/** @type {string} */ name) => {
      const node = keep(`more ${name}`, () => button("cr-button", once(() => ask({ do: name }))));
      write(node, words(name));
      return node;
    }));
    write(record.firstChild, words("text"));
    write(pre, (now && model.get("record")) || deal().text);
    put(pre, "aria-label", words("text"));
    if (!copied.dataset.done) write(copied, words("copy"));
    updateGames();
    write(pasteName, words("paste"));
    write(load, words("load"));
    write(own, words("own"));
    own.hidden = !model.get("taken");
    loaded.hidden = !model.get("loaded");
    write(loaded, model.get("loaded") ?? "");
    leave.hidden = !now;
    write(leave, words("leave"));
  }

  /** The games that others took the place of, each with a way back to it. */
  function updateGames() {
    const all = /** @type {[string, string][]} */ (model.get("aside") ?? []);
    aside.hidden = !all.length;
    write(asideName, words("aside"));
    fill(games, all.map(([name, deal]) => keep(`aside ${deal}`, () => {
      const said = make("p", { id: `${uid}-aside-${kept.size}` }, name);
      const back = button("cr-button", once(() => { goesOn = deal; ask({ do: "load", text: deal }); }));
      put(back, "aria-describedby", said.id);
      back.append(words("go_on"));
      return make("li", { class: "cr-way" }, said, back);
    })));
  }

  function makeWay(/** @type {number} */ n) {
    const turn = make("p", { id: `${uid}-way-${n}` });
    const pick = button("cr-button", () => look(looked === n ? -1 : n));
    put(pick, "aria-describedby", turn.id);
    return { node: make("li", { class: "cr-way" }), pick, turn };
  }

  // ---- keys ----
  /** Arrows left and right, Home and End step; up and down move in the list, where Enter goes to a step. */
  function keys(/** @type {any} */ event) {
    if (playing() || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target.closest("textarea, pre")) return;
    const name = /** @type {Record<string, string>} */ ({ ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" })[event.key];
    if (name) {
      event.preventDefault();
      return go(target(name));
    }
    const nodes = /** @type {any[]} */ ([...steps.querySelectorAll(".cr-step > button")]);
    const next = nodes[nodes.indexOf(focus()) + /** @type {any} */ ({ ArrowUp: -1, ArrowDown: 1 })[event.key]];
    if (!next || !steps.contains(focus())) return;
    event.preventDefault();
    next.focus();
  }

  // ---- what outlives a reload ----
  const place = () => `cr-deal ${location.pathname} ${model.get("nth")}`;

  function store() {
    if (Object.keys(model.get("saved") ?? {}).length) return; // Python has not taken up yet what is kept
    const text = model.get("record"), taken = model.get("taken"), aside = model.get("aside");
    const kept = { text, taken, aside, view: model.get("view"), which: model.get("which"), at: model.get("at"), ...laid() };
    try { sessionStorage.setItem(place(), JSON.stringify(kept)); } catch { /* a page without storage forgets */ }
  }

  function restore() {
    if (model.get("record") || model.get("taken")) return;
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(place()) ?? "null"); } catch { /* what cannot be read is not kept */ }
    if (!kept) return;
    if (!kept.text && !kept.taken) { // where one stood among the steps is this page's own
      model.set("which", kept.which);
      model.set("at", kept.at);
      return;
    }
    model.set("saved", kept);
    model.save_changes();
  }

  // ---- begin and end ----
  let due = false;
  const changed = () => {
    if (due) return;
    due = true;
    queueMicrotask(guarded(() => { due = false; update(); }));
  };
  const picked = guarded(store);
  for (const name of SHOWN) model.on(`change:${name}`, changed);
  for (const name of ["text", "heard", "now", "chosen", "saved"]) model.on(`change:${name}`, picked);
  on(host, "touched", picked);
  el.replaceChildren(root);
  guarded(restore)();
  guarded(update)();
  return () => {
    for (const name of SHOWN) model.off(`change:${name}`, changed);
    for (const name of ["text", "heard", "now", "chosen", "saved"]) model.off(`change:${name}`, picked);
    end();
    root.remove();
  };
}

export default { render: renderTurns };
