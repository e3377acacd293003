// A video engine elsewhere: ordered once, asked until it is done, its film fetched and looked at here.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../../core/errors.ts';
import { downloadFile, type Provider, type ProviderFile } from '../../../net/provider-call.ts';
import type { Film, OrderMemory, ReportFilm, VideoEngine, VideoOrder, VideoType } from '../port.ts';
import { inspectFilm } from './inspect.ts';
import { OrderOnce } from './order-once.ts';

export interface FilmSource {
  readonly server: Provider;
  readonly types: readonly VideoType[];
  /** Orders through `once`, waits, and says where the film is. */
  findFilm(
    order: VideoOrder,
    once: OrderOnce,
    report: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<ProviderFile>;
  /** Told that nobody wants it any more; `answer` is what the server said when it took the order. */
  cancel(answer: object, signal: AbortSignal): Promise<unknown>;
}

const FETCHED = 0.9;
const CANCEL_MS = 10_000;

export class UpstreamVideo implements VideoEngine {
  readonly name: string;
  readonly #source: FilmSource;
  readonly #timeLimitMs: number;

  constructor(model: string, source: FilmSource, timeLimitMs: number) {
    this.name = model;
    this.#source = source;
    this.#timeLimitMs = timeLimitMs;
  }

  isReady(): boolean {
    return true;
  }

  makes(type: VideoType): boolean {
    return this.#source.types.includes(type);
  }

  async make(
    order: VideoOrder,
    folder: string,
    report: ReportFilm,
    signal: AbortSignal,
    memory?: OrderMemory,
  ): Promise<Film> {
    const once = await OrderOnce.open(this.#source.server.name, memory);
    const path = join(folder, 'fetched');
    report(0.01, 'ordering');
    await this.#fetch(order, path, once, (fraction) => report(FETCHED * fraction, 'filming'), signal);
    report(FETCHED, 'fetching');
    const seen = await inspectFilm(path, join(folder, 'poster.jpg'), signal);
    const video = `film.${seen.format}`;
    await rename(path, join(folder, video));
    const { durationSeconds, width, height, fps, hasAudio } = seen;
    return {
      ...{ durationSeconds, width, height, fps, hasAudio },
      files: { video, poster: 'poster.jpg', subtitles: null },
      understood: { engine: this.#source.server.name },
      warnings: differences(order, seen),
    };
  }

  async #fetch(
    order: VideoOrder,
    path: string,
    once: OrderOnce,
    report: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { server } = this.#source;
    const limit = AbortSignal.timeout(Math.max(1, this.#timeLimitMs - once.ageMs));
    const both = AbortSignal.any([signal, limit]);
    try {
      const address = await this.#source.findFilm(order, once, report, both);
      await downloadFile(server, address, { path, signal: both });
    } catch (error) {
      // A worker that stops hands the order on; only what nobody wants is called off.
      const isOver = limit.aborted || (signal.aborted && !(await once.isWanted()));
      if (isOver && once.answer)
        await this.#source.cancel(once.answer, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined);
      signal.throwIfAborted();
      if (limit.aborted)
        throw new ServiceError(
          'engine_timeout',
          `${server.name} did not finish the film within ${Math.round(this.#timeLimitMs / 1000)} s. It cost nothing.`,
        );
      throw error;
    }
  }
}

/** Others keep to their own lengths and sizes: what differs from the order is said. */
function differences(
  order: VideoOrder,
  seen: { durationSeconds: number; format: string; hasAudio: boolean },
): string[] {
  const warnings: string[] = [];
  if (Math.abs(seen.durationSeconds - order.durationSeconds) > 0.5)
    warnings.push(`The film has ${seen.durationSeconds.toFixed(1)} s: this model makes its own lengths.`);
  if (seen.format !== order.format) warnings.push(`The film is ${seen.format}: this model makes nothing else.`);
  if (order.audio && !seen.hasAudio) warnings.push('The film has no sound: this model makes none.');
  return warnings;
}
