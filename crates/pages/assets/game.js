// The board page: sends what people do, shows what the server answers. No rule of a game is here.

import { readClocks, runClocks } from "./clock.js";
import * as hand from "./hand.js";
import { Live, showConnection } from "./live.js";
import { merge } from "./merge.js";
import { play, wakeSound } from "./sound.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));
const title = document.title;
const look = document.documentElement.dataset;
const { state } = hand;

/** Whether a move is on its way. */
let sending = false;
/** Whether this page has asked for, or agreed to, another game. */
let again = false;
/** Thinks in the place of the server. @type {typeof import("./advice.js") | undefined} */
let device;

const live = new Live(main.dataset.live ?? "", Number(main.dataset.version), update, showConnection);
runClocks();
wakeSound();
hand.hold({
  send: (move) => void send(`play ${move}`),
  sending: () => sending,
  tell: speak,
  mark: (cell) => void send(`mark ${cell}`),
});
follow();

/**
 * The server has news.
 * @param {import("./live.js").Update} update
 */
function update({ set }) {
  const wasOver = state().over !== undefined;
  const wasMarking = state().mode === "mark";
  device?.forget();
  const motion = merge(set);
  if (wasMarking) tellMarks(set);
  readClocks(false);
  refused.textContent = "";
  if (motion.landed || motion.faded || motion.turned) hand.forget();
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
  const moves = document.getElementById("moves");
  if (moves) moves.scrollTop = moves.scrollHeight;
  const territory = document.querySelector("[data-toggle=territory]");
  territory?.setAttribute("aria-pressed", String(look.territory === "on"));
  hand.follow();
}

/**
 * Sends a command and shows why it was refused, if it was.
 * @param {string} command
 */
async function send(command) {
  if (look.thinks && /^(hint|estimate)$/.test(command)) {
    device ??= await import("./advice.js").catch(() => undefined);
    if (await device?.advise(command, live)) return;
  }
  sending = true;
  again = command === "offer rematch" || (command === "answer yes" && state().over !== undefined);
  hand.draw();
  const refusal = await live.send(command);
  sending = false;
  if (refusal !== null) {
    refused.textContent = refusal || (live.connected ? "" : (document.getElementById("lost")?.dataset.lost ?? ""));
    play("refused");
  }
  hand.forget();
  hand.draw();
}

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
  look.territory = look.territory === "on" ? "off" : "on";
  toggle.setAttribute("aria-pressed", String(look.territory === "on"));
});
