// Sounds, synthesised: ceramic clicks, plucked notes, a bell. Silent until the player asks for sounds.
import { prefs } from './prefs.js';

/** -18 dB: beside the room, never over it. */
export const LEVEL = 10 ** (-18 / 20);
/** A pentatonic scale in hertz, so that any two notes agree. */
const SCALE = [392, 440, 523.25, 587.33, 659.25, 784, 880, 1046.5, 1174.66, 1318.51];

/**
 * One voice: when it starts and how long it rings (seconds), its pitch, wave and share of the level; `fall` is the pitch at its end.
 * @typedef {{at: number, for: number, pitch: number, wave: OscillatorType, share: number, fall?: number}} Voice
 */

/** A knock on glazed clay: a short tone with a bright overtone that is gone at once. @param {number} at @param {number} pitch @param {number} [share] @returns {Voice[]} */
const click = (at, pitch, share = 0.6) => [
  { at, for: 0.09, pitch, wave: 'triangle', share },
  { at, for: 0.025, pitch: pitch * 2.76, wave: 'sine', share: share / 2 },
];

/** A bell: the tone and its twelfth, fading slowly. @param {number} at @param {number} pitch @param {number} length @returns {Voice[]} */
const bell = (at, pitch, length) => [
  { at, for: length, pitch, wave: 'sine', share: 0.5 },
  { at, for: length / 2, pitch: pitch * 3, wave: 'sine', share: 0.12 },
];

/** @type {Record<string, (detail: number) => Voice[]>} */
const SOUNDS = {
  take: (colour) => click(0, SCALE[2 + (colour % 6)]),
  set: () => [...click(0, 523.25, 0.45), ...click(0.07, 784, 0.45)], // a fifth apart
  score: (tiles) => Array.from({ length: Math.min(Math.max(tiles, 1), 5) }, (_, i) => (
    { at: i * 0.05, for: 0.18, pitch: SCALE[2 + i], wave: /** @type {OscillatorType} */ ('triangle'), share: 0.3 })),
  floor: () => [{ at: 0, for: 0.16, pitch: 130, fall: 62, wave: 'sine', share: 0.9 }, { at: 0, for: 0.04, pitch: 210, wave: 'triangle', share: 0.25 }],
  turn: () => [...bell(0, 659.25, 0.2), ...bell(0.13, 880, 0.26)],
  end: () => [196, 392, 523.25, 659.25].map((pitch, i) => ({ at: i * 0.11, for: 1.5 - i * 0.11, pitch, wave: /** @type {OscillatorType} */ ('triangle'), share: 0.24 })),
};

/** What a sound is made of; pure, so that its length can be checked. @param {string} what @param {number} [detail] a colour's number, or how many tiles a run has */
export const voices = (what, detail = 0) => SOUNDS[what]?.(detail) ?? [];

/** @type {AudioContext|null} */
let audio = null;
/** @type {GainNode|null} */
let out = null;

/** Browsers let a page sound only after the player has touched it, so that is when this is called. */
function wake() {
  if (!prefs.get().sounds || !globalThis.AudioContext) return;
  if (!audio) {
    audio = new AudioContext();
    out = new GainNode(audio, { gain: LEVEL });
    out.connect(audio.destination);
  }
  if (audio.state === 'suspended') audio.resume().catch(() => { /* the next touch tries again */ });
}
for (const event of ['pointerdown', 'keydown', 'change']) globalThis.window?.addEventListener(event, wake, { passive: true });

/** @param {AudioContext} context @param {AudioNode} into @param {Voice} voice */
function sing(context, into, voice) {
  const start = context.currentTime + 0.005 + voice.at;
  const end = start + voice.for;
  const tone = new OscillatorNode(context, { type: voice.wave, frequency: voice.pitch });
  const loud = new GainNode(context, { gain: 0 });
  loud.gain.setValueAtTime(0, start);
  loud.gain.linearRampToValueAtTime(voice.share, start + 0.004); // no click of its own
  loud.gain.exponentialRampToValueAtTime(0.001, end);
  if (voice.fall) tone.frequency.exponentialRampToValueAtTime(voice.fall, end);
  tone.connect(loud).connect(into);
  tone.start(start);
  tone.stop(end);
}

/** Plays a sound, if the player wants sounds; a hidden tab keeps quiet except for "your turn". @param {string} what @param {number} [detail] */
export function play(what, detail = 0) {
  if (!prefs.get().sounds || (globalThis.document?.hidden && what !== 'turn')) return;
  if (!audio || !out || audio.state !== 'running') return;
  for (const voice of voices(what, detail)) sing(audio, out, voice);
}
