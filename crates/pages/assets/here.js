// A page that was made in the browser itself, since there is no server: what it has instead of one.

import { ways } from "./live.js";

/** No page has more workers than this. */
const MOST_WORKERS = 4;

// Whatever has to be thought is thought by workers of this page: where many positions are judged by several, but one core stays free.
const many = document.getElementById("study") ? navigator.hardwareConcurrency - 1 : 1;
for (let count = Math.max(1, Math.min(many, MOST_WORKERS)); count > 0; count -= 1) {
  new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
}

// Once nothing else is to be done, what playing without a network may need besides is fetched; the first page says how far that is.
const said = document.getElementById("keeping");
const soon = 400;
setTimeout(() => {
  const late = setTimeout(() => said?.removeAttribute("hidden"), soon);
  void fetch("/here/kept").then(
    () => {
      clearTimeout(late);
      if (said) said.textContent = said.dataset.kept ?? "";
    },
    () => {},
  );
}, soon);

/** A line to the service worker that looks like a socket: what comes down is asked for, and what goes up is sent. */
class Line {
  /** @param {URL} url */
  constructor(url) {
    this.url = url;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    this.from = Number(url.searchParams.get("from"));
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onclose = null;
    setTimeout(() => void this.listen());
  }

  async listen() {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
    while (this.readyState === WebSocket.OPEN) {
      this.url.searchParams.set("from", String(this.from));
      const down = await this.ask({});
      if (down) this.from = JSON.parse(down).v ?? this.from;
    }
  }

  /** @param {RequestInit} init */
  async ask(init) {
    try {
      const answer = await fetch(this.url, init);
      const text = answer.status === 204 ? "" : await answer.text();
      if (!answer.ok) throw new Error(text);
      if (text && this.readyState === WebSocket.OPEN) this.onmessage?.({ data: text });
      return text;
    } catch {
      this.close();
      return "";
    }
  }

  /** @param {string} up */
  send(up) {
    void this.ask({ method: "POST", headers: { "content-type": "application/json" }, body: up });
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }

  /**
   * @param {"open" | "close"} what
   * @param {() => void} then
   * @param {{once: boolean}} _once
   */
  addEventListener(what, then, _once) {
    const before = what === "open" ? this.onopen : this.onclose;
    const both = () => {
      before?.();
      then();
    };
    if (what === "open") this.onopen = both;
    else this.onclose = both;
  }
}

ways.open = (url) => new Line(url);
