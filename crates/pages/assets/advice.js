// Advice in a game of the server by the visitor's own processor: the server says whether it may be had and what is to be thought about, a worker
// of the page thinks, and what it says is shown here alone.

import { merge } from "./merge.js";

/** @type {Worker | undefined} */
let worker;
/** What stood where advice stands now: ids and HTML. @type {[string, string][]} */
let before = [];

/**
 * Gets advice and shows it.
 * @param {string} about `hint` or `estimate`
 * @param {{version: number}} live by which one sees whether the game has gone on meanwhile
 * @returns {Promise<boolean>} whether it could be had; if not, the server is to be asked
 */
export async function advise(about, live) {
  const { version } = live;
  try {
    const errand = await fetch(`${location.pathname}/question?about=${about}`);
    if (!errand.ok) return false;
    const said = await think(await errand.text());
    if (said && live.version === version) show(JSON.parse(said));
    return said !== "";
  } catch {
    return false;
  }
}

/**
 * What the worker has to say; nothing if it cannot.
 * @param {string} errand
 * @returns {Promise<string>}
 */
function think(errand) {
  const thinker = (worker ??= new Worker(new URL("./adviser.js", import.meta.url), { type: "module" }));
  return new Promise((resolve) => {
    thinker.onmessage = ({ data }) => resolve(data);
    thinker.onerror = () => {
      worker = undefined;
      resolve("");
    };
    thinker.postMessage(errand);
  });
}

/** @param {[string, string][]} set */
function show(set) {
  forget();
  const ids = set.map(([id]) => id.replace(/^\+/, ""));
  before = ids.map((id) => [id, document.getElementById(id)?.outerHTML ?? ""]);
  merge(set);
}

/** Takes back what was shown: the server, which changes the page from what it knows, knows nothing of it. */
export function forget() {
  merge(before);
  before = [];
}
