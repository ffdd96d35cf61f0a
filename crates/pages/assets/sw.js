// The service worker: keeps the files that never change, and answers where there is no server: then the program that plays here
// makes the pages (`plateau.wasm`, which `program.js` above this asks), if somebody has wanted it once (`/here`), or there is a page that says
// so. No page and no rule is here.

const FOLDER = "/assets/VERSION/";
const KEPT = "plateau-VERSION";
const FIRST = ["/offline", "/favicon.svg", `${FOLDER}page.css`, `${FOLDER}page.js`];
/** The program, and what pages load; nothing where the server has no such program. */
const PROGRAM = ["PROGRAM"];
/** What the program may lack: puzzles, networks, weights, a book. */
const LARGE = ["LARGE"];
/** So often whoever waits asks again though nothing has happened: what was handed to a page that was left may be theirs by then. */
const AGAIN_MS = 700;
/** So long somebody waits for something to happen before they are told that nothing has. */
const PATIENCE_MS = 20_000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FIRST)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(renew().then(() => self.clients.claim()));
});

/** Files of another version go; what this browser had of the program, it gets anew. */
async function renew() {
  const old = (await caches.keys()).filter((name) => name !== KEPT);
  const had = await Promise.all(old.map(async (name) => (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith("/plateau.wasm"))));
  if (had.includes(true)) await keepProgram().then(keepRest).catch(() => {});
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** What every page of the browser's own needs. */
async function keepProgram() {
  const cache = await caches.open(KEPT);
  const wanted = PROGRAM.map((name) => FOLDER + name);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(wanted.filter((path) => !kept.has(path)));
}

/** @type {Promise<void> | undefined} */
let keeping;

/** Whatever else may be wanted without a network, one after the other; what is wanted sooner is fetched sooner, by itself. */
function keepRest() {
  keeping ??= (async () => {
    for (const name of LARGE) {
      if (!(await file(FOLDER + name)).ok) throw new Error(name);
    }
  })().finally(() => (keeping = undefined));
  return keeping;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  const { method, mode } = event.request;
  if (PROGRAM.length === 0 && (method !== "GET" || (mode !== "navigate" && !url.pathname.startsWith(FOLDER)))) return;
  if (url.pathname.startsWith(FOLDER)) event.respondWith(file(event.request));
  else if (url.pathname === "/here/kept") event.respondWith(keepRest().then(() => new Response(null, { status: 204 }), () => Response.error()));
  else if (PROGRAM.length > 0 && method === "POST" && url.pathname === "/here/review") event.respondWith(bring(event.request, url, event.clientId));
  else if (url.pathname === "/here" || url.pathname.startsWith("/here/")) event.respondWith(here(event.request, url, event.clientId));
  else event.respondWith(elsewhere(event.request, url, event.clientId));
});

/** @param {Request | string} request a file that never changes */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) {
    const cache = await caches.open(KEPT);
    await cache.put(request, fresh.clone());
  }
  return fresh;
}

/** The server, unless the game, the record, the card or the study is this browser's own, or the server cannot be reached. */
async function elsewhere(request, url, clientId) {
  const [, what, id] = /^\/(game|record|deck\/card|board)\/([0-9a-z]+)/.exec(url.pathname) ?? [];
  if (id && (await isOwn(`${what === "game" ? "game" : "paper"} ${id}`))) return here(request, url, clientId);
  const again = request.method === "GET" ? request : request.clone();
  try {
    return await fetch(request);
  } catch (problem) {
    if (await caches.match(`${FOLDER}plateau.wasm`)) return here(again, url, clientId);
    if (request.mode !== "navigate") throw problem;
    return (await caches.match("/offline")) ?? Response.error();
  }
}

// ---- The program, and what it keeps.

/** @type {Promise<Program> | undefined} */
let running;

/** Those who wait for something to happen. @type {Set<() => void>} */
const waiting = new Set();

async function here(request, url, clientId) {
  if (PROGRAM.length === 0) return (await caches.match("/offline")) ?? Response.error();
  if (!isFromUs(request)) return fetch(request);
  // Whoever asks for this page wants to be able to go offline: it comes when the program is kept. Without a network it must do with what is.
  if (request.method === "GET" && url.pathname === "/here") await keepProgram().catch(() => {});
  return (await reply(await ask(request, url), clientId)) ?? (await caches.match("/offline")) ?? Response.error();
}

