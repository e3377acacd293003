// Writes and reads the `data:` frames of a stream of chunks.
import { parseAnswer } from '../../../core/bounded-json.ts';
import { asRecord } from '../../../core/unknown-json.ts';

const PREFIX = Buffer.from('data: ');
const SUFFIX = Buffer.from('\n\n');

export function writeFrame(data: string | Buffer): Buffer {
  return typeof data === 'string' ? Buffer.from(`data: ${data}\n\n`) : Buffer.concat([PREFIX, data, SUFFIX]);
}

export function parseChunk(data: string): Record<string, unknown> | undefined {
  try {
    return asRecord(parseAnswer(data));
  } catch {
    return undefined;
  }
}
