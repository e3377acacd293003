// Reads attachments: images are uploaded, text and PDF become text. Everything is bounded.
import { client } from '../../api/client.ts';
import { locale } from '../../words.ts';
import { attachmentWords } from './strings.ts';

export interface Attachment {
  id: number;
  name: string;
  state: 'reading' | 'ready' | 'failed';
  problem?: unknown;
  /** A note about what was truncated or omitted. */
  note?: string;
  text?: string;
  pictureUrl?: string;
}

export const ACCEPTED =
  'image/png,image/jpeg,image/webp,image/gif,application/pdf,text/*,.md,.csv,.json,.yaml,.yml,.log';
export const MAX_ATTACHMENTS = 8;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_CHARACTERS = 200_000;
const PDF_PATIENCE_MS = 60_000;

export type Read = Pick<Attachment, 'text' | 'pictureUrl' | 'note'>;

export async function readAttachment(file: File, signal: AbortSignal): Promise<Read> {
  if (file.size > MAX_BYTES) throw new Error(attachmentWords.tooLarge);
  if (file.type.startsWith('image/')) {
    const { url } = await client().files.upload(file, { signal });
    return { pictureUrl: url };
  }
  if (file.type === 'application/pdf') return bounded(await readPdf(file, signal), attachmentWords.noText);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0)) throw new Error(attachmentWords.notText);
  return bounded(new TextDecoder().decode(bytes), attachmentWords.empty);
}

function bounded(text: string, whenEmpty: string): Read {
  if (text.trim() === '') throw new Error(whenEmpty);
  return text.length > MAX_CHARACTERS
    ? { text: text.slice(0, MAX_CHARACTERS), note: attachmentWords.cut(MAX_CHARACTERS.toLocaleString(locale())) }
    : { text };
}

/** In a worker, because a large or hostile PDF must not block the page, and a worker can be ended. */
async function readPdf(file: File, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error(attachmentWords.tooSlow)), PDF_PATIENCE_MS);
  signal.addEventListener('abort', () => reject(signal.reason));
  worker.onmessage = ({ data }: MessageEvent<{ text?: string; reason?: string }>) => {
    // PDF.js posts a greeting from its worker: messages without these members are not ours.
    if (data.text !== undefined) resolve(data.text);
    else if (data.reason !== undefined) reject(new Error(attachmentWords.unreadable(data.reason)));
  };
  worker.onerror = ({ message }) => reject(new Error(attachmentWords.unreadable(message)));
  const bytes = await file.arrayBuffer();
  worker.postMessage(bytes, [bytes]);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
