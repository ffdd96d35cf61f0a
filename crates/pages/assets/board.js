// The board under the pointer and under the keyboard. It knows where cells are and what they are called; whether a move is
// legal stands in the page, and what a click means is the caller's affair.

const svg = /** @type {SVGSVGElement} */ (document.querySelector(".pl-board"));
const ghost = /** @type {SVGUseElement} */ (svg.querySelector("#b-ghost"));
const cells = /** @type {SVGGElement[]} */ ([...svg.querySelectorAll("[data-cell]")]);
const columns = svg.querySelector("[role=row]")?.children.length ?? 1;
const centres = cells.map((cell) => {
  const { e, f } = /** @type {SVGTransform} */ (cell.transform.baseVal.consolidate()).matrix;
  return { x: e, y: f };
});

/** Half the distance of two cells, in the units of the picture. */
const HALF = 50;

/**
 * The cell at a point of the screen. The margin beyond the outer cells plays nothing.
 * @param {number} clientX
 * @param {number} clientY
 * @returns {SVGGElement | null}
 */
export function nearest(clientX, clientY) {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  const at = centres.findIndex((centre) => Math.abs(centre.x - x) <= HALF && Math.abs(centre.y - y) <= HALF);
  return cells[at] ?? null;
}

/**
 * The cell of that name.
 * @param {string} name
 */
export function cellNamed(name) {
  return cells.find((cell) => cell.dataset.cell === name) ?? null;
}

/**
 * Shows what would stand on a cell, faintly, or more strongly once it is chosen; nothing without a cell.
 * @param {SVGGElement | null} cell
 * @param {string | undefined} piece the id of what is shown
 * @param {boolean} [chosen]
 */
export function showGhost(cell, piece, chosen = false) {
  ghost.classList.toggle("pl-shown", Boolean(cell && piece));
  ghost.classList.toggle("pl-chosen", Boolean(cell && piece && chosen));
  if (!cell || !piece) return;
  const { x, y } = centres[cells.indexOf(cell)];
  ghost.setAttribute("href", `#${piece}`);
  ghost.setAttribute("transform", `translate(${x} ${y})`);
}

/**
 * The cell that has the focus, or had it last.
 * @param {SVGGElement} cell
 */
function rove(cell) {
  for (const other of cells) other.setAttribute("tabindex", other === cell ? "0" : "-1");
}

/**
 * Puts the focus on a cell.
 * @param {SVGGElement} cell
 */
export function focus(cell) {
  rove(cell);
  cell.focus();
}

/** What stands where, in words: the cells of each kind of stone together. */
function summary() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const cell of cells) {
    const [name, content] = (cell.getAttribute("aria-label") ?? "").split(", ");
    // A cell with nothing on it has no piece besides the square that takes clicks.
    if (cell.children.length > 1) found.set(content, [...(found.get(content) ?? []), name]);
  }
  return [...found].map(([content, names]) => `${content}: ${names.join(", ")}.`).join(" ");
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Where a key leads from a cell.
 * @param {string} key
 * @param {number} at
 */
function target(key, at) {
  const [column, row] = [at % columns, Math.floor(at / columns)];
  const rows = cells.length / columns;
  if (key === "Home") return row * columns;
  if (key === "End") return row * columns + columns - 1;
  if (key === "PageUp") return column;
  if (key === "PageDown") return (rows - 1) * columns + column;
  const way = WAYS[key];
  if (!way) return null;
  const clamp = (/** @type {number} */ n, /** @type {number} */ top) => Math.max(0, Math.min(top - 1, n));
  return clamp(row + way[1], rows) * columns + clamp(column + way[0], columns);
}

/**
 * Lets people point at the board.
 * @param {{hover: (cell: SVGGElement | null) => void, choose: (cell: SVGGElement) => void, leave: () => void, tell: (text: string) => void}} on
 */
export function listen(on) {
  svg.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") on.hover(nearest(event.clientX, event.clientY));
  });
  svg.addEventListener("pointerleave", () => on.hover(null));
  svg.addEventListener("click", (event) => {
    const cell = nearest(event.clientX, event.clientY);
    if (!cell) return;
    rove(cell);
    on.choose(cell);
  });
  svg.addEventListener("focusin", (event) => {
    const cell = /** @type {SVGGElement} */ (event.target);
    if (cells.includes(cell) && cell.matches(":focus-visible")) on.hover(cell);
  });
  svg.addEventListener("focusout", () => on.hover(null));
  svg.addEventListener("keydown", (event) => {
    const at = cells.indexOf(/** @type {SVGGElement} */ (event.target));
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = target(event.key, at);
    if (to !== null) focus(cells[to]);
    else if (event.key === "Enter" || event.key === " ") on.choose(cells[at]);
    else if (event.key === "Escape") on.leave();
    else if (event.key === "s" || event.key === "S") on.tell(summary());
    else return;
    event.preventDefault();
  });
}
