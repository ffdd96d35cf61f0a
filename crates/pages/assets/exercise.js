// A board on which a move is asked for: sends the move, shows what came of it. Links and buttons work by themselves; this follows them
// without loading a whole page. No rule of a game is here.

import * as hand from "./hand.js";
import { morph } from "./merge.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));

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
  hand.draw();
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

const answerForm = () => /** @type {HTMLFormElement} */ (document.getElementById("answer"));

/**
 * Sends an answer, or asks for one.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function send(form, name, value) {
  const fields = new URLSearchParams([...new FormData(form)].map(([key, text]) => [key, String(text)]));
  fields.set(name, value);
  void load(form.action, { method: "POST", body: fields });
}

/** What follows from the state of the page. */
function follow() {
  hand.forget();
  hand.follow();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest("a[data-soft]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void load(link.href);
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.action !== answerForm().action) return;
  event.preventDefault();
  const button = event.submitter instanceof HTMLButtonElement && event.submitter.name ? event.submitter : form.elements.namedItem("play");
  if (button instanceof HTMLButtonElement || button instanceof HTMLInputElement) send(form, button.name, button.value);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
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

hand.hold({
  send: (move) => send(answerForm(), "play", move),
  sending: () => sending,
  tell(text) {
    const spoken = document.getElementById("spoken");
    if (spoken) spoken.textContent = text;
  },
});
const GROW_EVERY = 700;
setTimeout(() => void grow(), GROW_EVERY);
follow();
