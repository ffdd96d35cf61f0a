// The pieces of Aligne 4 that are not on the board: one chooses a piece and then a cell, or drags it there.

import { nearest } from "./board.js";

/** How far a pointer moves before a click becomes a drag. */
const DRAG_PX = 6;

/** @type {string | null} */
let chosen = null;

/**
 * A piece that can be taken.
 * @param {string} code
 * @returns {HTMLButtonElement | null}
 */
function button(code) {
  return document.querySelector(`#reserve [data-piece="${CSS.escape(code)}"]:not(:disabled)`);
}

/** The piece in hand, or the one that was given. */
export function pieceInHand() {
  const given = document.getElementById("state")?.dataset.piece;
  const code = given ?? chosen;
  const found = code ? document.querySelector(`#reserve [data-piece="${CSS.escape(code)}"]`) : null;
  return code && found instanceof HTMLElement ? { code, id: found.dataset.id, name: found.title } : null;
}

/**
 * Takes a piece, or puts it back.
 * @param {string | null} code
 */
export function take(code) {
  chosen = code && button(code) ? code : null;
  for (const other of document.querySelectorAll("#reserve [data-piece]")) {
    other.setAttribute("aria-pressed", String(other.getAttribute("data-piece") === (pieceInHand()?.code ?? null)));
  }
}

/**
 * Lets people choose and drag pieces.
 * @param {{chosen: (code: string) => void, over: (cell: SVGGElement | null) => void, dropped: (cell: SVGGElement | null) => void}} on
 */
export function listenToReserve(on) {
  /** @type {{code: string, x: number, y: number, image: HTMLElement | null} | null} */
  let drag = null;
  let dragged = false;
  const piece = (/** @type {Event} */ event) =>
    event.target instanceof Element ? event.target.closest("#reserve [data-piece]:not(:disabled)") : null;

  document.addEventListener("click", (event) => {
    const code = piece(event)?.getAttribute("data-piece");
    if (code && !dragged) on.chosen(code);
    dragged = false;
  });
  document.addEventListener("pointerdown", (event) => {
    const code = piece(event)?.getAttribute("data-piece");
    dragged = false;
    if (code && event.isPrimary && event.button === 0) drag = { code, x: event.clientX, y: event.clientY, image: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.image) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      const picture = button(drag.code)?.querySelector("svg");
      if (!picture) return;
      drag.image = document.createElement("div");
      drag.image.className = "dragged";
      drag.image.append(picture.cloneNode(true));
      document.body.append(drag.image);
      take(drag.code);
      dragged = true;
    }
    drag.image.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    on.over(nearest(event.clientX, event.clientY));
  });
  const end = (/** @type {PointerEvent} */ event) => {
    const image = drag?.image;
    drag = null;
    if (!image) return;
    image.remove();
    on.dropped(event.type === "pointerup" ? nearest(event.clientX, event.clientY) : null);
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}
