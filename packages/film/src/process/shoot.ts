// Makes a film in its own process: paints the plates of each shot, then its frames, and pipes them to the encoder.
import { writeFile } from 'node:fs/promises';
import { RenderPool } from '@atelier/painter';
import type { Stage } from '../compose/band.ts';
import { Compositor } from '../compose/compositor.ts';
import { type OpenFilm, openFilm } from '../encode/film.ts';
import { bytesPerFrame } from '../encode/pixels.ts';
import { posterOf, previewOf } from '../encode/still.ts';
import { paintShot } from '../scene/paint.ts';
import { reliefOf } from '../scene/picture.ts';
import type { FilmPlan, FilmProgress, MadeFilm } from './film-plan.ts';

export interface ShootOptions {
  /** Asked for when the pictures are done. */
  sound: () => Promise<string | undefined>;
  tell: (progress: FilmProgress) => void;
}

type Tell = ShootOptions['tell'];

const PREVIEW_EVERY_MS = 1_000;
/** Painting a shot takes about as long as this many frames. Used for the progress only. */
const PAINTING_AS_FRAMES = 90;
const USUAL_LAYERS = 6;

export async function shootFilm(plan: FilmPlan, { sound, tell }: ShootOptions, signal: AbortSignal): Promise<MadeFilm> {
  const size = { width: plan.width, height: plan.height, pixels: 'yuv420p' as const };
  const film = await openFilm({ ...size, path: plan.video, fps: plan.fps, format: plan.format }, signal);
  const compositor = new Compositor();
  try {
    await new Shooting(plan, { film, compositor, tell, signal }).run();
    tell({ fraction: 0.94, stage: plan.awaitsSound ? 'composing' : 'encoding' });
    const path = plan.awaitsSound ? await sound() : undefined;
    tell({ fraction: 0.96, stage: 'encoding' });
    return await film.finish(path ? { path, fadeOutSeconds: 0.8 } : undefined);
  } catch (error) {
    await film.abort();
    throw error;
  } finally {
    await compositor.close();
  }
}

interface ShootingParts {
  film: OpenFilm;
  compositor: Compositor;
  tell: Tell;
  signal: AbortSignal;
}

class Shooting {
  readonly #plan: FilmPlan;
  readonly #film: OpenFilm;
  readonly #compositor: Compositor;
  readonly #tell: Tell;
  readonly #signal: AbortSignal;
  /** Two frames in turn: one is painted while the other is being taken by the encoder. */
  readonly #frames: Uint8Array[];
  readonly #whole: number;
  #written = Promise.resolve();
  #count = 0;
  #done = 0;
  #previewed = 0;

  constructor(plan: FilmPlan, { film, compositor, tell, signal }: ShootingParts) {
    this.#plan = plan;
    this.#film = film;
    this.#compositor = compositor;
    this.#tell = tell;
    this.#signal = signal;
    const bytes = bytesPerFrame({ ...plan, pixels: 'yuv420p' });
    this.#frames = [0, 1].map(() => new Uint8Array(new SharedArrayBuffer(bytes)));
    this.#whole = plan.shots.reduce((sum, shot) => sum + shot.frames + PAINTING_AS_FRAMES, 0);
  }

  async run(): Promise<void> {
    const pool = new RenderPool(this.#signal);
    try {
      for (const [index, shot] of this.#plan.shots.entries()) {
        const before = this.#done;
        const stage =
          'imagePath' in shot
            ? await reliefOf(shot, this.#plan)
            : await paintShot(pool, shot, {
                film: this.#plan,
                onLayer: (layers) => {
                  this.#done = before + PAINTING_AS_FRAMES * Math.min(1, layers / USUAL_LAYERS);
                  this.#report('rendering');
                },
              });
        this.#done = before + PAINTING_AS_FRAMES;
        await this.#shoot(stage, index);
      }
      await this.#written;
    } finally {
      pool.close();
    }
  }

  async #shoot(stage: Stage, index: number): Promise<void> {
    this.#compositor.enter(stage);
    const posterAt = index === 0 ? Math.floor(stage.frames * 0.6) : -1;
    for (let frame = 0; frame < stage.frames; frame++) {
      this.#signal.throwIfAborted();
      const yuv = this.#frames[this.#count++ % 2] ?? new Uint8Array(0);
      await this.#compositor.paint(frame, yuv);
      await this.#written;
      if (frame === posterAt) await this.#keepPoster(yuv);
      await this.#preview(yuv);
      this.#written = this.#film.write(yuv);
      // Awaited with the next frame. The empty handler prevents an unhandled rejection until then.
      this.#written.catch(() => undefined);
      this.#done += 1;
    }
  }

  async #keepPoster(yuv: Uint8Array): Promise<void> {
    await writeFile(this.#plan.poster, await posterOf(yuv, { ...this.#plan, pixels: 'yuv420p' }));
  }

  async #preview(yuv: Uint8Array): Promise<void> {
    if (Date.now() - this.#previewed < PREVIEW_EVERY_MS) return;
    this.#previewed = Date.now();
    this.#report('rendering', await previewOf(yuv, { ...this.#plan, pixels: 'yuv420p' }));
  }

  #report(stage: string, preview?: Uint8Array): void {
    const fraction = 0.04 + 0.9 * (this.#done / this.#whole);
    this.#tell({ fraction, stage, ...(preview ? { preview } : {}) });
  }
}
