// Reads a document's text; for a PDF in a separate thread with time and memory limits, because anybody may send the
// file.
import { openThread, runOnce } from '@atelier/kit';
import { ServiceError } from '../../core/errors.ts';
import type { DocumentReader } from './port.ts';
import { Turns } from './turns.ts';

export interface PdfTask {
  bytes: Uint8Array;
  maxPages: number;
  maxCharacters: number;
}

const MAX_PAGES = 2_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_HEAP_MB = 512;
/** Each takes a core. */
const turns = new Turns({ places: 2, maxWaiting: 8, maxMs: 20_000, maxMsOfMany: 4_000 });

export const documentReader: DocumentReader = {
  async readText(content, owner, signal) {
    if (isPdf(content)) return readPdf(content, owner, signal);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
      if (!text.includes('\0')) return text;
    } catch {
      // Not UTF-8: neither text nor PDF.
    }
    throw unreadable('The document must be a PDF file or text in UTF-8.');
  },
};

function isPdf(bytes: Uint8Array): boolean {
  // Readers tolerate some bytes before the signature.
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');
}

async function readPdf(bytes: Uint8Array, owner: string, signal: AbortSignal): Promise<string> {
  const task: PdfTask = { bytes, maxPages: MAX_PAGES, maxCharacters: MAX_CHARACTERS };
  const text = await turns
    .take(owner, (limited) => runOnce<PdfTask, string>(THREAD, task, { signal: limited }), signal)
    .catch(() => {
      signal.throwIfAborted();
      throw unreadable('The PDF file could not be read in time. Is it damaged, encrypted, or very large?');
    });
  if (text === undefined)
    throw new ServiceError(
      'rate_limit_exceeded',
      'Too many documents of this account wait to be read. Try again soon.',
    );
  if (text.trim() !== '') return text;
  throw unreadable('The PDF file contains no text. Send its pages as images.');
}

const THREAD = {
  open: () =>
    openThread(new URL('./pdf-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    }),
  name: 'The reader of documents',
};

function unreadable(message: string): ServiceError {
  return new ServiceError('invalid_parameter', message);
}
