// Sings the line by which a voice introduces itself: made once for each voice, kept by whoever asks.
import type { SungWord, VocalPhrase, VocalSinger } from '../vocal-part.ts';

const SYLLABLES = ['Let', 'me', 'sing', 'this', 'song', 'for', 'you'];
const STEPS = [0, 2, 4, 7, 5, 4, 0];
const BEATS = [1, 1, 1, 1, 1, 1, 3];
const SECONDS_PER_BEAT = 0.42;
const EDGE_SECONDS = 0.4;

export interface VoicePreview {
  samples: Float32Array;
  sampleRate: number;
}

export async function singPreview(singer: VocalSinger, voiceId: string, signal: AbortSignal): Promise<VoicePreview> {
  const voice = singer.voices().find((one) => one.id === voiceId);
  if (!voice) throw new Error(`There is no voice "${voiceId}".`);
  const tonic = Math.round((voice.range.low + voice.range.high) / 2) - 4;
  let at = EDGE_SECONDS;
  const words = SYLLABLES.map((text, index): SungWord => {
    const length = (BEATS[index] ?? 1) * SECONDS_PER_BEAT;
    const note = { midi: tonic + (STEPS[index] ?? 0), startSeconds: at, endSeconds: at + length, velocity: 0.8 };
    at += length;
    return { text, syllables: [{ text, stress: 1, notes: [note] }] };
  });
  const phrase: VocalPhrase = { startSeconds: EDGE_SECONDS, endSeconds: at, text: SYLLABLES.join(' '), words };
  const format = { sampleRate: 44_100, totalSeconds: at + EDGE_SECONDS };
  const samples = await singer.sing(
    { voice: voiceId, role: 'lead', phrases: [phrase] },
    format,
    () => undefined,
    signal,
  );
  return { samples, sampleRate: format.sampleRate };
}
