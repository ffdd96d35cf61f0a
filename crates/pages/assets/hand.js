// A move that is about to be made on a board, in a game or an exercise: what becomes of it is theirs. No rule of a game is here.

import { listen, showGhost } from "./board.js";
import { listenToReserve, pieceInHand, take } from "./reserve.js";

/**
 * What a page does with a move.
 * @typedef {object} Page
 * @property {(move: string) => void} send Makes it.
 * @property {() => boolean} sending One is on its way.
 * @property {(text: string) => void} tell Says it aloud.
 * @property {(cell: string) => void} [mark] Marks a cell, where that can be done.
 */

/** What the server last said about the board. */
export const state = () => /** @type {DOMStringMap} */ (document.getElementById("state")?.dataset);
const bar = () => /** @type {HTMLElement} */ (document.getElementById("ask-move"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));

/** @type {Page} */
let page;
/** @type {SVGGElement | null} The cell that waits to be confirmed. */
let asked = null;
/** @type {SVGGElement | null} The cell under the pointer. */
let hovered = null;

/**
 * Listens to what people do with the board.
 * @param {Page} own
 */
export function hold(own) {
  page = own;
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
    tell: (text) => page.tell(text || (document.getElementById("sentence")?.textContent ?? "")),
  });
  listenToReserve({
    chosen(code) {
      refused.textContent = "";
      if (state().mode === "give") return page.send(code);
      take(pieceInHand()?.code === code ? null : code);
      draw();
    },
    over(cell) {
      hovered = cell;
      draw();
    },
    dropped(cell) {
      hovered = null;
      if (state().mode === "give" && cell) page.send(pieceInHand()?.code ?? "");
      else if (cell?.hasAttribute("data-legal")) choose(cell);
      else draw();
    },
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("#ask-move [data-answer]") : null;
    const answer = target?.getAttribute("data-answer");
    if (answer === "yes" && asked) choose(asked);
    else if (answer === "no") {
      forget();
      draw();
    }
  });
  // A piece by its digit, wherever one is.
  document.addEventListener("keydown", (event) => {
    if (state().mode !== "put" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement || !/^[0-9a-f]$/.test(event.key)) return;
    take(event.key);
    draw();
  });
}

/** What follows from the state of the page. */
export function follow() {
  main.dataset.mode = state().mode;
  take(state().mode === "put" ? (pieceInHand()?.code ?? null) : null);
  draw();
}

/** Nothing is chosen any more. */
export function forget() {
  ask(null, "");
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
export function draw() {
  lead();
  const { mode, ghost } = state();
  const piece = mode === "put" || state().piece ? pieceInHand()?.id : ghost;
  const cell = asked ?? hovered;
  const may = cell?.hasAttribute("data-legal") && (mode === "play" || mode === "put");
  showGhost(may ? cell : null, piece, Boolean(asked) || page.sending());
}

/** Whether a move is asked for twice: the style sheet knows where, and shows the row for it. */
const confirms = () => getComputedStyle(bar()).display !== "none";

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
  if (page.sending() || mode === "look") return;
  if (mode === "mark") return page.mark?.(name);
  refused.textContent = "";
  if (mode === "give" || (mode === "put" && !pieceInHand())) {
    refused.textContent = refused.dataset.piece ?? "";
    return;
  }
  if (asked !== cell && cell.hasAttribute("data-legal") && confirms()) {
    ask(cell, mode === "put" ? `${pieceInHand()?.name}, ${name}` : name);
    return draw();
  }
  asked = cell;
  page.send(mode === "put" ? `${pieceInHand()?.code}${name}` : name);
}
