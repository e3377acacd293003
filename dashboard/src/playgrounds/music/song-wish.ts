// The song form's state, and the API call for it.
import type { Body, Reply } from '../../api/client.ts';
import { FIRST_SONG_SECONDS } from '../../parts/ask.ts';

export type Track = Reply<'GET /music/library'>['data'][number];
export type SongBody = Body<'POST /music/generate'>;

export interface SongWish {
  prompt: string;
  title: string;
  genre: string;
  mood: string;
  duration: number;
  tempo: string;
  key: string;
  vocals: 'auto' | 'sung' | 'none';
  gender: 'any' | 'female' | 'male' | 'duet';
  style: string;
  voice: string;
  secondVoice: string;
  lyrics: string;
  preset: 'streaming' | 'loud' | 'warm' | 'off';
  targetLufs: string;
  format: 'mp3' | 'wav' | 'flac';
  seed: string;
}

export interface WishFieldsProps {
  wish: SongWish;
  onChange(change: Partial<SongWish>): void;
}

export const NO_WISH: SongWish = {
  prompt: '',
  title: '',
  genre: '',
  mood: '',
  duration: FIRST_SONG_SECONDS,
  tempo: '',
  key: '',
  vocals: 'auto',
  gender: 'any',
  style: '',
  voice: '',
  secondVoice: '',
  lyrics: '',
  preset: 'streaming',
  targetLufs: '',
  format: 'mp3',
  seed: '',
};

/** Only fields that were set: the composer decides everything else. */
export function bodyOf(wish: SongWish): SongBody {
  const said = (text: string) => text.trim() || undefined;
  const counted = (text: string) => (text.trim() === '' ? undefined : Number(text));
  const isSung = wish.vocals !== 'none';
  return withoutGaps({
    prompt: wish.prompt.trim(),
    title: said(wish.title),
    genre: said(wish.genre),
    mood: said(wish.mood),
    duration: wish.duration,
    tempo: counted(wish.tempo),
    key: said(wish.key),
    instrumental: isSung ? undefined : true,
    vocals: wish.vocals === 'sung' ? vocalsOf(wish) : undefined,
    ...(isSung ? singersOf(wish) : {}),
    lyrics: isSung ? said(wish.lyrics) : undefined,
    mastering: withoutGaps({
      preset: wish.preset,
      target_lufs: wish.preset === 'off' ? undefined : counted(wish.targetLufs),
    }),
    format: wish.format,
    seed: counted(wish.seed),
  });
}

function vocalsOf({ gender, style }: SongWish): NonNullable<SongBody['vocals']> {
  return { enabled: true, gender, ...(style.trim() ? { style: style.trim() } : {}) };
}

function singersOf({ vocals, voice, secondVoice }: SongWish): Pick<SongBody, 'voice' | 'voices'> {
  if (vocals !== 'sung' || !voice) return {};
  return secondVoice && secondVoice !== voice ? { voices: [voice, secondVoice] } : { voice };
}

function withoutGaps<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
