// The worker thread that checks files of strangers: it cannot reach the network, and ends if a file brings its reader into disorder.
import { serveCalls } from '../../core/call-thread.ts';
import type { Trusted } from '../signing/c2pa.ts';
import { typeOfMedia } from '../signing/media-type.ts';
import { readCredentials } from './read-credentials.ts';
import { readMark } from './read-mark.ts';
import { type FileFound, NO_CREDENTIALS } from './report.ts';

export interface CheckOrder {
  bytes: Uint8Array;
  trust: Trusted;
}

// The library fetches what a file names only if it is told to; here it could not.
Object.assign(globalThis, { fetch: undefined, XMLHttpRequest: undefined });

serveCalls(checkFile);

async function checkFile({ bytes, trust }: CheckOrder): Promise<FileFound> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = typeOfMedia(file);
  const credentials = format === undefined ? NO_CREDENTIALS : await readCredentials(file, format, trust);
  return { format, mark: readMark(file), credentials };
}
