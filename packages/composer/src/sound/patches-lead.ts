// Patches that carry a tune.
import { HELD, type Patch } from './patch.ts';

export const LEAD_PATCHES: Record<string, Patch> = {
  'supersaw-lead': {
    program: 81,
    waves: [
      { shape: 'saw', voices: 5, detuneCents: 22, level: 1 },
      { shape: 'saw', voices: 1, level: 0.4, octave: 1 },
    ],
    amp: { attack: 0.01, decay: 0.3, sustain: 0.85, release: 0.25 },
    filter: { cutoff: 7000, opens: 0.5, resonance: 0.1, envelope: HELD },
    glide: 0.03,
    chain: { highpass: 200 },
  },
  'saw-lead': {
    program: 81,
    waves: [{ shape: 'saw', voices: 3, detuneCents: 12, level: 1 }],
    amp: { attack: 0.01, decay: 0.2, sustain: 0.8, release: 0.15 },
    filter: { cutoff: 3600, opens: 1, resonance: 0.15, envelope: HELD, follows: 0.4 },
    vibratoCents: 12,
    chain: { highpass: 180, chorus: 0.3 },
  },
  'soft-lead': {
    program: 80,
    waves: [
      { shape: 'triangle', level: 1 },
      { shape: 'saw', voices: 2, detuneCents: 8, level: 0.25 },
    ],
    amp: { attack: 0.025, decay: 0.3, sustain: 0.8, release: 0.25 },
    filter: { cutoff: 2400, opens: 0.8, resonance: 0.1, envelope: HELD, follows: 0.4 },
    glide: 0.05,
    vibratoCents: 14,
    chain: { highpass: 150 },
  },
  'square-lead': {
    program: 80,
    waves: [{ shape: 'square', voices: 2, detuneCents: 9, level: 0.8 }],
    amp: { attack: 0.006, decay: 0.25, sustain: 0.7, release: 0.12 },
    filter: { cutoff: 4200, opens: 1, resonance: 0.15, envelope: HELD },
    vibratoCents: 10,
    chain: { highpass: 180, chorus: 0.25 },
  },
  'brass-lead': {
    program: 62,
    waves: [{ shape: 'saw', voices: 3, detuneCents: 14, level: 1 }],
    amp: { attack: 0.03, decay: 0.3, sustain: 0.8, release: 0.25 },
    filter: {
      cutoff: 1300,
      opens: 2.2,
      resonance: 0.12,
      envelope: { attack: 0.06, decay: 0.5, sustain: 0.5, release: 0.3 },
      follows: 0.5,
    },
    glide: 0.04,
    vibratoCents: 10,
    chain: { highpass: 150, chorus: 0.5 },
  },
  'synth-brass': {
    program: 62,
    waves: [{ shape: 'saw', voices: 4, detuneCents: 16, level: 1 }],
    amp: { attack: 0.02, decay: 0.3, sustain: 0.75, release: 0.2 },
    filter: {
      cutoff: 900,
      opens: 2.6,
      resonance: 0.1,
      envelope: { attack: 0.04, decay: 0.35, sustain: 0.4, release: 0.2 },
    },
    chain: { highpass: 130, chorus: 0.4 },
  },
  hoover: {
    program: 87,
    waves: [
      { shape: 'saw', voices: 4, detuneCents: 38, level: 1 },
      { shape: 'square', level: 0.5, octave: -1 },
    ],
    amp: { attack: 0.01, decay: 0.2, sustain: 0.8, release: 0.15 },
    filter: { cutoff: 2200, opens: 1.4, resonance: 0.35, envelope: HELD },
    drop: { semitones: -5, seconds: 0.07 },
    chain: { highpass: 140, drive: 0.3, chorus: 0.4 },
  },
};
