// The messages between the composer and its worker thread.

import type { MusicOrder } from '../order.ts';
import type { ComposeOrder } from '../score/compose.ts';
import type { VocalTake } from '../sound/vocal-mix.ts';
import type { SingingVoice, VocalPart } from '../vocal-part.ts';

export interface ComposeTask {
  kind: 'compose';
  /** The genre goes by its id: the worker has its own catalogue. */
  compose: Omit<ComposeOrder, 'style'> & { genre: string };
  bankPath: string;
  folder: string;
  sampleRate: number;
  mastering: MusicOrder['mastering'];
  voices: readonly SingingVoice[];
  vocalStyle?: string;
}

export interface MasterTask {
  kind: 'master';
  rawPath: string;
  folder: string;
  sampleRate: number;
  mastering: MusicOrder['mastering'];
}

/** One voice alone, normalised to a good loudness. */
export interface VoiceTask {
  kind: 'voice';
  samples: Float32Array;
  folder: string;
  sampleRate: number;
  mastering: MusicOrder['mastering'];
}

export type StudioTask = ComposeTask | MasterTask | VoiceTask;

export interface StudioResult {
  durationSeconds: number;
  waveform: number[];
  loudness: { integratedLufs: number; truePeakDb: number };
  stems: string[];
  /** Voice against band in LU; null for an instrumental. */
  voiceToBandLu: number | null;
}

/** The thread's reports while it works. */
export type StudioReport =
  | { kind: 'progress'; fraction: number; stage: string }
  /** The notes are written: the thread waits for these parts to be sung. */
  | { kind: 'written'; vocals: VocalPart[] };

/** Empty if no voice could sing. */
export type SungTakes = VocalTake[];
