// The music that fits a film: genre, tempo and mood from what its scenes show.
import type { Clause } from './clauses.ts';
import type { Rhythm } from './cuts.ts';

/** Whoever can play an instrumental of a given length. */
export interface SoundtrackPlayer {
  isReady(): boolean;
  genres(): readonly { id: string; name: string; tempoRange: [number, number] }[];
  /** Paths are inside the folder. */
  compose(
    order: SoundtrackOrder,
    folder: string,
    report: (fraction: number, stage: string) => void,
    signal: AbortSignal,
  ): Promise<{ files: { wav: string }; key: string }>;
}

export interface SoundtrackOrder {
  prompt: string;
  genre: string;
  tempo: number;
  durationSeconds: number;
  seed: number;
  instrumental: true;
  voices: string[];
  mastering: { preset: 'streaming' };
}

export interface Soundtrack extends Rhythm {
  genre: string;
  mood: string;
}

/** The first line that fits a scene decides. */
const FITTING: readonly [RegExp, Soundtrack][] = [
  [
    /storm|battle|war|dragon|chase|race|explosion/,
    { genre: 'cinematic', mood: 'epic and stormy', tempo: 124, beatsPerBar: 4 },
  ],
  [
    /space|rocket|planet|galaxy|astronaut|robot|future/,
    { genre: 'synthwave', mood: 'vast and hopeful', tempo: 100, beatsPerBar: 4 },
  ],
  [/party|dance|confetti|fireworks|carnival|festival/, { genre: 'disco', mood: 'festive', tempo: 118, beatsPerBar: 4 }],
  [/beach|palm|tropical|island|coast/, { genre: 'bossa-nova', mood: 'sunny and relaxed', tempo: 108, beatsPerBar: 4 }],
  [/snow|winter|ice|arctic|christmas/, { genre: 'classical', mood: 'gentle and wintry', tempo: 84, beatsPerBar: 4 }],
  [/city|street|car|cafe|skyscraper/, { genre: 'lo-fi', mood: 'nocturnal', tempo: 84, beatsPerBar: 4 }],
  [/underwater|sea|ocean|reef|fog|dream/, { genre: 'ambient', mood: 'floating', tempo: 76, beatsPerBar: 4 }],
  [
    /meadow|garden|farm|balloon|child|kitten|puppy|spring/,
    { genre: 'folk', mood: 'light and happy', tempo: 104, beatsPerBar: 4 },
  ],
  [
    /rain|forest|lake|mountain|sunset|sunrise|night/,
    { genre: 'cinematic', mood: 'calm and wide', tempo: 84, beatsPerBar: 4 },
  ],
];
const USUAL: Soundtrack = { genre: 'cinematic', mood: 'warm', tempo: 92, beatsPerBar: 4 };

export function fitSoundtrack(
  prompt: string,
  clauses: readonly Clause[],
  music: Pick<SoundtrackPlayer, 'genres'> | undefined,
): Soundtrack {
  const shown = clauses.map(({ scene }) => [scene.place, scene.time, scene.weather, scene.season].join(' ')).join(' ');
  const words = `${prompt} ${shown}`.toLowerCase();
  const fitting = FITTING.find(([pattern]) => pattern.test(words))?.[1] ?? USUAL;
  const asked = music
    ?.genres()
    .find(({ id, name }) => words.includes(`${id} `) || words.includes(`${name.toLowerCase()} music`));
  if (!asked) return fitting;
  const [low, high] = asked.tempoRange;
  return { ...fitting, genre: asked.id, tempo: Math.round((low + high) / 2) };
}

export function musicOrder(
  prompt: string,
  track: Soundtrack,
  { seconds, seed }: { seconds: number; seed: number },
): SoundtrackOrder {
  return {
    prompt: `Instrumental film music, ${track.mood}: ${prompt}`.slice(0, 600),
    genre: track.genre,
    tempo: track.tempo,
    durationSeconds: seconds,
    seed,
    instrumental: true,
    voices: [],
    mastering: { preset: 'streaming' },
  };
}
