// Kokoro-82M as a speech engine, in a process of its own that ends when nobody has spoken for a while.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { EngineError } from '@atelier/kit';
import { KOKORO_VOICES } from './kokoro/voices.ts';
import type { WorkerAnswer, WorkerMessage, WorkerOrder, WorkerSetup } from './kokoro/worker.ts';
import type { Performance, SingableSpeech, Speech, SpeechOrder, StudiedLine, Voice } from './speech.ts';

const WORKER = fileURLToPath(new URL('./kokoro/worker.ts', import.meta.url));

const LONGEST_TEXT = 20_000;
const MOST_THREADS = 4;
// The network holds about half a gigabyte: it is given back when nobody has spoken for a while.
const IDLE_MS = 5 * 60_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Paths by name: model.onnx, and one <voice>.bin for each voice. */
export type KokoroFiles = Readonly<Record<string, string>>;

export interface KokoroOptions {
  /** Whether the files are there already. */
  isReady(): boolean;
  /** Fetches the files where they are not. */
  findFiles(signal: AbortSignal): Promise<KokoroFiles>;
  threads?: number;
}

export class KokoroSpeech implements SingableSpeech {
  readonly name = 'kokoro';
  readonly #options: KokoroOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;

  constructor(options: KokoroOptions) {
    this.#options = options;
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

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.kill('SIGKILL');
    this.#failAll(new EngineError('engine_unavailable', 'The speech engine is closing.'));
  }

  async #ask(order: WorkerOrder, voice: string, signal: AbortSignal): Promise<unknown> {
    if (!KOKORO_VOICES.some((known) => known.id === voice)) {
      throw new EngineError('invalid_parameter', `There is no voice "${voice}".`, {
        param: 'voice',
      });
    }
    const files = await this.#options.findFiles(signal);
    signal.throwIfAborted();
    const worker = this.#worker ?? this.#start(files);
    const id = this.#nextId;
    this.#nextId += 1;
    clearTimeout(this.#idle);
    worker.ref(); // whoever waits for an order stays alive; an idle voice keeps nobody
    worker.channel?.ref();
    return new Promise((resolve, reject) => {
      // The one who asked is free at once; the thread drops the order at its next step.
      const leave = (): void => {
        if (worker.connected) worker.send({ cancel: id } satisfies WorkerMessage);
        this.#waiting.get(id)?.reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      const settle = (): void => {
        signal.removeEventListener('abort', leave);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) this.#rest();
      };
      this.#waiting.set(id, {
        resolve: (result) => [settle(), resolve(result)],
        reject: (error) => [settle(), reject(error)],
      });
      worker.send({ id, order } satisfies WorkerMessage);
    });
  }

  #start(files: KokoroFiles): ChildProcess {
    const voiceFiles = Object.fromEntries(KOKORO_VOICES.map((voice) => [voice.id, files[`${voice.id}.bin`] ?? '']));
    const threads = this.#options.threads ?? Math.min(MOST_THREADS, availableParallelism());
    const setup: WorkerSetup = { modelFile: files['model.onnx'] ?? '', voiceFiles, threads };
    // A process rather than a thread: a thread that is ended while the network runs takes the whole service with it.
    const worker = fork(WORKER, [JSON.stringify(setup)], { serialization: 'advanced', execArgv: ['--expose-gc'] });
    worker.on('message', (answer: WorkerAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('error' in answer) waiting?.reject(new EngineError('engine_failed', `The voice failed: ${answer.error}`));
      else waiting?.resolve(answer.result);
    });
    const lose = (cause?: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#failAll(new EngineError('engine_failed', 'The speech engine stopped; please try again.', { cause }));
    };
    worker.on('error', lose);
    worker.on('exit', () => lose());
    this.#worker = worker;
    return worker;
  }

  #rest(): void {
    this.#worker?.unref();
    this.#worker?.channel?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), IDLE_MS);
    this.#idle.unref();
  }

  #failAll(error: Error): void {
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error);
  }
}
