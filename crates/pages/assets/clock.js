// Clocks run on from what the server said: it measures, this only shows.

const LITTLE_MS = 10_000;

/** @type {WeakMap<Element, {left: number, at: number}>} */
const said = new WeakMap();

/** When the page was sent, on the clock of `performance.now()`. */
function pageSent() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming ? entry.responseStart : performance.now();
}

/**
 * Takes over what the page says now.
 * @param {boolean} first whether the page has just been loaded
 */
export function readClocks(first) {
  for (const clock of document.querySelectorAll(".time[data-left]")) {
    said.set(clock, { left: Number(clock.getAttribute("data-left")), at: first ? pageSent() : performance.now() });
  }
}

/**
 * `4:05`, `1:00:00`; tenths when little is left.
 * @param {number} ms
 */
export function written(ms) {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (ms < LITTLE_MS) return `0:0${s}.${Math.floor(ms / 100) % 10}`;
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Lets the clocks run, for as long as the page is there. */
export function runClocks() {
  readClocks(true);
  setInterval(() => {
    for (const clock of document.querySelectorAll(".time[data-runs]")) {
      const from = said.get(clock);
      if (!from) continue;
      const left = Math.max(0, from.left - (performance.now() - from.at));
      const text = written(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("little", left < LITTLE_MS);
    }
  }, 100);
}
