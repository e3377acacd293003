// Makes videos on this machine: plans shots from the prompt, renders them with the painter and adds a soundtrack.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasNodeAv, type TextModelSource } from '@atelier/kit';
import type { PictureStyle } from '@atelier/painter';
import { PromptReader } from '@atelier/reader';
import { checkOrder } from './check-order.ts';
import { findFilmEncoder } from './encode/encoder.ts';
import { frameSize } from './frame-size.ts';
import type { Film, ReportFilm, VideoOrder } from './order.ts';
import type { FilmPlan } from './process/film-plan.ts';
import { runFilm } from './process/run-film.ts';
import { type Clause, readActs, readClauses } from './storyboard/clauses.ts';
import { countShots } from './storyboard/cuts.ts';
import { directFilm } from './storyboard/direct.ts';
import { askForBoard } from './storyboard/model-board.ts';
import { directPicture } from './storyboard/picture-moves.ts';
import { fitSoundtrack, musicOrder, type Soundtrack, type SoundtrackPlayer } from './storyboard/soundtrack.ts';
import { describeShots } from './storyboard/understood.ts';

export interface FilmMakerOptions {
  /** Plays the soundtrack; without it films are silent. */
  music?: SoundtrackPlayer;
  /** Writes the storyboard where a model is ready. */
  text?: TextModelSource;
}

const STYLES: readonly PictureStyle[] = ['realistic', 'artistic', 'anime', '3d'];

export class FilmMaker {
  readonly #options: FilmMakerOptions;
  /** A thread that ends by itself when idle. */
  readonly #reader = new PromptReader();
  #hasCommand = false;

  constructor(options: FilmMakerOptions = {}) {
    this.#options = options;
  }

  isReady(): boolean {
    if (hasNodeAv() || this.#hasCommand) return true;
    // Without node-av, looks for the ffmpeg command. The result applies from the next call on.
    void findFilmEncoder().then(
      () => {
        this.#hasCommand = true;
      },
      () => undefined,
    );
    return false;
  }

  async make(order: VideoOrder, folder: string, report: ReportFilm, signal: AbortSignal): Promise<Film> {
    checkOrder(order);
    const tell = forwardsOnly(report);
    tell(0, 'storyboard');
    const board = await this.#readBoard(order, signal);
    const { music } = this.#options;
    const track = fitSoundtrack(order.prompt, board.clauses, music);
    const plan = planFilm(order, board.clauses, { rhythm: track, folder });
    const warnings = [...board.warnings];
    const sounds = order.audio && music?.isReady() === true;
    if (order.audio && !sounds) warnings.push('The sound bank is not there yet, so the film has no soundtrack.');
    tell(0.03, 'composing');
    // Ends the music if the video fails, and the video if the order is aborted.
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const playing = sounds && music ? play(music, { order, track, folder }, either) : Promise.resolve(undefined);
    const sound = playing.catch((error: unknown) => {
      if (!either.aborted)
        warnings.push(`The film has no soundtrack: ${error instanceof Error ? error.message : error}`);
      return undefined;
    });
    try {
      const made = await runFilm(
        {
          plan: { ...plan, awaitsSound: sounds },
          sound: sound.then((song) => song?.path),
          onProgress: ({ fraction, stage, preview }) => tell(fraction, stage, preview),
        },
        signal,
      );
      const song = await sound;
      return {
        durationSeconds: made.seconds,
        width: plan.width,
        height: plan.height,
        fps: plan.fps,
        hasAudio: song !== undefined,
        files: { video: `film.${order.format}`, poster: 'poster.jpg', subtitles: null },
        understood: describeShots(plan, { track: song ? track : undefined, key: song?.key, storyboard: board.source }),
        warnings,
      };
    } finally {
      stop.abort(new Error('The film is at its end.'));
      await sound;
      await rm(join(folder, SOUND_FOLDER), { recursive: true, force: true });
    }
  }

  async #readBoard(order: VideoOrder, signal: AbortSignal): Promise<Board> {
    const own = readClauses(order.prompt);
    if (order.type === 'image-to-video') return { clauses: own, source: 'the picture', warnings: [] };
    const { text } = this.#options;
    const shots = countShots(order.durationSeconds);
    // A prompt that is already a sequence is followed as written.
    const asked =
      own.length > 1 ? undefined : await askForBoard(text, { prompt: order.prompt, shots, seed: order.seed }, signal);
    const clauses = await readActs(asked?.clauses ?? own, (words) => this.#reader.read(words, signal));
    return { clauses, source: asked?.model ?? 'the words of the prompt', warnings: notDepicted(own) };
  }
}

interface Board {
  clauses: Clause[];
  source: string;
  warnings: string[];
}

const SOUND_FOLDER = 'soundtrack';

async function play(
  music: SoundtrackPlayer,
  { order, track, folder }: { order: VideoOrder; track: Soundtrack; folder: string },
  signal: AbortSignal,
): Promise<{ path: string; key: string }> {
  const place = join(folder, SOUND_FOLDER);
  await mkdir(place, { recursive: true });
  const request = musicOrder(order.prompt, track, { seconds: order.durationSeconds, seed: order.seed });
  const song = await music.compose(request, place, () => undefined, signal);
  return { path: join(place, song.files.wav), key: song.key };
}

function planFilm(
  order: VideoOrder,
  clauses: readonly Clause[],
  { rhythm, folder }: { rhythm: Soundtrack; folder: string },
): FilmPlan {
  const size = frameSize(order);
  const { durationSeconds: seconds, fps, seed, imagePath } = order;
  const style = STYLES.find((one) => one === order.style);
  return {
    ...size,
    fps,
    format: order.format,
    video: join(folder, `film.${order.format}`),
    poster: join(folder, 'poster.jpg'),
    awaitsSound: false,
    shots: imagePath
      ? directPicture({ prompt: order.prompt, imagePath, seconds, fps, seed, rhythm })
      : directFilm(clauses, {
          seconds,
          fps,
          seed,
          rhythm,
          aspect: size.width / size.height,
          ...(style ? { style } : {}),
        }),
  };
}

function notDepicted(clauses: readonly Clause[]): string[] {
  const words = [...new Set(clauses.flatMap(({ scene }) => scene.undrawn))].slice(0, 12);
  const isAbstract = clauses.every(({ scene }) => scene.abstract);
  return [
    ...(isAbstract ? ['Nothing in the prompt is in the painter’s vocabulary, so it painted the mood of it.'] : []),
    ...(words.length > 0 ? [`Not depicted: ${words.join(', ')}.`] : []),
  ];
}

const PREVIEW_EVERY_MS = 1_000;

/** Keeps progress monotonic, because video and music report at once, and passes on at most one preview a second. */
function forwardsOnly(report: ReportFilm): ReportFilm {
  let last = 0;
  let shownMs = 0;
  return (fraction, stage, preview) => {
    last = Math.max(last, Math.min(1, fraction));
    const nowMs = Date.now();
    if (!preview || nowMs - shownMs < PREVIEW_EVERY_MS) return report(last, stage);
    shownMs = nowMs;
    report(last, stage, preview);
  };
}
