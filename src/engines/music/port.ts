// What a music engine offers: a song from an order, written as files into a folder that the caller owns.
export interface MusicOrder {
  prompt: string;
  title?: string;
  genre?: string;
  durationSeconds: number;
  tempo?: number;
  key?: string;
  mood?: string;
  seed: number;
  instrumental: boolean;
  vocals?: { enabled?: boolean; gender?: 'female' | 'male' | 'duet' | 'any'; style?: string };
  voices: string[];
  lyrics?: string;
  mastering: { preset: 'streaming' | 'loud' | 'warm' | 'off'; targetLufs?: number };
}

export interface SongSection {
  name: string;
  start: number;
  end: number;
}

/** Paths are inside the folder that was handed in. */
export interface Song {
  title: string;
  genre: string;
  durationSeconds: number;
  tempo: number;
  key: string;
  sections: SongSection[];
  lyrics: string | null;
  voices: string[];
  files: {
    mp3: string;
    wav: string;
    flac: string;
    /** Null where an engine gives sound only. */
    midi: string | null;
    stemsZip: string | null;
    stems: Record<string, string>;
  };
  waveform: number[];
  loudness: { integratedLufs: number; truePeakDb: number };
  /** What was read out of the prompt, in words a person understands. */
  understood: Record<string, unknown>;
  warnings: string[];
}

export interface Genre {
  id: string;
  name: string;
  description: string;
  tempoRange: [number, number];
  examplePrompt: string;
}

/** What mastering gives back: the whole, without stems or notes. */
export interface MasteredTrack {
  durationSeconds: number;
  files: Pick<Song['files'], 'mp3' | 'wav' | 'flac'>;
  waveform: number[];
  loudness: { integratedLufs: number; truePeakDb: number };
}

export type ReportProgress = (fraction: number, stage: string) => void;

export interface MusicEngine {
  readonly name: string;
  isReady(): boolean;
  genres(): readonly Genre[];
  /** Whether a customer's word for a genre means one of ours. */
  knowsGenre(name: string): boolean;
  compose(order: MusicOrder, folder: string, report: ReportProgress, signal: AbortSignal): Promise<Song>;
  master(
    audioPath: string,
    mastering: MusicOrder['mastering'],
    folder: string,
    report: ReportProgress,
    signal: AbortSignal,
    tags?: { title: string; artist: string },
  ): Promise<MasteredTrack>;
  /** A voice singing one line, as an MP3 in the folder; its name is given back. */
  previewVoice(voice: string, folder: string, signal: AbortSignal): Promise<string>;
}
