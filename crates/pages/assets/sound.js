// Sounds are made here: a knock of wood, the click of stones taken away, a disc turned, two notes at the end.

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after the first click or key. */
export function wakeSound() {
  const wake = () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
  };
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

/**
 * A short burst of filtered noise: something hard on something hard.
 * @param {AudioContext} to
 * @param {number} after seconds from now
 * @param {number} pitch
 * @param {number} length seconds
 * @param {number} loud
 */
function knock(to, after, pitch, length, loud) {
  const frames = Math.ceil(to.sampleRate * length);
  const buffer = to.createBuffer(1, frames, to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / frames);
  const source = new AudioBufferSourceNode(to, { buffer });
  const filter = new BiquadFilterNode(to, { type: "bandpass", frequency: pitch, Q: 6 });
  const gain = new GainNode(to, { gain: loud });
  source.connect(filter).connect(gain).connect(to.destination);
  source.start(to.currentTime + after);
}

/**
 * A soft note.
 * @param {AudioContext} to
 * @param {number} after
 * @param {number} pitch
 */
function note(to, after, pitch) {
  const at = to.currentTime + after;
  const oscillator = new OscillatorNode(to, { type: "sine", frequency: pitch });
  const gain = new GainNode(to, { gain: 0 });
  gain.gain.linearRampToValueAtTime(0.12, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.6);
  oscillator.connect(gain).connect(to.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.7);
}

/**
 * Plays what happened, if sound is wanted.
 * @param {"refused" | import("./live.js").Sound} what
 * @param {number} [count]
 */
export function play(what, count = 1) {
  if (!audio || audio.state !== "running" || document.documentElement.dataset.sound !== "on") return;
  const some = Math.min(count, 6);
  if (what === "place") knock(audio, 0, 950, 0.09, 2.2);
  else if (what === "capture") for (let i = 0; i < some; i += 1) knock(audio, 0.05 + 0.05 * i, 2300 + 150 * i, 0.05, 1.1);
  else if (what === "turn") for (let i = 0; i < some; i += 1) knock(audio, 0.04 * i, 1300 + 60 * i, 0.05, 1.2);
  else if (what === "refused") knock(audio, 0, 220, 0.12, 1.6);
  else if (what === "end") [523.25, 659.25].forEach((pitch, i) => audio && note(audio, 0.18 * i, pitch));
}
