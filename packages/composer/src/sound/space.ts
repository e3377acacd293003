// Rooms and echoes: a feedback-delay reverb of eight lines, and an echo that bounces from side to side.
import { filterStereo, highpass, lowpass } from './filters.ts';
import type { Stereo } from './stereo.ts';

export interface Room {
  seconds: number;
  /** Stretches the lines: 1 a small hall. */
  size: number;
  preDelaySeconds: number;
  /** Hertz above which the walls swallow. */
  damping: number;
}

export const ROOMS: Record<'room' | 'plate' | 'hall' | 'cathedral', Room> = {
  room: { seconds: 0.6, size: 0.55, preDelaySeconds: 0.006, damping: 5500 },
  plate: { seconds: 1.5, size: 0.8, preDelaySeconds: 0.015, damping: 8500 },
  hall: { seconds: 2.3, size: 1.3, preDelaySeconds: 0.028, damping: 5500 },
  cathedral: { seconds: 4.6, size: 1.8, preDelaySeconds: 0.04, damping: 4200 },
};

const LINE_SAMPLES = [1031, 1327, 1523, 1801, 2087, 2371, 2713, 3067];

/** Turns a send into its reverberation, in place. */
export function reverberate(send: Stereo, room: Room, sampleRate: number): void {
  const pre = Math.round(room.preDelaySeconds * sampleRate);
  const lengths = LINE_SAMPLES.map((samples) => Math.round((samples * room.size * sampleRate) / 44100));
  const lines = lengths.map((length) => new Float32Array(length));
  const feedbacks = lengths.map((length) => 10 ** ((-3 * length) / (room.seconds * sampleRate)));
  const keep = Math.exp((-2 * Math.PI * room.damping) / sampleRate);
  const damped = new Float64Array(8);
  const places = new Int32Array(8);
  const heard = new Float64Array(8);
  const dry = new Float32Array(pre * 2 + 2);
  let dryPlace = 0;
  const { left, right } = send;
  for (let index = 0; index < left.length; index += 1) {
    const inLeft = pre > 0 ? (dry[dryPlace] ?? 0) : (left[index] ?? 0);
    const inRight = pre > 0 ? (dry[dryPlace + 1] ?? 0) : (right[index] ?? 0);
    if (pre > 0) {
      dry[dryPlace] = left[index] ?? 0;
      dry[dryPlace + 1] = right[index] ?? 0;
      dryPlace = (dryPlace + 2) % (pre * 2);
    }
    let sum = 0;
    for (let line = 0; line < 8; line += 1) {
      const value = lines[line]?.[places[line] ?? 0] ?? 0;
      const smooth = value + ((damped[line] ?? 0) - value) * keep;
      damped[line] = smooth;
      const out = smooth * (feedbacks[line] ?? 0);
      heard[line] = out;
      sum += out;
    }
    // Householder: every line hears every other, none is lost.
    const share = sum * 0.25;
    let outLeft = 0;
    let outRight = 0;
    for (let line = 0; line < 8; line += 1) {
      const own = heard[line] ?? 0;
      const input = line % 2 === 0 ? inLeft : inRight;
      const buffer = lines[line];
      const place = places[line] ?? 0;
      if (buffer) buffer[place] = own - share + input;
      places[line] = place + 1 >= (lengths[line] ?? 1) ? 0 : place + 1;
      if (line % 2 === 0) outLeft += line % 4 === 0 ? own : -own;
      else outRight += line % 4 === 1 ? own : -own;
    }
    left[index] = outLeft * 0.5;
    right[index] = outRight * 0.5;
  }
  filterStereo(send, highpass(180, sampleRate));
}

/** Turns a send into echoes that alternate sides, in place. */
export function echo(
  send: Stereo,
  { seconds, feedback, sampleRate }: { seconds: number; feedback: number; sampleRate: number },
): void {
  const length = Math.max(1, Math.round(seconds * sampleRate));
  const toLeft = new Float32Array(length);
  const toRight = new Float32Array(length);
  let place = 0;
  for (let index = 0; index < send.left.length; index += 1) {
    const input = ((send.left[index] ?? 0) + (send.right[index] ?? 0)) * 0.5;
    const left = toLeft[place] ?? 0;
    const right = toRight[place] ?? 0;
    toLeft[place] = input + right * feedback;
    toRight[place] = left * feedback;
    send.left[index] = left;
    send.right[index] = right * 1.4;
    place = place + 1 >= length ? 0 : place + 1;
  }
  filterStereo(send, highpass(250, sampleRate));
  filterStereo(send, lowpass(5500, sampleRate));
}
