// Sends one request to a port of this machine: returns JSON within four seconds and a few megabytes, or nothing.
import { parseAnswer } from '../../core/bounded-json.ts';

const ANSWER_MS = 4_000;
const MAX_BYTES = 4 * 1024 * 1024;

export interface LocalAnswer {
  status: number;
  /** Undefined if it is not JSON. */
  json: unknown;
}

/** Undefined: nothing answered in time. */
export type Ask = (path: string) => Promise<LocalAnswer | undefined>;

export function askLoopback(port: number, signal: AbortSignal): Ask {
  return async (path) => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: 'error',
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      return { status: response.status, json: parseJson(await readText(response)) };
    } catch {
      return undefined;
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return parseAnswer(text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new RangeError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
