// The list of moves beside a board that is looked through.

/** Brings the current move into sight: only the list scrolls, never the page. */
export function showCurrentMove() {
  const current = document.querySelector("#moves [aria-current]");
  const moves = document.getElementById("moves");
  if (!(current instanceof HTMLElement) || !moves) return;
  const { top, bottom } = current.getBoundingClientRect();
  const around = moves.getBoundingClientRect();
  if (top < around.top || bottom > around.bottom) moves.scrollTop += (top + bottom - around.top - around.bottom) / 2;
}
