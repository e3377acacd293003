// The speech engine Kokoro-82M. It runs in its own process, which ends after some idle time.
import { availableParallelism } from 'node:os';
import { EngineError, Host, openProcess } from '@atelier/kit';
import { KOKORO_VOICES } from './kokoro/voices.ts';
import type { WorkerOrder, WorkerSetup } from './kokoro/worker.ts';
import type { Performance, SingableSpeech, Speech, SpeechOrder, StudiedLine, Voice } from './speech.ts';

const WORKER = new URL('./kokoro/worker.ts', import.meta.url);

const LONGEST_TEXT = 20_000;
const MAX_THREADS = 4;
// The network takes about half a gigabyte of memory, so an idle process ends.
const IDLE_MS = 5 * 60_000;

/** Paths by name: model.onnx, and one <voice>.bin for each voice. */
export type KokoroFiles = Readonly<Record<string, string>>;

export interface KokoroOptions {
  /** Whether the files are on disk already. */
  isReady(): boolean;
  /** Downloads missing files. */
  findFiles(signal: AbortSignal): Promise<KokoroFiles>;
  threads?: number;
}

export class KokoroSpeech implements SingableSpeech {
  readonly name = 'kokoro';
  readonly #options: KokoroOptions;
  readonly #host: Host<WorkerOrder, unknown>;
  #files: KokoroFiles = {};

  constructor(options: KokoroOptions) {
    this.#options = options;
    this.#host = new Host({ open: () => this.#start(), name: 'The speech engine', idleMs: IDLE_MS });
  }

  isReady(): boolean {
    return this.#options.isReady();
  }

  voices(): readonly Voice[] {
    return KOKORO_VOICES;
  }

  speak(order: SpeechOrder, signal: AbortSignal): Promise<Speech> {
    if (order.text.length > LONGEST_TEXT) {
      throw new EngineError('invalid_parameter', `Please send at most ${LONGEST_TEXT} characters to be spoken.`);
    }
    const { text, voice, speed = 1 } = order;
    return this.#ask(
      { kind: 'speak', text, voice, speed: Math.min(2, Math.max(0.5, speed)) },
      voice,
      signal,
    ) as Promise<Speech>;
  }

  study(words: readonly string[], voice: string, signal: AbortSignal): Promise<StudiedLine> {
    return this.#ask({ kind: 'study', words, voice }, voice, signal) as Promise<StudiedLine>;
  }

  perform(performance: Performance, signal: AbortSignal): Promise<Float32Array> {
    return this.#ask({ kind: 'perform', performance }, performance.line.voice, signal) as Promise<Float32Array>;
  }

  close(): Promise<void> {
    return this.#host.close();
  }

  async #ask(order: WorkerOrder, voice: string, signal: AbortSignal): Promise<unknown> {
    if (!KOKORO_VOICES.some((known) => known.id === voice)) {
      throw new EngineError('invalid_parameter', `There is no voice "${voice}".`, {
        param: 'voice',
      });
    }
    this.#files = await this.#options.findFiles(signal);
    return this.#host.call(order, { signal });
  }

  #start() {
    const voiceFiles = Object.fromEntries(KOKORO_VOICES.map(({ id }) => [id, this.#files[`${id}.bin`] ?? '']));
    const threads = this.#options.threads ?? Math.min(MAX_THREADS, availableParallelism());
    const setup: WorkerSetup = { modelFile: this.#files['model.onnx'] ?? '', voiceFiles, threads };
    // A process, not a thread: ending a thread while the network runs crashes the whole service.
    return openProcess(WORKER, { args: [JSON.stringify(setup)], execArgv: ['--expose-gc'] });
  }
}
