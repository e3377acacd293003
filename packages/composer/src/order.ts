// What can be ordered from the composer, and the song that it gives back as files in the caller's folder.
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
