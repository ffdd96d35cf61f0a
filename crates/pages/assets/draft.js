// The analysis board: what is done with the tool in hand becomes a field of the page's one form, and the answer is put in the place of
// the page. Links and buttons work by themselves. No rule of a game is here.

import { listen, showGhost } from "./board.js";
import { morph } from "./merge.js";
import { showCurrentMove } from "./moves.js";
import { listenToReserve, pieceInHand, take } from "./reserve.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));
const state = () => /** @type {DOMStringMap} */ (document.getElementById("state")?.dataset);
const form = () => /** @type {HTMLFormElement | null} */ (document.getElementById("edit"));

/** @type {SVGGElement | null} Where an arrow or a line begins. */
let from = null;
/** Requests go one after the other: each needs the version that the one before has made. */
let last = Promise.resolve();

const tool = () => new FormData(form() ?? undefined).get("tool") ?? "play";

/**
 * Puts another state of the study in the place of this one.
 * @param {string} address
 */
async function show(address) {
  const response = await fetch(address, { headers: { accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("main");
  if (!response.ok || !fresh?.matches(".draft")) throw new Error(String(response.status));
  morph(main, document.importNode(fresh, true));
  history.replaceState(null, "", response.url);
  for (const field of main.querySelectorAll("textarea, input[name=title]")) {
    const text = /** @type {HTMLTextAreaElement | HTMLInputElement} */ (field);
    if (text !== document.activeElement) text.value = text instanceof HTMLTextAreaElement ? text.defaultValue : (text.getAttribute("value") ?? "");
  }
  settle();
}

/**
 * Goes to another state; by loading the page, if need be.
 * @param {string} address
 */
function go(address) {
  last = last.then(() => show(address)).catch(() => location.assign(address));
}

/**
 * Sends the form with what was done.
 * @param {Record<string, string>} fields
 */
function send(fields) {
  last = last.then(async () => {
    const sent = form();
    if (!sent) return;
    const all = new URLSearchParams([...new FormData(sent)].map(([key, text]) => [key, String(text)]));
    for (const [key, value] of Object.entries(fields)) all.set(key, value);
    refused.textContent = "";
    try {
      const response = await fetch(sent.action, { method: "POST", body: all, headers: { accept: "application/json" } });
      const told = await response.json();
      if (told.at) await show(told.at);
      else refused.textContent = told.no ?? "";
    } catch {
      refused.textContent = refused.dataset.lost ?? "";
    }
  });
}

/** The current move is in sight, and what may be done is shown. */
function settle() {
  showCurrentMove();
  if (main.classList.contains("aligne4")) take(pieceInHand()?.code ?? null);
  showGhost(null, undefined);
}

/** @param {SVGGElement} cell */
function choose(cell) {
  if (!form()) return;
  const name = cell.dataset.cell ?? "";
  const piece = pieceInHand()?.code ?? "";
  if (tool() === "arrow" || tool() === "line") {
    if (!from) {
      from = cell;
      refused.textContent = refused.dataset.second ?? "";
      return;
    }
    const begin = from.dataset.cell ?? "";
    from = null;
    return send({ cell: name, from: begin, do: "touch" });
  }
  if (tool() === "play" && state().mode === "put" && !piece) {
    refused.textContent = refused.dataset.piece ?? "";
    return;
  }
  send({ cell: name, piece, do: "touch" });
}

/** @param {SVGGElement | null} cell */
function hover(cell) {
  const { mode, ghost } = state();
  const may = Boolean(form()) && tool() === "play" && cell?.hasAttribute("data-legal");
  showGhost(may ? cell : null, mode === "put" || state().piece ? pieceInHand()?.id : ghost);
}

listen({
  hover,
  choose,
  leave() {
    from = null;
    refused.textContent = "";
    hover(null);
  },
  tell(text) {
    const spoken = document.getElementById("spoken");
    if (spoken) spoken.textContent = text || (document.getElementById("sentence")?.textContent ?? "");
  },
});

listenToReserve({
  chosen(code) {
    refused.textContent = "";
    if (tool() === "play" && state().mode === "give") return send({ piece: code, cell: "", do: "touch" });
    take(pieceInHand()?.code === code ? null : code);
    // What moves are worth is shown for the piece in hand.
    const held = pieceInHand()?.code;
    if (document.querySelector("#study .values")) {
      const address = new URL(location.href);
      if (held) address.searchParams.set("piece", held);
      else address.searchParams.delete("piece");
      go(address.href);
    }
  },
  over: hover,
  dropped(cell) {
    if (cell) choose(cell);
    else hover(null);
  },
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest("a[data-key], a[data-soft], #moves a");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  const piece = pieceInHand()?.code;
  send({ ...(piece ? { piece } : {}), do: button instanceof HTMLButtonElement ? button.value : "touch" });
});

// A remark and a name are kept when one has written them.
document.addEventListener("change", (event) => {
  const field = event.target;
  if (field instanceof HTMLTextAreaElement && field.name === "comment") send({ do: "comment", comment: field.value });
  else if (field instanceof HTMLInputElement && field.name === "title") send({ do: "name", title: field.value });
  else if (field instanceof HTMLInputElement && field.name === "tool") {
    from = null;
    refused.textContent = "";
  }
});

document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (event.altKey || (target instanceof HTMLElement && target.matches("input:not([type=radio]), textarea, select"))) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && form()) {
    event.preventDefault();
    return send({ do: event.shiftKey ? "redo" : "undo" });
  }
  // Arrows move about on the board and among the tools while these have the focus.
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (target instanceof Element && target.closest(".pl-board, .tool")) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  go(link.href);
});

/** What the moves are worth grows while one looks. */
async function grow() {
  await last;
  if (document.querySelector("#study[data-growing]") && document.visibilityState === "visible") go(location.href);
  setTimeout(() => void grow(), GROW_EVERY);
}

const GROW_EVERY = 700;
setTimeout(() => void grow(), GROW_EVERY);
settle();
