// Puts new HTML in place of old, part by part, keeping what is the same: focus, scroll position and running animations stay.

/**
 * Reads a fragment in the namespace of the element that it will replace.
 * @param {string} html
 * @param {Element} place
 * @returns {Element | null}
 */
function read(html, place) {
  const template = document.createElement("template");
  if (place instanceof SVGElement) {
    template.innerHTML = `<svg>${html}</svg>`;
    return template.content.firstElementChild?.firstElementChild ?? null;
  }
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/**
 * Whether the page, not the server, has the say over an attribute.
 * @param {Element} element
 * @param {string} name
 */
function own(element, name) {
  if (name === "tabindex") return element.hasAttribute("data-cell");
  return (name === "open" && element.nodeName === "DETAILS") || (name === "value" && element instanceof HTMLInputElement && element.type !== "hidden");
}

/**
 * Makes `old` like `fresh`.
 * @param {Node} old
 * @param {Node} fresh
 */
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    /** @type {ChildNode} */ (old).replaceWith(fresh);
    return;
  }
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !own(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !own(old, name)) old.setAttribute(name, value);
  }
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, i) => (i < before.length ? morph(before[i], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
}

/**
 * What stands on a cell: the first of its two `use` elements, if there are two.
 * @param {Element} cell
 */
function piece(cell) {
  return cell.children.length > 1 ? cell.children[0] : null;
}

/**
 * What happened on the board in one update.
 * @typedef {{landed: number, faded: number, turned: number}} Motion
 */

/**
 * A cell that changes shows how: a stone lands, fades, or turns over.
 * @param {Element} cell
 * @param {Element} fresh
 * @param {Motion} motion
 * @param {boolean} animate
 */
function morphCell(cell, fresh, motion, animate) {
  cell.querySelectorAll(".pl-leaving").forEach((leaving) => leaving.remove());
  const old = piece(cell)?.cloneNode(true);
  const was = piece(cell)?.getAttribute("href") ?? null;
  const is = piece(fresh)?.getAttribute("href") ?? null;
  morph(cell, fresh);
  if (was === is) return;
  if (was === null) motion.landed += 1;
  else if (is === null) motion.faded += 1;
  else motion.turned += 1;
  if (!animate) return;
  piece(cell)?.classList.add(was === null ? "pl-lands" : "pl-turns");
  if (old instanceof Element) {
    old.classList.add("pl-leaving", is === null ? "pl-fades" : "pl-turns-away");
    old.addEventListener("animationend", () => old.remove(), { once: true });
    cell.prepend(old);
  }
}

/**
 * Puts the parts of an update in place and says what happened on the board.
 * @param {[string, string][]} parts ids and HTML; an id with `+` before it is appended to.
 * @returns {Motion}
 */
export function merge(parts) {
  const motion = { landed: 0, faded: 0, turned: 0 };
  const animate = document.documentElement.dataset.animation === "on" && document.visibilityState === "visible";
  for (const [id, html] of parts) {
    const place = document.getElementById(id.replace(/^\+/, ""));
    const fresh = place && read(html, place);
    if (!place || !fresh) continue;
    if (id.startsWith("+")) place.append(fresh);
    else if (place.hasAttribute("data-cell")) morphCell(place, fresh, motion, animate);
    else morph(place, fresh);
  }
  return motion;
}
