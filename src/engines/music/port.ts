// The interface of music engines: a song from an order, written as files into a folder that the caller owns.
import type { Genre, MasteredTrack, ReportProgress, Song, MusicOrder as SongOrder } from '@atelier/composer';
import type { DoneBy } from '../../net/routing.ts';

export type { Genre, MasteredTrack, ReportProgress, Song } from '@atelier/composer';
export { sniffSound } from '@atelier/kit';

/** `model` is optional for jobs queued before there were several. */
export type MusicOrder = SongOrder & { model?: string };

/** The router records which engine made it. */
export type MadeSong = Song & {
  by?: DoneBy;
  /** Composed and played by rules: no model that was trained took part. */
  isProcedural?: true;
};

/** A model that makes songs, by its public name. */
export interface SongModel {
  id: string;
  ownedBy: string;
  /** The engine that serves it now. */
  engine: string;
  ready: boolean;
  progress?: number;
  note?: string;
  /** Why it is not ready, and what to do. */
  reason?: string;
}

export interface MusicEngine {
  readonly name: string;
  isReady(): boolean;
  genres(): readonly Genre[];
  /** Whether a customer's name for a genre means one of ours. */
  knowsGenre(name: string): boolean;
  compose(order: MusicOrder, folder: string, report: ReportProgress, signal: AbortSignal): Promise<MadeSong>;
  master(
    audioPath: string,
    mastering: MusicOrder['mastering'],
    folder: string,
    report: ReportProgress,
    signal: AbortSignal,
    tags?: { title: string; artist: string },
  ): Promise<MasteredTrack>;
  /** Writes an MP3 of a voice that sings one line into the folder; returns the file's name. */
  previewVoice(voice: string, folder: string, signal: AbortSignal): Promise<string>;
}
