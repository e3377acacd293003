// One track as sound: played by the sampler or a synth, sent through its effects, and placed in the mix.

import { integratedLoudness } from '../master/loudness.ts';
import { type Score, secondsOf, type Track } from '../score/score.ts';
import type { Chain } from './chain.ts';
import { renderDrumSynth } from './drum-synth.ts';
import { compress, duckAt, saturate } from './dynamics.ts';
import { filterStereo, highpass, lowpass, peak } from './filters.ts';
import { instrumentOf, isSynthKit } from './instruments.ts';
import { chorus, tremolo } from './movement.ts';
import type { Sampler } from './sampler.ts';
import { gainOf, peakOf, type Stereo, scale, silence } from './stereo.ts';
import { renderSynth, type TimedNote } from './synth.ts';

/** The lead's level, to which every track's level is relative. */
const LEAD_LUFS = -20;
/** A track that hardly plays is not blown up to full level. */
const MAX_GAIN_DB = 30;

export async function soundTrack(
  track: Track,
  score: Score,
  { sampler, sampleRate }: { sampler: Sampler; sampleRate: number },
): Promise<Stereo> {
  const samples = Math.round(score.seconds * sampleRate);
  const notes = timeNotes(track, score);
  const instrument = instrumentOf(track.sound);
  let sound: Stereo;
  if (track.isDrums && isSynthKit(track.sound)) {
    sound = silence(samples);
    renderDrumSynth(sound, notes, { kit: track.sound, sampleRate });
  } else if (instrument.patch) {
    sound = silence(samples);
    renderSynth(
      sound,
      { notes, patch: instrument.patch },
      { sampleRate, tempo: score.tempo, totalSeconds: score.seconds },
    );
  } else {
    sound = await sampler.render(
      { program: instrument.program, bank: instrument.bank, isDrums: track.isDrums, notes },
      samples,
    );
  }
  applyChain(sound, instrument.chain, sampleRate);
  bringToLevel(sound, track.level, sampleRate);
  const beatSeconds = 60 / score.tempo;
  duckAt(
    sound,
    score.kicks.map((beat) => secondsOf(score, beat)),
    { depth: track.duck, recoverSeconds: Math.min(0.38, beatSeconds * 0.8), sampleRate },
  );
  return sound;
}

function timeNotes(track: Track, score: Score): TimedNote[] {
  return track.notes.map((note) => ({
    startSeconds: secondsOf(score, note.beat),
    seconds: secondsOf(score, note.beats),
    midi: note.midi,
    velocity: note.velocity,
  }));
}

function applyChain(sound: Stereo, chain: Chain, sampleRate: number): void {
  if (chain.highpass) filterStereo(sound, highpass(chain.highpass, sampleRate));
  if (chain.compress) {
    scale(sound, 0.7 / Math.max(0.001, peakOf(sound)));
    compress(
      sound,
      {
        thresholdDb: -12 - 14 * chain.compress,
        ratio: 2 + 3 * chain.compress,
        attackSeconds: 0.012,
        releaseSeconds: 0.12,
        makeUpDb: 6 * chain.compress,
      },
      sampleRate,
    );
  }
  if (chain.drive) saturate(sound, chain.drive, peakOf(sound) * 0.6);
  if (chain.presence) filterStereo(sound, peak(3200, sampleRate, { decibel: chain.presence }));
  if (chain.lowpass) filterStereo(sound, lowpass(chain.lowpass, sampleRate));
  chorus(sound, chain.chorus ?? 0, sampleRate);
  tremolo(sound, chain.tremolo ?? 0, sampleRate);
}

function bringToLevel(sound: Stereo, level: number, sampleRate: number): void {
  const loudness = integratedLoudness(sound, sampleRate);
  if (loudness <= -100) return;
  scale(sound, gainOf(Math.min(MAX_GAIN_DB, LEAD_LUFS + level - loudness)));
}
