// Downloads a file from the service.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { CommandCall } from './command.ts';
import { Complaint } from './complaint.ts';

export interface SavedFile {
  path: string;
  bytes: number;
}

/** Written to a temporary file first, so that an interrupted download leaves no incomplete file. */
export async function saveFile(call: CommandCall, url: string, path: string): Promise<SavedFile> {
  return saveContent(call, await call.client().files.download(url, { signal: call.signal }), path);
}

/** The content of a stored file, as a stream, because files of batches may be large. */
export function contentOf(call: CommandCall, id: string): Promise<Response> {
  const path = `/files/${encodeURIComponent(id)}/content`;
  return call.client().request('GET', path, {}, { signal: call.signal, headers: { accept: '*/*' } });
}

export async function printContent({ signal }: CommandCall, response: Response): Promise<void> {
  if (response.body)
    await pipeline(Readable.fromWeb(response.body as ReadableStream), process.stdout, { signal, end: false });
}

export async function saveContent({ signal }: CommandCall, response: Response, path: string): Promise<SavedFile> {
  if (!response.body) throw new Complaint(`${response.url} is empty.`);
  const target = resolve(path);
  const part = `${target}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(part), { signal });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw new Complaint(`${target} could not be written: ${error instanceof Error ? error.message : error}`);
  }
  return { path: target, bytes: Number(response.headers.get('content-length') ?? 0) };
}

/** `a-ball-of-wool.png` for a prompt and the address of what was made. */
export function fileNameFor(prompt: string, url: string): string {
  const words = prompt
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ');
  return `${words.slice(0, 6).join('-').slice(0, 60) || 'atelier'}${extname(new URL(url).pathname)}`;
}
