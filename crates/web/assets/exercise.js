// A board on which a move is asked for: sends the move, shows what came of it. Links and buttons work by themselves; this follows them
// without loading a whole page. No rule of a game is here.

import { listen, showGhost } from "./board.js";
import { morph } from "./merge.js";
import { listenToReserve, pieceInHand, take } from "./reserve.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));

/** What the page last said about the board. */
const state = () => /** @type {DOMStringMap} */ (document.getElementById("state")?.dataset);
const bar = () => /** @type {HTMLElement} */ (document.getElementById("ask-move"));

/** @type {SVGGElement | null} The cell that waits to be confirmed. */
let asked = null;
/** @type {SVGGElement | null} The cell under the pointer. */
let hovered = null;
/** Whether an answer is on its way. */
let sending = false;

/**
 * Puts another state of the page in the place of this one.
 * @param {string} address
 * @param {RequestInit} [request]
 */
async function load(address, request) {
  if (sending) return;
  sending = true;
  draw();
  try {
    const response = await fetch(address, { ...request, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("main");
    if (fresh?.matches(".exercise")) {
      morph(main, document.importNode(fresh, true));
      // What was refused stands on the page of the move before it.
      if (response.ok) history.replaceState(null, "", response.url);
    } else {
      refused.textContent = fresh?.querySelector("p")?.textContent ?? "";
    }
  } catch {
    if (!request) return void location.assign(address);
    refused.textContent = main.dataset.lost ?? "";
  }
  sending = false;
  follow();
}

/**
 * Sends an answer, or asks for one.
 * @param {string} name
 * @param {string} value
 */
function send(name, value) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("answer"));
  const fields = new URLSearchParams([...new FormData(form)].map(([key, text]) => [key, String(text)]));
  fields.append(name, value);
  void load(form.action, { method: "POST", body: fields });
}

/** What follows from the state of the page. */
function follow() {
  ask(null, "");
  if (state().mode !== "put") take(null);
  else take(pieceInHand()?.code ?? null);
  draw();
}

/** Aligne 4: what is to be chosen next is said, and shown. */
function lead() {
  const { mode } = state();
  const held = pieceInHand() !== null;
  const step = mode === "give" ? "give" : mode === "put" && !held ? "put" : mode === "put" ? "cell" : "rest";
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

/**
 * Puts a question about a cell into its row, or takes it away.
 * @param {SVGGElement | null} cell
 * @param {string} move
 */
function ask(cell, move) {
  asked = cell;
  const text = bar().querySelector("span");
  if (text) text.textContent = (cell ? bar().dataset.text?.replace("@", () => move) : bar().dataset.none) ?? "";
  for (const button of bar().querySelectorAll("button")) button.disabled = !cell;
}

/**
 * Somebody chose a cell.
 * @param {SVGGElement} cell
 */
function choose(cell) {
  const { mode } = state();
  const name = cell.dataset.cell ?? "";
  if (sending || mode === "look") return;
  refused.textContent = "";
  if (mode === "give" || (mode === "put" && !pieceInHand())) {
    refused.textContent = refused.dataset.piece ?? "";
    return;
  }
  if (asked !== cell && cell.hasAttribute("data-legal") && getComputedStyle(bar()).display !== "none") {
    ask(cell, mode === "put" ? `${pieceInHand()?.name}, ${name}` : name);
    return draw();
  }
  asked = cell;
  send("play", mode === "put" ? `${pieceInHand()?.code}${name}` : name);
}

listen({
  hover(cell) {
    hovered = cell;
    draw();
  },
  choose,
  leave() {
    ask(null, "");
    draw();
  },
  tell(text) {
    const spoken = document.getElementById("spoken");
    if (spoken) spoken.textContent = text || (document.getElementById("sentence")?.textContent ?? "");
  },
});

listenToReserve({
  chosen(code) {
    refused.textContent = "";
    if (state().mode === "give") return send("play", code);
    take(pieceInHand()?.code === code ? null : code);
    draw();
  },
  over(cell) {
    hovered = cell;
    draw();
  },
  dropped(cell) {
    hovered = null;
    if (state().mode === "give" && cell) send("play", pieceInHand()?.code ?? "");
    else if (cell?.hasAttribute("data-legal")) choose(cell);
    else draw();
  },
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const answer = target?.closest("#ask-move [data-answer]")?.getAttribute("data-answer");
  if (answer === "yes" && asked) return choose(asked);
  if (answer === "no") {
    ask(null, "");
    return draw();
  }
  const link = target?.closest("a[data-soft]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void load(link.href);
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.action !== /** @type {HTMLFormElement} */ (document.getElementById("answer")).action) return;
  event.preventDefault();
  const button = event.submitter instanceof HTMLButtonElement && event.submitter.name ? event.submitter : form.elements.namedItem("play");
  if (button instanceof HTMLButtonElement || button instanceof HTMLInputElement) send(button.name, button.value);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  if (state().mode === "put" && /^[0-9a-f]$/.test(event.key)) {
    take(event.key);
    return draw();
  }
  // Arrows move about on the board while it has the focus.
  if (event.target instanceof Element && event.target.closest(".pl-board")) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void load(link.href);
});

/** While the machine thinks, the page looks again. */
async function grow() {
  if (main.hasAttribute("data-growing") && document.visibilityState === "visible") await load(location.href);
  setTimeout(() => void grow(), GROW_EVERY);
}

const GROW_EVERY = 700;
setTimeout(() => void grow(), GROW_EVERY);
follow();
