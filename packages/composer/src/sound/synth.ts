// Our own synth: band-limited oscillators in unison, a resonant lowpass, envelopes, glide and wobble; renders notes into a stereo buffer.
import type { Envelope, Patch, Wave } from './patch.ts';
import type { Stereo } from './stereo.ts';

export interface TimedNote {
  startSeconds: number;
  seconds: number;
  midi: number;
  velocity: number;
}

interface Voice {
  shape: Wave['shape'];
  phase: number;
  /** Relative to the note's frequency. */
  ratio: number;
  left: number;
  right: number;
}

/** The envelopes and the filter move once in so many samples. */
const CONTROL = 16;
const LOWEST_CUTOFF = 30;

export function renderSynth(
  out: Stereo,
  { notes, patch }: { notes: readonly TimedNote[]; patch: Patch },
  place: { sampleRate: number; tempo: number; totalSeconds: number },
): void {
  let before: TimedNote | undefined;
  const isRiser = patch.program === 122;
  for (const [index, note] of notes.entries()) {
    const slidesFrom =
      patch.glide && before && note.startSeconds - (before.startSeconds + before.seconds) < 0.15
        ? before.midi
        : note.midi;
    const next = notes[index + 1];
    // One voice at a time where it glides: the next note takes over.
    const longest = patch.glide && next ? Math.max(0.03, next.startSeconds - note.startSeconds) : note.seconds;
    renderNote(
      out,
      { note: { ...note, seconds: Math.min(note.seconds, longest) }, patch },
      {
        ...place,
        slidesFrom,
        index,
        isRiser,
      },
    );
    before = note;
  }
}

interface NotePlace {
  sampleRate: number;
  tempo: number;
  totalSeconds: number;
  slidesFrom: number;
  index: number;
  isRiser: boolean;
}

function renderNote(out: Stereo, { note, patch }: { note: TimedNote; patch: Patch }, place: NotePlace): void {
  const { sampleRate } = place;
  const start = Math.round(note.startSeconds * sampleRate);
  const total = Math.min(out.left.length - start, Math.round((note.seconds + patch.amp.release) * sampleRate));
  if (total <= 0) return;
  const voices = buildVoices(patch, place.index);
  const frequency = 440 * 2 ** ((note.midi - 69) / 12);
  const loud = 0.25 * (0.25 + 0.75 * note.velocity * note.velocity);
  const state = { a1: 0, b1: 0, a2: 0, b2: 0 };
  let noiseSeed = (place.index * 7919 + 12345) >>> 0;
  let modulator = 0;
  let amp = 0;
  for (let offset = 0; offset < total; offset += CONTROL) {
    const seconds = offset / sampleRate;
    const until = Math.min(CONTROL, total - offset);
    const nextAmp =
      envelopeAt(patch.amp, seconds + CONTROL / sampleRate, note.seconds) *
      (place.isRiser ? (seconds / note.seconds) ** 2 : 1);
    const step = (nextAmp - amp) / CONTROL;
    const pitch = pitchAt({ note, patch }, place, seconds);
    const hertz = frequency * 2 ** (pitch / 12);
    const increment = hertz / sampleRate;
    const cutoff = cutoffAt({ note, patch }, place, { seconds, hertz });
    const g = Math.tan((Math.PI * Math.min(cutoff, sampleRate * 0.45)) / sampleRate);
    const damping = 2 - 1.92 * (patch.filter?.resonance ?? 0);
    const a1 = 1 / (1 + g * (g + damping));
    const a2 = g * a1;
    const a3 = g * a2;
    const fmIndex = patch.fm
      ? patch.fm.index * Math.exp((-3 * seconds) / patch.fm.fade) * (0.5 + note.velocity * 0.5)
      : 0;
    for (let inner = 0; inner < until; inner += 1) {
      let left = 0;
      let right = 0;
      let bend = 0;
      if (patch.fm) {
        bend = (fmIndex * Math.sin(2 * Math.PI * modulator)) / (2 * Math.PI);
        modulator += increment * patch.fm.ratio;
        modulator -= Math.floor(modulator);
      }
      for (const voice of voices) {
        const advance = increment * voice.ratio;
        let value: number;
        if (voice.shape === 'noise') {
          noiseSeed = (Math.imul(noiseSeed, 1664525) + 1013904223) >>> 0;
          value = noiseSeed / 2147483648 - 1;
        } else {
          value = oscillate(voice, advance, bend);
          voice.phase += advance;
          if (voice.phase >= 1) voice.phase -= 1;
        }
        left += value * voice.left;
        right += value * voice.right;
      }
      if (patch.filter) {
        const v3 = left - state.b1;
        const v1 = a1 * state.a1 + a2 * v3;
        const v2 = state.b1 + a2 * state.a1 + a3 * v3;
        state.a1 = 2 * v1 - state.a1;
        state.b1 = 2 * v2 - state.b1;
        const w3 = right - state.b2;
        const w1 = a1 * state.a2 + a2 * w3;
        const w2 = state.b2 + a2 * state.a2 + a3 * w3;
        state.a2 = 2 * w1 - state.a2;
        state.b2 = 2 * w2 - state.b2;
        left = v2;
        right = w2;
      }
      const level = amp * loud;
      const at = start + offset + inner;
      out.left[at] = (out.left[at] ?? 0) + left * level;
      out.right[at] = (out.right[at] ?? 0) + right * level;
      amp += step;
    }
    amp = nextAmp;
  }
}

