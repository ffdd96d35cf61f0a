// The lobby brings itself up to date.

import { Live, showConnection } from "./live.js";
import { merge } from "./merge.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
new Live(main.dataset.live ?? "", 0, ({ set }) => merge(set), showConnection);
