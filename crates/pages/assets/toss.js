// The toss: the ko is taken and taken again, slower and slower, and stops on the colour that was drawn before.

const CAPTURES = 12;
const FIRST_MS = 110;
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const said = /** @type {HTMLElement} */ (document.getElementById("toss-said"));
const SVG = "http://www.w3.org/2000/svg";

/** The two points of the ko: a white stone stands on the first, or a black one on the second. */
const points = ["b-5", "b-6"].map((id) => /** @type {Element} */ (document.getElementById(id)));

/** @param {boolean} black */
function show(black) {
  points.forEach((point, i) => {
    while (point.children.length > 1) point.children[0].remove();
    if ((i === 1) !== black) return;
    const stone = document.createElementNS(SVG, "use");
    stone.setAttribute("href", black ? "#bb" : "#bw");
    stone.classList.add("pl-lands");
    point.prepend(stone);
  });
}

const drawn = main.dataset.drawn === "black";
const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.animation !== "on";

/** @param {number} left captures still to come */
function take(left) {
  show(left % 2 === 0 ? drawn : !drawn);
  if (left > 0) {
    setTimeout(() => take(left - 1), FIRST_MS + 14 * (CAPTURES - left));
    return;
  }
  said.textContent = said.dataset.done ?? "";
  main.classList.add("done");
}

if (still) take(0);
else {
  said.textContent = said.dataset.running ?? "";
  take(CAPTURES);
}
