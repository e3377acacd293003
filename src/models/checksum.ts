// Checksums of files on disk, computed while streaming.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The git blob hash of a file, which the hub states for small files. */
export async function gitBlobSha1OfFile(path: string): Promise<string> {
  const { size } = await stat(path);
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
