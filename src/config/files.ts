// Reads the files that hold settings: .env, the configuration file, the price list, and files with one secret.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { type PriceList, PriceListSchema } from '../money/price-list.ts';
import { ConfigError } from './values.ts';

const FileSettingsSchema = Type.Object(
  {
    upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    image_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    music_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    video_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    speech_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    transcription_upstreams: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    models: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    prices: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

export type FileSettings = Static<typeof FileSettingsSchema>;

export function readDotEnv(path: string): NodeJS.Dict<string> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

/** The value of NAME, or the content of the file that NAME_FILE names. */
export function secretByName(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = env[`${name}_FILE`];
  return path ? readFileSync(path, 'utf8').trim() : env[name];
}

export function readConfigFile(path: string | null, folder: string): FileSettings {
  if (!path) return {};
  return checked(FileSettingsSchema, readJson(resolve(folder, path)), path);
}

const BUILT_IN_PRICES = join(import.meta.dirname, '..', '..', 'config', 'prices.json');

export interface PriceFiles {
  builtIn: PriceList;
  /** The operator's own list, if PRICES or the configuration file names one. */
  file: PriceList | null;
}

export function readPriceFiles(path: string | undefined): PriceFiles {
  const read = (file: string) => checked(PriceListSchema, readJson(file), file);
  return { builtIn: read(BUILT_IN_PRICES), file: path === undefined ? null : read(path) };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'), withoutPrototype);
  } catch (error) {
    throw new ConfigError(
      `${path} cannot be read or is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Plans and packages are looked up by names from requests: the name "constructor" must not find an inherited property. */
function withoutPrototype(_key: string, value: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.setPrototypeOf(value, null)
    : value;
}

function checked<T extends Type.TSchema>(schema: T, value: unknown, path: string): Static<T> {
  const compiled = Compile(schema);
  if (compiled.Check(value)) return value as Static<T>;
  const [first] = compiled.Errors(value);
  throw new ConfigError(`${path}: ${first?.instancePath || 'the whole file'} ${first?.message}`);
}
