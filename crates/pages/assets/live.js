// The connection to the server: updates come down, commands go up. It comes back by itself after anything.

/**
 * What goes up and what comes down, as the server's `wire.rs` has it.
 * @typedef {{n: number, do: string, once: string}} Up
 * @typedef {"place" | "capture" | "turn" | "end"} Sound
 * @typedef {{v: number, set: [string, string][], sound?: Sound}} Update
 * @typedef {{n: number, no?: string}} Answer
 * @typedef {{stop: string}} Stop
 * @typedef {Update | Answer | Stop} Down
 */

/**
 * What a connection is made of: a socket, or whatever else behaves like one.
 * @typedef {Pick<WebSocket, "readyState" | "send" | "close"> & {onopen: any, onmessage: any, onclose: any,
 *   addEventListener(what: "open" | "close", then: () => void, once: {once: boolean}): void}} Socket
 */

/** How it is made: to the server, where nobody has said otherwise. */
export const ways = {
  /** @param {URL} url @returns {Socket} */
  open(url) {
    url.protocol = url.protocol.replace("http", "ws");
    return new WebSocket(url);
  },
};

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
/** What is not answered by then was lost: longer than another server takes to have the game of one that died, and than a slow page to come back. */
const ANSWER_MS = 30_000;

export class Live {
  /**
   * @param {string} path
   * @param {number} version what the page shows
   * @param {(update: Update) => void} update
   * @param {(connected: boolean, why?: string) => void} tell
   */
  constructor(path, version, update, tell) {
    this.path = path;
    this.version = version;
    this.update = update;
    this.tell = tell;
    this.wait = FIRST_WAIT_MS;
    this.number = 0;
    this.left = false;
    /** What was sent and is not answered yet. @type {Map<number, {up: Up, answer: (refusal: string | null) => void}>} */
    this.asked = new Map();
    /** No other page has names that begin like this. */
    this.name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    /** @type {Socket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.connect();
    addEventListener("online", () => this.now());
    addEventListener("pageshow", () => this.now());
    addEventListener("pagehide", () => {
      this.left = true;
      this.socket?.close();
    });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.now());
  }

  /** Whether commands can be sent. */
  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Tries again without waiting. */
  now() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  }

  connect() {
    this.left = false;
    const url = new URL(this.path, location.href);
    url.searchParams.set("from", String(this.version));
    const socket = ways.open(url);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.tell(true);
      // Nobody knows whether these were done; by their names they are done once.
      for (const { up } of this.asked.values()) socket.send(JSON.stringify(up));
    };
    socket.onmessage = (/** @type {{data: string}} */ event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lost(socket);
  }

  /** @param {Socket} socket */
  lost(socket) {
    if (socket !== this.socket || this.left) return;
    this.tell(false);
    // Many pages lose one server at the same moment: they shall not all come back at the same moment.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  /** @param {Down} down */
  receive(down) {
    if ("set" in down) {
      this.version = down.v;
      this.update(down);
    } else if ("stop" in down) {
      this.tell(false, down.stop);
    } else if ("n" in down) {
      const asked = this.asked.get(down.n);
      this.asked.delete(down.n);
      asked?.answer(down.no ?? null);
    }
  }

  /** Waits for a connection that is just being made, as right after the page was loaded. */
  async settled() {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.CONNECTING) return;
    await new Promise((resolve) => {
      socket.addEventListener("open", () => resolve(null), { once: true });
      socket.addEventListener("close", () => resolve(null), { once: true });
    });
  }

  /**
   * Sends a command, and again over the next connection if this one is lost before the answer.
   * @param {string} command
   * @returns {Promise<string | null>} why it was refused: nothing if it was not, an empty text if nobody knows
   */
  async send(command) {
    const number = ++this.number;
    await this.settled();
    return new Promise((resolve) => {
      if (!this.connected) return resolve("");
      /** @type {Up} */
      const up = { n: number, do: command, once: `${this.name}-${number}` };
      this.asked.set(number, { up, answer: resolve });
      setTimeout(() => this.asked.delete(number) && resolve(""), ANSWER_MS);
      this.socket?.send(JSON.stringify(up));
    });
  }
}

/**
 * Shows that the connection is lost, and that it is back.
 * @param {boolean} connected
 * @param {string} [why]
 */
export function showConnection(connected, why) {
  const banner = document.getElementById("lost");
  if (!banner) return;
  if (!connected) {
    banner.textContent = why ?? banner.dataset.lost ?? "";
    banner.hidden = false;
  } else if (!banner.hidden) {
    banner.textContent = banner.dataset.back ?? "";
    setTimeout(() => (banner.hidden = banner.textContent === banner.dataset.back), 1500);
  }
}
