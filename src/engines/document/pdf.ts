// Reads the text of a document: of a PDF file in a thread of its own, within a time and a memory limit: such files come from anybody.
import { openThread, runOnce } from '@atelier/kit';
import { ServiceError } from '../../core/errors.ts';
import type { DocumentReader } from './port.ts';

export interface PdfTask {
  bytes: Uint8Array;
  maxPages: number;
  maxCharacters: number;
}

const MAX_PAGES = 2_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_READ_MS = 20_000;
const MAX_HEAP_MB = 512;
/** Each takes a core: others wait for their turn. */
const MAX_AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

export const documentReader: DocumentReader = {
  async readText(content, signal) {
    if (isPdf(content)) return readPdf(content, signal);
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
  // Readers accept some bytes before the mark.
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');
}

async function readPdf(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  await takeTurn();
  const task: PdfTask = { bytes, maxPages: MAX_PAGES, maxCharacters: MAX_CHARACTERS };
  try {
    const text = await runOnce<PdfTask, string>(
      {
        open: () =>
          openThread(new URL('./pdf-thread.ts', import.meta.url), {
            resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
          }),
        name: 'The reader of documents',
      },
      task,
      { signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_READ_MS)]) },
    );
    if (text.trim() !== '') return text;
  } catch {
    signal.throwIfAborted();
    throw unreadable('The PDF file could not be read. Is it damaged, encrypted, or very large?');
  } finally {
    passTurn();
  }
  throw unreadable('The PDF file contains no text. Send its pages as images.');
}

async function takeTurn(): Promise<void> {
  if (running >= MAX_AT_ONCE) return new Promise((resolve) => waiting.push(resolve));
  running += 1;
}

/** To the next in line, if there is one. */
function passTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

function unreadable(message: string): ServiceError {
  return new ServiceError('invalid_parameter', message);
}
