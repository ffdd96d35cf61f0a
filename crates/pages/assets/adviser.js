// A worker of a page of the server that thinks by itself: is handed what the server would have thought about, says what is to be shown.

import { Program } from "./program.js";

const folder = new URL("./", import.meta.url).href;

/** @type {Program | undefined} */
let program;

addEventListener("message", async ({ data }) => {
  try {
    program ??= await Program.begin(folder, (path) => fetch(path));
    postMessage(await program.ask("advise", data));
  } catch (problem) {
    console.error(problem);
    program = undefined;
    postMessage("");
  }
});
