// The avatar: a head, drawn or from an image, that speaks a script with a named voice.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeechEngine } from '@atelier/voice';
import { checkOrder } from '../check-order.ts';
import { frameSize } from '../frame-size.ts';
import type { Film, ReportFilm, VideoOrder } from '../order.ts';
import type { Face } from './face.ts';
import type { FaceNetworkFiles } from './face-finder/find-face.ts';
import { readLook } from './look.ts';
import { planPerformance } from './performance.ts';
import { findFaceInChild, renderInChild } from './render-child.ts';
import { checkWordsFit, LEAD_SECONDS, secondsForWords, speakWithin } from './speech-fit.ts';
import { gatherCues, timeWords, writeWebVtt } from './subtitles.ts';
import { placeSpeech, writeVoice } from './voice-track.ts';

export interface AvatarParts {
  speech: SpeechEngine;
  /** How many sounds each word has in a voice's dialect, which separates the times of words from those of sounds. */
  countSounds(words: readonly string[], voice: string): Promise<number[]>;
  /** Loads the networks that find a face in an image. */
  faceFiles(signal: AbortSignal): Promise<FaceNetworkFiles>;
}

const DEFAULT_VOICE = 'af_heart';
const SPOKEN = 0.3;

export class AvatarMaker {
  readonly #parts: AvatarParts;

  constructor(parts: AvatarParts) {
    this.#parts = parts;
  }

  isReady(): boolean {
    return this.#parts.speech.isReady();
  }

  check(order: VideoOrder): void {
    checkWordsFit(order.script ?? order.prompt, order.durationSeconds);
  }

  secondsToSay(words: string): number {
    return secondsForWords(words);
  }

  async make(order: VideoOrder, folder: string, report: ReportFilm, signal: AbortSignal): Promise<Film> {
    checkOrder(order);
    const { speech, countSounds } = this.#parts;
    const { durationSeconds: seconds, fps, seed, format } = order;
    const voice = order.voice ?? DEFAULT_VOICE;
    const text = order.script ?? order.prompt;
    report(0.01, 'speaking');
    const picture = order.imagePath && (await this.#readPicture(order.imagePath, signal));
    const spoken = await speakWithin(speech, { text, voice, filmSeconds: seconds }, signal);
    const voiced = placeSpeech(spoken, LEAD_SECONDS, seconds);
    const cues = gatherCues(await timeWords(text, voiced.phonemes, (words) => countSounds(words, voice)));
    const soundPath = join(folder, 'voice.wav');
    await writeVoice(soundPath, voiced);
    await writeFile(join(folder, 'subtitles.vtt'), writeWebVtt(cues));
    const gender = speech.voices().find(({ id }) => id === voice)?.gender ?? 'female';
    const look = readLook(order.prompt, gender, seed);
    const { width, height } = frameSize(order);
    const files = { video: `film.${format}`, poster: 'poster.jpg', subtitles: 'subtitles.vtt' };
    report(SPOKEN, 'rendering');
    const { warnings } = await renderInChild(
      {
        ...{ width, height, fps, format, seed, look },
        ...(picture ? { picture } : {}),
        poses: planPerformance(voiced, { seconds, fps, seed }),
        ...(order.audio ? { soundPath } : {}),
        burnedCues: order.burnSubtitles ? cues : [],
        filmPath: join(folder, files.video),
        posterPath: join(folder, files.poster),
      },
      (fraction, preview) => report(SPOKEN + (1 - SPOKEN) * fraction, 'rendering', preview),
      signal,
    );
    return {
      ...{ width, height, fps, files, warnings },
      durationSeconds: seconds,
      hasAudio: order.audio,
      understood: { voice, words: text, person: order.imagePath ? 'the picture' : { ...look } },
    };
  }

  /** Runs before the speech, so that an unusable picture fails early. */
  async #readPicture(path: string, signal: AbortSignal): Promise<{ path: string; face: Face }> {
    return { path, face: await findFaceInChild(path, await this.#parts.faceFiles(signal), signal) };
  }
}
