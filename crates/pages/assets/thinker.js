// A worker of a page that was made in the browser: asks what there is to think about, thinks, says what it thinks.

import { Program } from "./program.js";

const REST_MS = 1000;

const name = crypto.randomUUID();
const folder = new URL("./", import.meta.url).href;

/** @param {number} time */
const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** @type {Program | undefined} */
let program;

/** @param {string} question */
async function think(question) {
  program ??= await Program.begin(folder, (path) => fetch(path));
  return program.ask("think", question);
}

for (;;) {
  try {
    const asked = await fetch(`/here/question?worker=${name}`);
    if (asked.status !== 200) {
      if (!asked.ok) await rest(REST_MS);
      continue;
    }
    const text = await asked.text();
    const end = text.indexOf("\n");
    const said = await think(text.slice(end + 1));
    await fetch("/here/answer", { method: "POST", headers: { "content-type": "text/plain" }, body: `${text.slice(0, end)}\n${said}` });
  } catch (problem) {
    // What broke down begins anew; whoever waits for the answer asks again.
    console.error(problem);
    program = undefined;
    await rest(REST_MS);
  }
}
