// The sound catalogue: every name a genre may write, as a preset of the sound bank or a patch of our own synth, with its effects.
import type { Chain } from './chain.ts';
import type { Patch } from './patch.ts';
import { BASS_PATCHES } from './patches-bass.ts';
import { CHORD_PATCHES } from './patches-chord.ts';
import { LEAD_PATCHES } from './patches-lead.ts';

export interface Instrument {
  /** General MIDI program, also written into the MIDI file. */
  program: number;
  bank: number;
  /** Set where our own synth makes the sound. */
  patch?: Patch;
  chain: Chain;
}

const SAMPLED: Record<string, [program: number, bank: number, chain?: Chain]> = {
  piano: [0, 0, { highpass: 90 }],
  'mellow-piano': [0, 8, { highpass: 90, lowpass: 5000 }],
  'bright-piano': [1, 0, { highpass: 130, presence: 3 }],
  'honky-piano': [3, 0, { highpass: 120 }],
  epiano: [4, 0, { highpass: 80, chorus: 0.35, tremolo: 0.25 }],
  'detuned-epiano': [4, 8, { highpass: 80, lowpass: 3500, chorus: 0.5, tremolo: 0.35, drive: 0.2 }],
  'fm-piano': [5, 0, { highpass: 100, chorus: 0.4 }],
  harpsichord: [6, 0],
  clavinet: [7, 0, { highpass: 140, drive: 0.25, compress: 0.5 }],
  celesta: [8, 0],
  glockenspiel: [9, 0],
  'music-box': [10, 0],
  vibes: [11, 0, { tremolo: 0.4 }],
  marimba: [12, 0],
  organ: [16, 0, { highpass: 100, chorus: 0.5, drive: 0.1 }],
  'organ-lead': [16, 8, { highpass: 100, chorus: 0.5, drive: 0.2 }],
  'perc-organ': [17, 0, { highpass: 120, chorus: 0.3 }],
  'rock-organ': [18, 0, { highpass: 100, chorus: 0.5, drive: 0.3 }],
  accordion: [21, 0],
  harmonica: [22, 0, { drive: 0.25, presence: 2 }],
  melodica: [22, 0, { lowpass: 5500 }],
  'nylon-guitar': [24, 0, { highpass: 85 }],
  ukulele: [24, 8, { highpass: 140 }],
  'steel-guitar': [25, 0, { highpass: 130, presence: 2, compress: 0.3 }],
  'twelve-string': [25, 8, { highpass: 130, presence: 2.5, chorus: 0.3, compress: 0.3 }],
  mandolin: [25, 16, { highpass: 160 }],
  'jazz-guitar': [26, 0, { highpass: 90, lowpass: 4500 }],
  hawaiian: [26, 8, { highpass: 110 }],
  'clean-guitar': [27, 0, { highpass: 120, chorus: 0.2, compress: 0.3 }],
  'clean-lead': [27, 0, { highpass: 140, chorus: 0.4, drive: 0.25, compress: 0.5 }],
  'chorus-guitar': [27, 0, { highpass: 120, chorus: 0.7, drive: 0.15, compress: 0.4 }],
  'mute-guitar': [28, 0, { highpass: 130, compress: 0.4 }],
  'funk-guitar': [28, 8, { highpass: 180, presence: 3, compress: 0.5 }],
  overdrive: [29, 0, { highpass: 90, lowpass: 7000, drive: 0.5, compress: 0.4 }],
  'overdrive-soft': [29, 0, { highpass: 110, lowpass: 5500, drive: 0.2 }],
  'overdrive-lead': [29, 0, { highpass: 140, lowpass: 7500, drive: 0.5, presence: 3, compress: 0.6 }],
  distortion: [30, 0, { highpass: 75, lowpass: 8000, drive: 0.8, presence: 2, compress: 0.6 }],
  'distortion-lead': [30, 0, { highpass: 140, lowpass: 8500, drive: 0.6, presence: 4, compress: 0.6 }],
  'upright-bass': [32, 0, { lowpass: 4000, compress: 0.3 }],
  'finger-bass': [33, 0, { lowpass: 5000, compress: 0.5 }],
  'pick-bass': [34, 0, { lowpass: 6000, drive: 0.25, compress: 0.6 }],
  'fretless-bass': [35, 0, { lowpass: 4500, compress: 0.4 }],
  'slap-bass': [36, 0, { presence: 3, drive: 0.15, compress: 0.6 }],
  'dub-bass': [33, 0, { lowpass: 700, drive: 0.15, compress: 0.5 }],
  violin: [40, 0],
  cello: [42, 0],
  contrabass: [43, 0],
  violas: [48, 30],
  celli: [48, 40, { highpass: 60 }],
  'violin-section': [48, 20],
  tremolo: [44, 0],
  pizzicato: [45, 0],
  harp: [46, 0],
  strings: [48, 0, { highpass: 120 }],
  'slow-strings': [49, 0, { highpass: 110 }],
  choir: [52, 0, { highpass: 130 }],
  oohs: [53, 0, { highpass: 130 }],
  trumpet: [56, 0],
  trombone: [57, 0],
  'mute-trumpet': [59, 0],
  horns: [60, 0],
  brass: [61, 0, { highpass: 120, compress: 0.3 }],
  'alto-sax': [65, 0],
  'tenor-sax': [66, 0, { compress: 0.3 }],
  oboe: [68, 0],
  clarinet: [71, 0],
  flute: [73, 0],
  'pan-flute': [75, 0],
  whistle: [78, 0],
  sitar: [104, 0],
  banjo: [105, 0, { highpass: 170 }],
  koto: [107, 0],
  kalimba: [108, 0],
  fiddle: [110, 0],
  'steel-drums': [114, 0],
  'warm-pad': [89, 0, { highpass: 130, chorus: 0.3 }],
  swell: [119, 0, { highpass: 200 }],
};

