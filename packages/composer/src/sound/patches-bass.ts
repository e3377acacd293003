// Patches for basses, acid lines and effects.
import { HELD, type Patch, PLUCKED } from './patch.ts';

export const BASS_PATCHES: Record<string, Patch> = {
  acid: {
    program: 38,
    waves: [{ shape: 'saw', level: 1 }],
    amp: { attack: 0.002, decay: 0.25, sustain: 0.35, release: 0.05 },
    filter: {
      cutoff: 260,
      opens: 2.8,
      resonance: 0.86,
      envelope: { attack: 0.001, decay: 0.16, sustain: 0.05, release: 0.05 },
    },
    glide: 0.05,
    opensOverSong: 1.8,
    chain: { highpass: 90, drive: 0.5 },
  },
  'sub-bass': {
    program: 38,
    waves: [
      { shape: 'sine', level: 1 },
      { shape: 'triangle', level: 0.25, octave: 1 },
    ],
    amp: { attack: 0.006, decay: 0.3, sustain: 0.9, release: 0.08 },
    glide: 0.04,
    chain: { drive: 0.35, lowpass: 1800 },
  },
  'sine-bass': {
    program: 38,
    waves: [
      { shape: 'sine', level: 1 },
      { shape: 'sine', level: 0.18, octave: 1 },
    ],
    amp: { attack: 0.02, decay: 0.4, sustain: 0.85, release: 0.15 },
    chain: { drive: 0.15, lowpass: 1200 },
  },
  '808-bass': {
    program: 38,
    waves: [{ shape: 'sine', level: 1 }],
    amp: { attack: 0.002, decay: 2.2, sustain: 0.25, release: 0.2 },
    glide: 0.09,
    drop: { semitones: 14, seconds: 0.035 },
    chain: { drive: 0.6, lowpass: 3500 },
  },
  'analog-bass': {
    program: 38,
    waves: [
      { shape: 'saw', voices: 2, detuneCents: 8, level: 0.8 },
      { shape: 'square', level: 0.5, octave: -1 },
    ],
    amp: { attack: 0.004, decay: 0.25, sustain: 0.7, release: 0.06 },
    filter: {
      cutoff: 320,
      opens: 2,
      resonance: 0.25,
      envelope: { attack: 0.002, decay: 0.2, sustain: 0.25, release: 0.08 },
    },
    chain: { drive: 0.25 },
  },
  'eighties-bass': {
    program: 39,
    waves: [{ shape: 'saw', voices: 2, detuneCents: 6, level: 1 }],
    amp: { attack: 0.003, decay: 0.2, sustain: 0.5, release: 0.05 },
    filter: {
      cutoff: 420,
      opens: 2.2,
      resonance: 0.3,
      envelope: { attack: 0.001, decay: 0.13, sustain: 0.15, release: 0.05 },
    },
    chain: { drive: 0.2, chorus: 0.15 },
  },
  'organ-bass': {
    program: 39,
    waves: [
      { shape: 'sine', level: 1 },
      { shape: 'square', level: 0.3 },
      { shape: 'sine', level: 0.35, octave: 1 },
    ],
    amp: { attack: 0.003, decay: 0.18, sustain: 0.5, release: 0.06 },
    filter: {
      cutoff: 600,
      opens: 1.5,
      resonance: 0.15,
      envelope: { attack: 0.001, decay: 0.12, sustain: 0.2, release: 0.05 },
    },
    chain: { drive: 0.2 },
  },
  'trance-bass': {
    program: 38,
    waves: [
      { shape: 'saw', level: 1 },
      { shape: 'square', level: 0.3 },
    ],
    amp: { attack: 0.002, decay: 0.12, sustain: 0.4, release: 0.03 },
    filter: {
      cutoff: 450,
      opens: 2,
      resonance: 0.2,
      envelope: { attack: 0.001, decay: 0.1, sustain: 0.2, release: 0.03 },
    },
    chain: { drive: 0.2 },
  },
  'rumble-bass': {
    program: 38,
    waves: [
      { shape: 'sine', level: 1 },
      { shape: 'saw', level: 0.3 },
    ],
    amp: { attack: 0.006, decay: 0.15, sustain: 0.5, release: 0.06 },
    filter: { cutoff: 180, opens: 1, resonance: 0.3, envelope: PLUCKED },
    chain: { drive: 0.6, lowpass: 900 },
  },
  reese: {
    program: 38,
    waves: [
      { shape: 'saw', voices: 3, detuneCents: 32, level: 1 },
      { shape: 'sine', level: 0.7, octave: -1 },
    ],
    amp: { attack: 0.01, decay: 0.3, sustain: 0.9, release: 0.1 },
    filter: { cutoff: 520, opens: 0.8, resonance: 0.25, envelope: HELD },
    wobble: { cyclesPerBeat: [0.25], octaves: 0.8 },
    glide: 0.06,
    chain: { drive: 0.45 },
  },
  wobble: {
    program: 39,
    waves: [
      { shape: 'saw', voices: 2, detuneCents: 18, level: 1 },
      { shape: 'square', level: 0.5 },
      { shape: 'sine', level: 0.7, octave: -1 },
    ],
    amp: { attack: 0.004, decay: 0.2, sustain: 0.95, release: 0.06 },
    filter: { cutoff: 260, opens: 0.5, resonance: 0.5, envelope: HELD },
    wobble: { cyclesPerBeat: [2, 3, 1, 4, 2, 6], octaves: 3.4 },
    glide: 0.03,
    chain: { drive: 0.8 },
  },
  riser: {
    program: 122,
    waves: [
      { shape: 'noise', level: 0.7 },
      { shape: 'saw', voices: 3, detuneCents: 25, level: 0.25 },
    ],
    amp: { attack: 0, decay: 0.1, sustain: 1, release: 0.03 },
    filter: { cutoff: 250, opens: 0, resonance: 0.45, envelope: HELD },
    chain: { highpass: 200 },
  },
  impact: {
    program: 116,
    waves: [
      { shape: 'sine', level: 1 },
      { shape: 'noise', level: 0.15 },
    ],
    amp: { attack: 0.001, decay: 1.4, sustain: 0, release: 0.6 },
    filter: {
      cutoff: 400,
      opens: 3,
      resonance: 0.1,
      envelope: { attack: 0.001, decay: 0.4, sustain: 0, release: 0.3 },
    },
    drop: { semitones: 24, seconds: 0.09 },
  },
};