/** Pages of other sites change nothing here: what they send goes on to the server, which refuses it. Our own say where they are. */
const isFromUs = ({ method, referrer }) => method === "GET" || referrer.startsWith(`${location.origin}/`);

/** A record of the server is kept and looked through here; by the server, if that cannot be. */
async function bring(request, url, clientId) {
  const again = request.clone();
  const own = isFromUs(request) ? await lookThrough(request, url, clientId).catch(() => undefined) : undefined;
  return own ?? fetch(again);
}

/** Where a record of the server is looked through here, if it can be. */
async function lookThrough(request, url, clientId) {
  const fields = [...(await request.formData())].map(([name, value]) => ({ name, value: String(value) }));
  const { pathname } = new URL(fields.find(({ name }) => name === "record")?.value ?? "", location.origin);
  const record = await fetch(pathname);
  if (!record.ok) return undefined;
  const form = [{ name: "file", value: letters(await record.arrayBuffer()), file: pathname.replace(/.*\//, "") }, ...fields];
  const answered = await reply({ ...about(request, url), form }, clientId);
  return answered?.headers.has("location") ? answered : undefined;
}

/** What the program answers, once there is something to say; nothing if it broke down, or lacks something that cannot be had without a network. */
async function reply(asked, clientId) {
  const isLeft = async () => clientId !== "" && !(await self.clients.get(clientId));
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answered = await answer({ ...asked, now_ms: Date.now() }).catch(() => undefined);
    if (!answered) return undefined;
    const { head, body } = answered;
    const { status } = head;
    if (status !== 204 || Date.now() >= until || (await isLeft())) return new Response(status === 204 ? null : body, { status, headers: head.headers });
    await new Promise((resolve) => {
      waiting.add(resolve);
      setTimeout(resolve, AGAIN_MS);
    });
  }
}

/** A request as the program reads it. */
async function ask(request, url) {
  const type = request.headers.get("content-type") ?? "";
  const isForm = request.method === "POST" && /form/.test(type);
  const field = async ([name, value]) =>
    typeof value === "string" ? { name, value } : { name, value: letters(await value.arrayBuffer()), file: value.name };
  return {
    ...about(request, url),
    form: isForm ? await Promise.all([...(await request.formData())].map(field)) : [],
    body: request.method === "POST" && !isForm ? await request.text() : "",
  };
}

/** What is asked, but for what is sent with it. */
const about = (request, url) => ({
  post: request.method === "POST",
  path: url.pathname,
  query: url.search.slice(1),
  json: (request.headers.get("accept") ?? "").includes("application/json"),
  languages: navigator.languages,
  origin: location.origin,
});

/** Each byte as a letter. */
const letters = (buffer) => Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");

/** Lets the program answer, keeps what has changed, and only then tells. One after the other: what is kept is never behind. */
let last = Promise.resolve();
function answer(asked) {
  const next = last.then(async () => {
    const text = await (await (running ??= begin())).ask("answer", JSON.stringify(asked));
    const end = text.indexOf("\n");
    const head = JSON.parse(text.slice(0, end));
    if (head.changes.length > 0) await keep(head.changes, head.strict ? "strict" : "relaxed");
    if (head.status !== 204) {
      for (const wake of waiting) wake();
      waiting.clear();
    }
    return { head, body: text.slice(end + 1) };
  });
  // What broke down begins anew, with what was kept.
  last = next.then(() => {}, () => (running = undefined));
  return next;
}

async function begin() {
  const program = await Program.begin(FOLDER, file);
  const problem = program.call("open", JSON.stringify(["VERSION", ...(await all())]));
  if (problem) throw new Error(problem);
  return program;
}

/** @type {Promise<IDBDatabase> | undefined} */
let database;

/** The texts that the program keeps, by their keys. */
async function store(mode, durability = "default") {
  database ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open("plateau", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("texts");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  database.catch(() => (database = undefined));
  return (await database).transaction("texts", mode, { durability }).objectStore("texts");
}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const all = async () => done((await store("readonly")).getAll());
const isOwn = async (key) => (await done((await store("readonly")).count(key))) > 0;

async function keep(changes, durability) {
  const texts = await store("readwrite", durability);
  for (const [key, text] of changes) text === null ? texts.delete(key) : texts.put(text, key);
  await new Promise((resolve, reject) => {
    texts.transaction.oncomplete = resolve;
    texts.transaction.onerror = texts.transaction.onabort = () => reject(texts.transaction.error);
  });
}
