// Lays the sung phrases of one part into a dry stem: even in loudness, with a breath before a phrase that has room for it.

import { chanceFromText } from '@atelier/kit';
import type { StemFormat, VocalRole } from '../vocal-part.ts';
import { hearVowel } from './hold-points.ts';
import { relayVoice } from './overlap-add.ts';
import { drawPitch, type Manner } from './pitch-curve.ts';
import { addResampled } from './resample.ts';
import type { SpokenGuide } from './spoken-guide.ts';
import type { Nucleus } from './syllables.ts';
import { mapTime } from './time-map.ts';

export interface GuidedPhrase {
  /** Where in the song the phrase begins; all its notes count from here. */
  atSeconds: number;
  nuclei: Nucleus[];
  guide: SpokenGuide;
  samples: Float32Array;
  seed: string;
}

export interface StemOrder {
  phrases: GuidedPhrase[];
  role: VocalRole;
  manner: Manner;
  format: StemFormat;
}

const PEAK = 10 ** (-3 / 20);
const FADE_IN_SECONDS = 0.01;
const RELEASE_SECONDS = 0.09;
const BREATH_SECONDS = 0.22;
const BREATH_GAP_SECONDS = 0.55;
const BREATH_LEVEL = 0.014;
const DOUBLE_DELAY_SECONDS = 0.018;
const DOUBLE_DETUNE_SEMITONES = 0.09;
const USUAL_LEVEL = 0.12;

export function buildStem({ phrases, role, manner, format }: StemOrder): Float32Array {
  const stem = new Float32Array(Math.round(format.totalSeconds * format.sampleRate));
  let silentSince = Number.NEGATIVE_INFINITY;
  for (const phrase of phrases) {
    const sung = singPhrase(phrase, manner, role);
    evenOut(sung.samples);
    const start = phrase.atSeconds + sung.startSeconds;
    const { sampleRate } = phrase.guide.performance.line;
    if (role === 'lead' && start - silentSince > BREATH_GAP_SECONDS) {
      addResampled(
        { samples: stem, sampleRate: format.sampleRate },
        { samples: drawBreath(sampleRate, phrase.seed), sampleRate },
        start - BREATH_SECONDS - 0.03,
      );
    }
    addResampled({ samples: stem, sampleRate: format.sampleRate }, { samples: sung.samples, sampleRate }, start);
    silentSince = start + sung.samples.length / sampleRate;
  }
  const peak = stem.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return peak > 0 ? stem.map((value) => (value * PEAK) / peak) : stem;
}

function singPhrase({ nuclei, guide, samples, seed }: GuidedPhrase, manner: Manner, role: VocalRole) {
  const { line, pitchHz } = guide.performance;
  const { sampleRate } = line;
  const stretches = mapTime({
    line,
    nuclei,
    starts: guide.startSeconds,
    hearVowel: (label, symbol, hertz) => hearVowel({ samples, sampleRate, hertz }, label, symbol),
  });
  const isDouble = role === 'double';
  const draw = drawPitch(
    nuclei.flatMap((nucleus) => nucleus.notes),
    manner,
    chanceFromText(`${seed} ${role}`),
  );
  const detune = isDouble ? DOUBLE_DETUNE_SEMITONES : 0;
  const sung = relayVoice({
    guide: { samples, sampleRate, pitchHz, pitchValuesPerSecond: 2 / line.secondsPerFrame },
    stretches,
    pitchAt: (seconds) => 440 * 2 ** ((draw(seconds) + detune - 69) / 12),
    seed: `${seed} ${role} periods`,
  });
  fadeEdges(sung, Math.round(FADE_IN_SECONDS * sampleRate), Math.round(RELEASE_SECONDS * sampleRate));
  return { samples: sung, startSeconds: (stretches[0]?.to.start ?? 0) + (isDouble ? DOUBLE_DELAY_SECONDS : 0) };
}

function evenOut(samples: Float32Array): void {
  let sum = 0;
  let loud = 0;
  for (const value of samples) {
    if (Math.abs(value) < 0.005) continue;
    sum += value * value;
    loud += 1;
  }
  if (loud === 0) return;
  const gain = Math.min(4, Math.max(0.25, USUAL_LEVEL / Math.sqrt(sum / loud)));
  for (let index = 0; index < samples.length; index += 1) samples[index] = (samples[index] ?? 0) * gain;
}

function fadeEdges(samples: Float32Array, fadeIn: number, release: number): void {
  for (let index = 0; index < Math.min(fadeIn, samples.length); index += 1) {
    samples[index] = ((samples[index] ?? 0) * index) / fadeIn;
  }
  for (let index = 0; index < Math.min(release, samples.length); index += 1) {
    const last = samples.length - 1 - index;
    samples[last] = (samples[last] ?? 0) * Math.sin((Math.PI / 2) * (index / release)) ** 1.5;
  }
}

/** Air drawn in: noise shaped by a wide resonance, rising and cut off before the voice sets in. */
function drawBreath(sampleRate: number, seed: string): Float32Array {
  const chance = chanceFromText(`${seed} breath`);
  const length = Math.round(BREATH_SECONDS * sampleRate);
  const breath = new Float32Array(length);
  const turn = 2 * Math.cos((2 * Math.PI * 1900) / sampleRate);
  let last = 0;
  let beforeLast = 0;
  for (let index = 0; index < length; index += 1) {
    const value = chance() * 2 - 1 + 0.82 * turn * last - 0.68 * beforeLast;
    beforeLast = last;
    last = value;
    const part = index / length;
    breath[index] = value * BREATH_LEVEL * Math.sin(Math.PI * Math.min(1, part * 1.05)) ** 2 * (0.4 + part);
  }
  return breath;
}
