// The interface of music engines: a song from an order, written as files into a folder that the caller owns.
import type { Genre, MasteredTrack, MusicOrder, ReportProgress, Song } from '@atelier/composer';
import type { DoneBy } from '../../net/routing.ts';

export type { Genre, MasteredTrack, MusicOrder, ReportProgress, Song } from '@atelier/composer';
export { sniffSound } from '@atelier/kit';

/** The router says which engine made it. */
export type MadeSong = Song & { by?: DoneBy };

export interface MusicEngine {
  readonly name: string;
  isReady(): boolean;
  genres(): readonly Genre[];
  /** Whether a customer's word for a genre means one of ours. */
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
