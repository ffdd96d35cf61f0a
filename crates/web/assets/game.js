// The board page: sends what people do, shows what the server answers. No rule of a game is here.

import { listen, showGhost } from "./board.js";
import { readClocks, runClocks } from "./clock.js";
import { Live, showConnection } from "./live.js";
import { merge } from "./merge.js";
import { listenToReserve, pieceInHand, take } from "./reserve.js";
import { play, wakeSound } from "./sound.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));
const bar = /** @type {HTMLElement} */ (document.getElementById("ask-move"));
const title = document.title;

/** What the server last said about the page as a whole. */
const state = () => /** @type {DOMStringMap} */ (document.getElementById("state")?.dataset);

/** @type {SVGGElement | null} The cell that waits to be confirmed. */
let asked = null;
/** @type {SVGGElement | null} The cell under the pointer. */
let hovered = null;
/** Whether a move is on its way. */
let sending = false;
/** Whether this page has asked for, or agreed to, another game. */
let again = false;

const live = new Live(main.dataset.live ?? "", Number(main.dataset.version), update, showConnection);
runClocks();
wakeSound();
follow();

/**
 * The server has news.
 * @param {import("./live.js").Update} update
 */
function update({ set }) {
  const wasOver = state().over !== undefined;
  const wasMarking = state().mode === "mark";
  const motion = merge(set);
  if (wasMarking) tellMarks(set);
  readClocks(false);
  refused.textContent = "";
  if (motion.landed || motion.faded || motion.turned) forget();
  hear(motion);
  if (state().over !== undefined && !wasOver) play("end");
  sending = false;
  follow();
  const next = document.querySelector("a[data-next]");
  if (again && next instanceof HTMLAnchorElement) location.assign(next.href);
}

/**
 * Says something to those who hear the page, once more even if it is the same.
 * @param {string} text
 */
function speak(text) {
  const spoken = document.getElementById("spoken");
  if (!spoken) return;
  spoken.textContent = "";
  setTimeout(() => (spoken.textContent = text), 50);
}

/** How many marked stones are told one by one. */
const MOST_TOLD = 3;

/**
 * While dead stones are marked, those that were changed are told: the sentence above the board stays the same.
 * @param {[string, string][]} set
 */
function tellMarks(set) {
  if (state().mode !== "mark") return;
  const cells = set.map(([id]) => document.getElementById(id)).filter((cell) => cell?.matches("[data-cell]") && cell.children.length > 1);
  const names = cells.slice(0, MOST_TOLD).map((cell) => cell?.getAttribute("aria-label") ?? "");
  if (names.length > 0) speak(names.join("; ") + (cells.length > MOST_TOLD ? ` (+${cells.length - MOST_TOLD})` : ""));
}

/**
 * What changed on the board is heard once. The page goes by what it shows and not by what the server says of it: only so is a
 * move heard that came while the connection was lost.
 * @param {import("./merge.js").Motion} motion
 */
function hear({ landed, faded, turned }) {
  if (faded) play("capture", faded);
  else if (turned) play("turn", turned);
  else if (landed) play("place");
}

/** What follows from the state besides what was merged. */
function follow() {
  document.title = state().title ? `● ${state().title} · ${title}` : title;
  main.dataset.mode = state().mode;
  const moves = document.getElementById("moves");
  if (moves) moves.scrollTop = moves.scrollHeight;
  if (state().mode !== "put") take(null);
  else take(pieceInHand()?.code ?? null);
  const territory = document.querySelector("[data-toggle=territory]");
  territory?.setAttribute("aria-pressed", String(document.documentElement.dataset.territory === "on"));
  draw();
}

/** Aligne 4: what is to be chosen next is said, and shown. */
function lead() {
  const { mode } = state();
  const held = pieceInHand() !== null;
  const step = mode === "give" ? "give" : mode === "put" && !held ? "put" : held ? "cell" : "rest";
  main.dataset.step = step;
  const heading = document.querySelector("#reserve h2");
  if (heading instanceof HTMLElement) heading.textContent = heading.dataset[step] ?? "";
}

