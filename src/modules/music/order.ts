// Turns a request into an order for an engine, and checks rules that a schema cannot express.
import { randomInt } from 'node:crypto';
import { ServiceError } from '../../core/errors.ts';
import type { MusicEngine, MusicOrder } from '../../engines/music/port.ts';
import type { Voice } from '../../engines/speech/port.ts';
import type { GenerateBody } from './schema.ts';

export type AudioFormat = 'mp3' | 'wav' | 'flac';

export interface MusicPayload {
  order: MusicOrder;
  format: AudioFormat;
}

const DEFAULT_SECONDS = 60;
const MAX_SEED = 2 ** 31 - 1;
const KEY =
  /^\s*[a-h]\s*(#|♯|b|♭|-?sharp|-?flat)?\s*-?\s*(m|M|maj|major|min|minor|dorian|mixolydian|phrygian|lydian|dur|moll)?\s*$/i;

export function readGenerate(body: GenerateBody, engine: MusicEngine, voices: readonly Voice[]): MusicPayload {
  if (body.prompt.trim() === '') throw bad('prompt', 'The prompt is empty. Describe what the song is about.');
  if (body.genre !== undefined && !engine.knowsGenre(body.genre)) {
    throw bad('genre', `There is no genre "${body.genre}". GET /music/genres lists them.`);
  }
  if (body.key !== undefined && !KEY.test(body.key))
    throw bad('key', `"${body.key}" is not a key. Write it like "A minor" or "F# major".`);
  const singers = readVoices(body, voices);
  const instrumental = readInstrumental(body, singers);
  const seed = body.seed ?? randomInt(MAX_SEED);
  const { vocals } = body;
  const order: MusicOrder = {
    prompt: body.prompt,
    durationSeconds: body.duration ?? DEFAULT_SECONDS,
    seed,
    instrumental,
    voices: singers,
    mastering: readMastering(body.mastering),
    ...(body.title ? { title: body.title } : {}),
    ...(body.genre ? { genre: body.genre } : {}),
    ...(body.tempo ? { tempo: body.tempo } : {}),
    ...(body.key ? { key: body.key } : {}),
    ...(body.mood ? { mood: body.mood } : {}),
    ...(body.lyrics ? { lyrics: body.lyrics } : {}),
    ...(vocals ? { vocals } : {}),
  };
  return { order, format: body.format ?? 'mp3' };
}

function readVoices(body: GenerateBody, known: readonly Voice[]): string[] {
  if (body.voice !== undefined && body.voices !== undefined && !body.voices.includes(body.voice)) {
    throw bad('voice', '"voice" and "voices" contradict each other. Send only one of the two.');
  }
  const asked = body.voices ?? (body.voice === undefined ? [] : [body.voice]);
  for (const [index, id] of asked.entries()) {
    if (known.some((voice) => voice.id === id)) continue;
    throw bad(body.voices ? `voices[${index}]` : 'voice', `There is no voice "${id}". GET /music/voices lists them.`);
  }
  if (new Set(asked).size !== asked.length) throw bad('voices[1]', 'A duet needs two different voices.');
  return asked;
}

function readInstrumental(body: GenerateBody, singers: readonly string[]): boolean {
  const silent = body.instrumental === true || body.vocals?.enabled === false;
  if (!silent) return false;
  if (body.lyrics !== undefined)
    throw bad('lyrics', 'An instrumental has no lyrics. Send either "instrumental" or "lyrics".');
  if (singers.length > 0)
    throw bad(
      body.voices ? 'voices' : 'voice',
      'An instrumental has no voice. Leave out either "instrumental" or the voice.',
    );
  if (body.instrumental === true && body.vocals?.enabled === true)
    throw bad('instrumental', 'A song cannot be instrumental and have vocals. Send only one of the two.');
  return true;
}

export function readMastering(
  mastering: GenerateBody['mastering'],
  preset?: MusicOrder['mastering']['preset'],
): MusicOrder['mastering'] {
  const chosen = mastering?.preset ?? preset ?? 'streaming';
  if (chosen === 'off' && mastering?.target_lufs !== undefined) {
    throw bad(
      'mastering.target_lufs',
      'Without mastering, target_lufs has no effect. Leave it out, or choose another preset.',
    );
  }
  return { preset: chosen, ...(mastering?.target_lufs === undefined ? {} : { targetLufs: mastering.target_lufs }) };
}

export function bad(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
