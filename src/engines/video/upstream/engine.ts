// A video engine on an upstream: places the order once, polls until it is done, downloads and inspects the video.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../../core/errors.ts';
import { afterWork } from '../../../net/attempt-error.ts';
import { downloadFile, type Provider, type ProviderFile } from '../../../net/provider-call.ts';
import {
  type Film,
  frameSize,
  type OrderMemory,
  type ReportFilm,
  type VideoEngine,
  type VideoOrder,
  type VideoType,
} from '../port.ts';
import { inspectFilm } from './inspect.ts';
import { OrderOnce } from './order-once.ts';

export interface FilmSource {
  readonly server: Provider;
  readonly types: readonly VideoType[];
  /** Places the order through `once`, waits, and returns the URL of the video. */
  findFilm(
    order: VideoOrder,
    once: OrderOnce,
    report: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<ProviderFile>;
  /** Cancels an order that is no longer wanted; `answer` is the server's response to the order. */
  cancel(answer: object, signal: AbortSignal): Promise<unknown>;
}

const FETCHED = 0.9;
const CANCEL_MS = 10_000;

export class UpstreamVideo implements VideoEngine {
  readonly name: string;
  readonly server: string;
  readonly #source: FilmSource;
  readonly #timeLimitMs: number;

  constructor(model: string, source: FilmSource, timeLimitMs: number) {
    this.name = model;
    this.server = source.server.name;
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
    try {
      return await this.#makeOnce(order, folder, { report, once }, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw once.isPlaced ? afterWork(error) : error;
    }
  }

  async #makeOnce(
    order: VideoOrder,
    folder: string,
    { report, once }: { report: ReportFilm; once: OrderOnce },
    signal: AbortSignal,
  ): Promise<Film> {
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
      understood: { engine: 'upstream' },
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
      // A stopping worker hands the order over; only an unwanted order is cancelled.
      const isOver = limit.aborted || (signal.aborted && !(await once.isWanted()));
      if (isOver && once.answer)
        await this.#source.cancel(once.answer, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined);
      signal.throwIfAborted();
      if (limit.aborted)
        throw new ServiceError(
          'engine_timeout',
          `The model did not finish the video within ${Math.round(this.#timeLimitMs / 1000)} s. Nothing was charged.`,
          { upstream: server.name },
        );
      throw error;
    }
  }
}

/** Upstreams have their own lengths and sizes: warns about differences from the order. */
function differences(
  order: VideoOrder,
  seen: { durationSeconds: number; width: number; height: number; format: string; hasAudio: boolean },
): string[] {
  const warnings: string[] = [];
  if (Math.abs(seen.durationSeconds - order.durationSeconds) > 0.5)
    warnings.push(`The video has ${seen.durationSeconds.toFixed(1)} s: this model chooses the length itself.`);
  const asked = frameSize(order);
  if (seen.width !== asked.width || seen.height !== asked.height)
    warnings.push(`The video is ${seen.width}x${seen.height}: this model chooses the size itself.`);
  if (seen.format !== order.format) warnings.push(`The video is ${seen.format}: this model makes no other format.`);
  if (order.audio && !seen.hasAudio) warnings.push('The video has no sound: this model makes none.');
  return warnings;
}