function buildVoices(patch: Patch, index: number): Voice[] {
  const voices: Voice[] = [];
  for (const wave of patch.waves) {
    const count = wave.voices ?? 1;
    const level = wave.level / Math.sqrt(count);
    for (let copy = 0; copy < count; copy += 1) {
      const place = count === 1 ? 0 : (copy / (count - 1)) * 2 - 1;
      const cents = place * (wave.detuneCents ?? 0);
      const pan = count === 1 ? 0 : (copy % 2 === 0 ? place : -place) * 0.8;
      voices.push({
        shape: wave.shape,
        // Spread but repeatable phases: copies that start together would cancel and click.
        phase: count === 1 ? 0 : (0.137 * (copy + 1) * (index + 3)) % 1,
        ratio: 2 ** ((wave.octave ?? 0) + cents / 1200),
        left: level * Math.cos(((pan + 1) * Math.PI) / 4) * Math.SQRT2,
        right: level * Math.sin(((pan + 1) * Math.PI) / 4) * Math.SQRT2,
      });
    }
  }
  return voices;
}

function oscillate({ shape, phase }: Voice, advance: number, bend: number): number {
  if (shape === 'sine') return Math.sin(2 * Math.PI * (phase + bend));
  if (shape === 'triangle') return 1 - 4 * Math.abs(phase - 0.5);
  if (shape === 'saw') return 2 * phase - 1 - smoothStep(phase, advance);
  const other = phase < 0.5 ? phase + 0.5 : phase - 0.5;
  return (phase < 0.5 ? 1 : -1) + smoothStep(phase, advance) - smoothStep(other, advance);
}

/** PolyBLEP: rounds the jump so that it does not alias. */
function smoothStep(phase: number, advance: number): number {
  if (phase < advance) {
    const place = phase / advance;
    return place + place - place * place - 1;
  }
  if (phase > 1 - advance) {
    const place = (phase - 1) / advance;
    return place * place + place + place + 1;
  }
  return 0;
}

function pitchAt({ note, patch }: { note: TimedNote; patch: Patch }, place: NotePlace, seconds: number): number {
  let pitch = 0;
  if (patch.glide && place.slidesFrom !== note.midi)
    pitch += (place.slidesFrom - note.midi) * Math.exp((-4 * seconds) / patch.glide);
  if (patch.drop) pitch += patch.drop.semitones * Math.exp(-seconds / patch.drop.seconds);
  if (patch.vibratoCents && seconds > 0.25)
    pitch += (patch.vibratoCents / 100) * Math.sin(2 * Math.PI * 5.3 * seconds) * Math.min(1, (seconds - 0.25) * 3);
  if (place.isRiser) pitch += 24 * (seconds / note.seconds);
  return pitch;
}

function cutoffAt(
  { note, patch }: { note: TimedNote; patch: Patch },
  place: NotePlace,
  { seconds, hertz }: { seconds: number; hertz: number },
): number {
  const { filter, wobble } = patch;
  if (!filter) return 20_000;
  let octaves = filter.opens * envelopeAt(filter.envelope, seconds, note.seconds) * (0.5 + 0.5 * note.velocity);
  if (filter.follows) octaves += filter.follows * Math.log2(hertz / 261.6);
  if (wobble) {
    const beat = ((note.startSeconds + seconds) * place.tempo) / 60;
    const rate = wobble.cyclesPerBeat[Math.floor(beat / 2) % wobble.cyclesPerBeat.length] ?? 1;
    octaves += wobble.octaves * (0.5 - 0.5 * Math.cos(2 * Math.PI * rate * beat));
  }
  if (patch.opensOverSong) octaves += patch.opensOverSong * (note.startSeconds / place.totalSeconds);
  if (place.isRiser) octaves += 5 * (seconds / note.seconds);
  return Math.max(LOWEST_CUTOFF, filter.cutoff * 2 ** octaves);
}

function envelopeAt(envelope: Envelope, seconds: number, heldSeconds: number): number {
  const { attack, decay, sustain, release } = envelope;
  const during = (time: number): number => {
    if (time < attack) return time / attack;
    return sustain + (1 - sustain) * Math.exp((-3 * (time - attack)) / Math.max(0.001, decay));
  };
  if (seconds <= heldSeconds) return during(seconds);
  const past = (seconds - heldSeconds) / Math.max(0.001, release);
  return past >= 1 ? 0 : during(heldSeconds) * (1 - past) ** 2;
}