/** Drum kits of the sound bank, and the ones our own drum synth plays. */
const KITS: Record<string, { program: number; isSynth: boolean; chain?: Chain }> = {
  standard: { program: 0, isSynth: false, chain: { compress: 0.4 } },
  room: { program: 8, isSynth: false, chain: { compress: 0.5, presence: 1.5 } },
  power: { program: 16, isSynth: false, chain: { compress: 0.7, presence: 2, drive: 0.2 } },
  jazz: { program: 32, isSynth: false, chain: { compress: 0.15 } },
  brush: { program: 40, isSynth: false, chain: { compress: 0.2 } },
  orchestra: { program: 48, isSynth: false, chain: { compress: 0.3 } },
  latin: { program: 0, isSynth: false, chain: { highpass: 120, compress: 0.3 } },
  '808': { program: 25, isSynth: true },
  '909': { program: 26, isSynth: true, chain: { compress: 0.4 } },
  techno: { program: 26, isSynth: true, chain: { compress: 0.5, drive: 0.4 } },
  linn: { program: 24, isSynth: true, chain: { compress: 0.4 } },
  dance: { program: 24, isSynth: true, chain: { compress: 0.5 } },
  break: { program: 8, isSynth: true, chain: { compress: 0.7, drive: 0.3 } },
};

const PATCHES: Record<string, Patch> = { ...LEAD_PATCHES, ...CHORD_PATCHES, ...BASS_PATCHES };

export function instrumentOf(sound: string): Instrument {
  const kit = KITS[sound];
  if (kit) return { program: kit.program, bank: 0, chain: kit.chain ?? {} };
  const patch = PATCHES[sound];
  if (patch) return { program: patch.program, bank: 0, patch, chain: patch.chain ?? {} };
  const sampled = SAMPLED[sound];
  if (!sampled) throw new RangeError(`There is no sound named "${sound}".`);
  return { program: sampled[0], bank: sampled[1], chain: sampled[2] ?? {} };
}

export function isSynthKit(sound: string): boolean {
  return KITS[sound]?.isSynth ?? false;
}