/** The ghost, where it belongs now. */
function draw() {
  lead();
  const { mode, ghost } = state();
  const piece = mode === "put" || state().piece ? pieceInHand()?.id : ghost;
  const cell = asked ?? hovered;
  const may = cell?.hasAttribute("data-legal") && (mode === "play" || mode === "put");
  showGhost(may ? cell : null, piece, Boolean(asked) || sending);
}

/** Nothing is chosen any more. */
function forget() {
  ask(null, "");
}

/** Whether a move is asked for twice: the style sheet knows where, and shows the row for it. */
const confirms = () => getComputedStyle(bar).display !== "none";

/**
 * Puts a question about a cell into its row, or takes it away.
 * @param {SVGGElement | null} cell
 * @param {string} move
 */
function ask(cell, move) {
  asked = cell;
  const text = bar.querySelector("span");
  if (text) text.textContent = (cell ? bar.dataset.text?.replace("@", () => move) : bar.dataset.none) ?? "";
  for (const button of bar.querySelectorAll("button")) button.disabled = !cell;
}

/**
 * Sends a command and shows why it was refused, if it was.
 * @param {string} command
 */
async function send(command) {
  sending = true;
  again = command === "offer rematch" || (command === "answer yes" && state().over !== undefined);
  draw();
  const refusal = await live.send(command);
  sending = false;
  if (refusal !== null) {
    refused.textContent = refusal || (live.connected ? "" : (document.getElementById("lost")?.dataset.lost ?? ""));
    play("refused");
  }
  forget();
  draw();
}

/**
 * Somebody chose a cell.
 * @param {SVGGElement} cell
 */
function choose(cell) {
  const { mode } = state();
  const name = cell.dataset.cell ?? "";
  if (sending || mode === "look") return;
  if (mode === "mark") return void send(`mark ${name}`);
  if (mode === "give" || (mode === "put" && !pieceInHand())) {
    refused.textContent = refused.dataset.piece ?? "";
    return;
  }
  const move = mode === "put" ? `${pieceInHand()?.code}${name}` : name;
  if (asked !== cell && cell.hasAttribute("data-legal") && confirms()) {
    ask(cell, mode === "put" ? `${pieceInHand()?.name}, ${name}` : name);
    return draw();
  }
  asked = cell;
  void send(`play ${move}`);
}

listen({
  hover(cell) {
    hovered = cell;
    draw();
  },
  choose,
  leave() {
    forget();
    draw();
  },
  tell: (text) => speak(text || (document.getElementById("sentence")?.textContent ?? "")),
});

listenToReserve({
  chosen(code) {
    refused.textContent = "";
    if (state().mode === "give") return void send(`play ${code}`);
    take(pieceInHand()?.code === code ? null : code);
    draw();
  },
  over(cell) {
    hovered = cell;
    draw();
  },
  dropped(cell) {
    hovered = null;
    if (state().mode === "give" && cell) void send(`play ${pieceInHand()?.code}`);
    else if (cell?.hasAttribute("data-legal")) choose(cell);
    else draw();
  },
});

bar.addEventListener("click", (event) => {
  const answer = event.target instanceof HTMLElement ? event.target.dataset.answer : undefined;
  if (answer === "yes" && asked) choose(asked);
  else if (answer === "no") {
    forget();
    draw();
  }
});

// Every button of the game belongs to a form, and would work without this.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || !form.action.endsWith("/do")) return;
  event.preventDefault();
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  const typed = form.elements.namedItem("play");
  if (typed instanceof HTMLInputElement && button?.name !== "do") {
    void send(`play ${typed.value}`);
    typed.value = "";
  } else if (button) void send(button.value);
});

document.addEventListener("click", (event) => {
  const toggle = event.target instanceof Element ? event.target.closest("[data-toggle=territory]") : null;
  if (!toggle) return;
  const root = document.documentElement.dataset;
  root.territory = root.territory === "on" ? "off" : "on";
  toggle.setAttribute("aria-pressed", String(root.territory === "on"));
});

// A piece by its digit, wherever one is.
document.addEventListener("keydown", (event) => {
  if (state().mode !== "put" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement || !/^[0-9a-f]$/.test(event.key)) return;
  take(event.key);
  draw();
});
