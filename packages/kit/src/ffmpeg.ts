// Finds FFmpeg: the machine's own command, else its libraries from npm (node-av).
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ANSWER_MS = 10_000;

/** By PATH. A found command is cached; a missing one may be installed later. */
const found = new Map<string, ReadonlySet<string>>();

/** The encoders of the machine's own `ffmpeg`; undefined if there is no such command. */
export async function listFfmpegEncoders(): Promise<ReadonlySet<string> | undefined> {
  const path = process.env.PATH ?? '';
  const encoders = found.get(path) ?? (await askForEncoders(path));
  if (encoders) found.set(path, encoders);
  return encoders;
}

async function askForEncoders(path: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-encoders'], {
      timeout: ANSWER_MS,
      // Without the service's own settings and secrets.
      env: { PATH: path },
    });
    // A line is " A....D aac   AAC (Advanced Audio Coding)".
    return new Set([...stdout.matchAll(/^ [VAS]\S+ (\w\S*) /gm)].map(([, encoder = '']) => encoder));
  } catch {
    return undefined;
  }
}

/** Decided by looking at the disk only. The library has GPL parts: run it in a separate process only. */
export function hasNodeAv(): boolean {
  try {
    import.meta.resolve('node-av/api');
    return true;
  } catch {
    return false;
  }
}

/**
 * The command if it has all of these encoders, else the library, which has every encoder. Undefined if neither is
 * installed.
 */
export async function findFfmpeg(encoders: readonly string[]): Promise<'ffmpeg' | 'node-av' | undefined> {
  const known = await listFfmpegEncoders();
  if (known && encoders.every((encoder) => known.has(encoder))) return 'ffmpeg';
  return hasNodeAv() ? 'node-av' : undefined;
}
