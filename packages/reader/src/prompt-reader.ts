// Reads prompts in a thread that starts with the first prompt and ends when idle.
import { Host, openThread } from '@atelier/kit';
import type { Reading } from './reading.ts';

const IDLE_MS = 60_000;

export class PromptReader {
  readonly #host = new Host<string, Reading>({
    open: () => openThread(new URL('./read-worker.ts', import.meta.url)),
    name: 'The reader of prompts',
    idleMs: IDLE_MS,
  });

  read(prompt: string, signal: AbortSignal): Promise<Reading> {
    return this.#host.call(prompt, { signal });
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}
