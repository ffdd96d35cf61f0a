// Move by move: the links work by themselves; this follows them without loading a whole page, and by keys.

import { morph } from "./merge.js";
import { showCurrentMove } from "./moves.js";

/** @type {Map<string, Promise<string>>} Pages that were asked for, by address. */
const pages = new Map();
const MOST_PAGES = 200;

/** @param {string} href */
function load(href) {
  let page = pages.get(href);
  if (!page) {
    page = fetch(href, { headers: { accept: "text/html" } }).then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    });
    page.catch(() => pages.delete(href));
    if (pages.size >= MOST_PAGES) pages.clear();
    pages.set(href, page);
  }
  return page;
}

let wanted = location.href;

/** @param {string} href */
async function go(href) {
  wanted = href;
  try {
    const html = await load(href);
    if (wanted === href) show(html, href);
  } catch {
    location.assign(href);
  }
}

/**
 * Shows a page in the place of this one.
 * @param {string} html
 * @param {string} href
 */
function show(html, href) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const main = document.getElementById("main");
  if (!fresh || !main) return;
  morph(main, document.importNode(fresh, true));
  history.replaceState(null, "", href);
  settle();
}

/**
 * Asks for a review and shows where that leads, which is sooner there than a page that is loaded anew. What is refused is asked for again as
 * without script, for the page that says why.
 * @param {HTMLFormElement} form
 */
async function begin(form) {
  try {
    const response = await fetch(form.action, { method: "POST", headers: { accept: "text/html" } });
    if (!response.ok) throw new Error(String(response.status));
    wanted = response.url;
    pages.clear();
    show(await response.text(), wanted);
  } catch {
    form.submit();
  }
}

const SOON = 100;
const SELDOM = 700;
let pause = SOON;
let timer = 0;

/**
 * What the machine makes of the game grows while one looks, and pages that were loaded before know less. It is asked for often at first, so
 * that the curve begins soon, then seldom.
 */
function grow() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (document.visibilityState !== "visible") return grow();
    pages.clear();
    void go(wanted);
  }, pause);
  pause = Math.min(1.4 * pause, SELDOM);
}

/** The current move is in sight; what grows goes on, else the next pages are on their way. */
function settle() {
  showCurrentMove();
  if (document.querySelector("#study[data-growing]")) return grow();
  pause = SOON;
  for (const link of document.querySelectorAll("a[data-key=ArrowRight], a[data-key=ArrowLeft]")) {
    if (link instanceof HTMLAnchorElement) void load(link.href).catch(() => {});
  }
}

/**
 * Where a link of this review leads, if it is one: links to other pages are followed as usual.
 * @param {Element | null | undefined} link
 */
function target(link) {
  const to = link ? new URL(link.getAttribute("href") ?? "", location.href) : null;
  return to && to.pathname === location.pathname ? to.href : null;
}

document.addEventListener("click", (event) => {
  const to = target(event.target instanceof Element ? event.target.closest("a[data-key], #moves a, #study a") : null);
  if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void go(to);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("#study form[data-begins]")) return;
  event.preventDefault();
  void begin(form);
});

// A pointer that is held down drags along the curve.
document.addEventListener("pointermove", (event) => {
  if ((event.buttons & 1) === 0 || !(event.target instanceof Element) || !event.target.closest(".curve")) return;
  const to = target(document.elementFromPoint(event.clientX, event.clientY)?.closest(".graph a"));
  if (to && to !== wanted) void go(to);
});
document.addEventListener("dragstart", (event) => {
  if (event.target instanceof Element && event.target.closest(".curve")) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void go(link.href);
});

settle();
