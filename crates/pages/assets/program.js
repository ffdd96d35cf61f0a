// The program that plays where there is no server: how it is begun and asked. It has no page of its own and knows no browser.

/**
 * @typedef {{memory: WebAssembly.Memory, reserve(length: number): number, output(): number,
 *   open(): number, supply(): number, answer(): number, think(): number, advise(): number}} Exports
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Program {
  /**
   * @param {string} folder where the files of this version are
   * @param {(path: string) => Promise<Response>} load
   */
  static async begin(folder, load) {
    /** @type {Exports | undefined} */
    let exports;
    /** @param {number} place @param {number} length */
    const bytes = (place, length) => new Uint8Array(/** @type {Exports} */ (exports).memory.buffer, place, length);
    const plateau = {
      now_ms: () => performance.now(),
      /** @param {number} place @param {number} length */
      random: (place, length) => void crypto.getRandomValues(bytes(place, length)),
      /** @param {number} place @param {number} length */
      broke: (place, length) => console.error(decoder.decode(bytes(place, length))),
    };
    const { instance } = await WebAssembly.instantiateStreaming(load(`${folder}plateau.wasm`), { plateau });
    exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    return new Program(folder, load, exports);
  }

  /**
   * @param {string} folder
   * @param {(path: string) => Promise<Response>} load
   * @param {Exports} exports
   */
  constructor(folder, load, exports) {
    this.folder = folder;
    this.load = load;
    this.exports = exports;
  }

  /**
   * Says something, and hears the answer.
   * @param {"open" | "supply" | "answer" | "think" | "advise"} what
   * @param {string | Uint8Array} input
   */
  call(what, input) {
    const bytes = typeof input === "string" ? encoder.encode(input) : input;
    const { exports } = this;
    const place = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const length = exports[what]();
    return decoder.decode(new Uint8Array(exports.memory.buffer, exports.output(), length));
  }

  /**
   * The same, where it may lack a file for that: then it gets it.
   * @param {"answer" | "think" | "advise"} what
   * @param {string} input
   */
  async ask(what, input) {
    for (;;) {
      const said = this.call(what, input);
      if (!said.startsWith("lacks ")) return said;
      await this.supply(said.slice("lacks ".length));
    }
  }

  /**
   * Hands in a file that it needs.
   * @param {string} name
   */
  async supply(name) {
    const response = await this.load(this.folder + name);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const file = new Uint8Array(await response.arrayBuffer());
    const head = encoder.encode(`${name}\n`);
    const both = new Uint8Array(head.length + file.length);
    both.set(head);
    both.set(file, head.length);
    this.call("supply", both);
  }
}
