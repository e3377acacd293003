// Patches for plucks, pads and bells.
import { HELD, type Patch, PLUCKED, SLOW } from './patch.ts';

export const CHORD_PATCHES: Record<string, Patch> = {
  supersaw: {
    program: 90,
    waves: [{ shape: 'saw', voices: 6, detuneCents: 28, level: 1 }],
    amp: { attack: 0.008, decay: 0.3, sustain: 0.8, release: 0.18 },
    filter: { cutoff: 5200, opens: 1, resonance: 0.1, envelope: HELD },
    chain: { highpass: 180 },
  },
  pluck: {
    program: 90,
    waves: [{ shape: 'saw', voices: 3, detuneCents: 10, level: 1 }],
    amp: PLUCKED,
    filter: {
      cutoff: 500,
      opens: 3.4,
      resonance: 0.2,
      envelope: { attack: 0.001, decay: 0.16, sustain: 0, release: 0.1 },
      follows: 0.5,
    },
    chain: { highpass: 160 },
  },
  'trance-pluck': {
    program: 90,
    waves: [{ shape: 'saw', voices: 4, detuneCents: 16, level: 1 }],
    amp: PLUCKED,
    filter: {
      cutoff: 1100,
      opens: 3,
      resonance: 0.2,
      envelope: { attack: 0.001, decay: 0.14, sustain: 0.1, release: 0.1 },
      follows: 0.6,
    },
    chain: { highpass: 250 },
  },
  'eighties-pluck': {
    program: 90,
    waves: [{ shape: 'square', voices: 2, detuneCents: 8, level: 1 }],
    amp: { attack: 0.002, decay: 0.22, sustain: 0.05, release: 0.12 },
    filter: { cutoff: 900, opens: 2.2, resonance: 0.25, envelope: PLUCKED, follows: 0.5 },
    chain: { highpass: 200, chorus: 0.4 },
  },
  'dub-stab': {
    program: 90,
    waves: [
      { shape: 'saw', voices: 2, detuneCents: 12, level: 1 },
      { shape: 'square', level: 0.4 },
    ],
    amp: { attack: 0.003, decay: 0.18, sustain: 0, release: 0.12 },
    filter: { cutoff: 700, opens: 1.6, resonance: 0.4, envelope: PLUCKED },
    chain: { highpass: 180 },
  },
  'juno-pad': {
    program: 89,
    waves: [
      { shape: 'saw', voices: 3, detuneCents: 12, level: 0.8 },
      { shape: 'square', level: 0.25, octave: -1 },
    ],
    amp: { attack: 0.3, decay: 0.8, sustain: 0.85, release: 0.7 },
    filter: { cutoff: 1100, opens: 1, resonance: 0.12, envelope: SLOW, follows: 0.3 },
    chain: { highpass: 140, chorus: 0.7 },
  },
  'air-pad': {
    program: 95,
    waves: [
      { shape: 'saw', voices: 4, detuneCents: 18, level: 0.7 },
      { shape: 'triangle', level: 0.5, octave: 1 },
      { shape: 'noise', level: 0.03 },
    ],
    amp: SLOW,
    filter: {
      cutoff: 1400,
      opens: 1.2,
      resonance: 0.08,
      envelope: { attack: 1.6, decay: 2, sustain: 0.6, release: 1.5 },
      follows: 0.3,
    },
    chain: { highpass: 170, chorus: 0.6 },
  },
  'glass-pad': {
    program: 92,
    waves: [
      { shape: 'sine', voices: 2, detuneCents: 6, level: 1 },
      { shape: 'sine', level: 0.25, octave: 1 },
    ],
    amp: { attack: 1.2, decay: 1, sustain: 0.8, release: 2 },
    fm: { ratio: 3, index: 0.7, fade: 3 },
    chain: { highpass: 250, chorus: 0.5, tremolo: 0.2 },
  },
  'dark-pad': {
    program: 97,
    waves: [
      { shape: 'saw', voices: 3, detuneCents: 20, level: 1 },
      { shape: 'sine', level: 0.6, octave: -1 },
    ],
    amp: { attack: 1.5, decay: 1, sustain: 0.9, release: 2 },
    filter: { cutoff: 320, opens: 1, resonance: 0.25, envelope: { attack: 3, decay: 3, sustain: 0.5, release: 2 } },
    chain: { highpass: 45, chorus: 0.4 },
  },
  'fm-bell': {
    program: 98,
    waves: [{ shape: 'sine', level: 1 }],
    amp: { attack: 0.002, decay: 1.6, sustain: 0, release: 0.9 },
    fm: { ratio: 3.5, index: 2.2, fade: 0.7 },
    chain: { highpass: 300 },
  },
};
