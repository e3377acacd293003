// A finished track as it is stored (paths) and as it is shown (URLs).
import type { PresentableJob } from '../../jobs/kinds.ts';
import type { TrackRow } from '../../store/tracks.ts';
import type { AudioFormat, MusicPayload } from './order.ts';
import type { TrackFields } from './schema.ts';

export interface TrackDetails {
  title: string;
  genre: string | null;
  duration: number;
  tempo: number | null;
  key: string | null;
  sections: { name: string; start: number; end: number }[];
  lyrics: string | null;
  voices: string[];
  /** Paths below the origin. */
  audio_url: string;
  formats: Record<AudioFormat, string>;
  stems: Record<string, string>;
  stems_url: string | null;
  midi_url: string | null;
  waveform: number[];
  cover_url: string | null;
  loudness: { integrated_lufs: number; true_peak_db: number };
  seed: number | null;
  understood: Record<string, unknown>;
  warnings: string[];
  /** Optional, because tracks from before it was stored lack it. */
  usage?: { credits: number };
}

declare module '../../store/json-columns.ts' {
  interface JsonColumns {
    'music_tracks.details': TrackDetails;
  }
}

export function showTrack(row: TrackRow, origin: string): Record<string, unknown> {
  return {
    id: row.id,
    object: 'music.track',
    created_at: row.createdAt.toISOString(),
    ...withAddresses(row.details, origin),
  };
}

/** A job shows its request while it runs, and the track once it is finished. */
export function musicPresenter(publicUrl: string): (job: PresentableJob) => Record<string, unknown> {
  return (job) => {
    if (job.result) return withAddresses(job.result as TrackDetails, publicUrl);
    const order = (job.payload as Partial<MusicPayload>).order;
    return {
      ...job.extra,
      ...(order ? { prompt: order.prompt, duration: order.durationSeconds, seed: order.seed } : {}),
    };
  };
}

function withAddresses(details: TrackDetails, origin: string): TrackFields {
  const address = (path: string): string => new URL(path, origin).href;
  const orNull = (path: string | null): string | null => (path === null ? null : address(path));
  const each = (paths: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, address(path)]));
  return {
    ...details,
    audio_url: address(details.audio_url),
    formats: each(details.formats),
    stems: each(details.stems),
    stems_url: orNull(details.stems_url),
    midi_url: orNull(details.midi_url),
    cover_url: orNull(details.cover_url),
  };
}
