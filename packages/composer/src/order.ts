// The composer's order, and the song that it returns as files in the caller's folder.
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

/** Paths are inside the given folder. */
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
    /** Null if an engine returns audio only. */
    midi: string | null;
    stemsZip: string | null;
    stems: Record<string, string>;
  };
  waveform: number[];
  loudness: { integratedLufs: number; truePeakDb: number };
  /** What was understood from the prompt, in words for people. */
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

/** The result of mastering: the whole, without stems or notes. */
export interface MasteredTrack {
  durationSeconds: number;
  files: Pick<Song['files'], 'mp3' | 'wav' | 'flac'>;
  waveform: number[];
  loudness: { integratedLufs: number; truePeakDb: number };
}

export type ReportProgress = (fraction: number, stage: string) => void;
