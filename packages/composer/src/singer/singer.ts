// Sings written parts: a neural voice speaks each phrase on the melody's pitches, then its sounds are moved onto the
// notes.
import { openThread, runOnce } from '@atelier/kit';
import type { SingableSpeech } from '@atelier/voice';
import type {
  ReportSinging,
  SingingVoice,
  StemFormat,
  SungNote,
  VocalPart,
  VocalPhrase,
  VocalSinger,
} from '../vocal-part.ts';
import { GuideShelf } from './guide-shelf.ts';
import { readManner } from './manner.ts';
import type { Manner } from './pitch-curve.ts';
import { type SpokenGuide, writeGuide } from './spoken-guide.ts';
import type { GuidedPhrase, StemOrder } from './stem.ts';
import { findNuclei, type Nucleus } from './syllables.ts';

interface SpokenPhrase {
  nuclei: Nucleus[];
  guide: SpokenGuide;
  samples: Float32Array;
}

export class GuidedSinger implements VocalSinger {
  readonly #speech: SingableSpeech;
  readonly #shelf = new GuideShelf<SpokenPhrase>();

  constructor(speech: SingableSpeech) {
    this.#speech = speech;
  }

  isReady(): boolean {
    return this.#speech.isReady();
  }

  voices(): readonly SingingVoice[] {
    return this.#speech.voices();
  }

  prepare(voice: string, lines: readonly string[], signal: AbortSignal): void {
    const words = lines[0]?.split(/\s+/) ?? [];
    // Loads the network while the melody is being written; a failure appears in sing().
    this.#speech.study(words, voice, signal).catch(() => undefined);
  }

  async sing(part: VocalPart, format: StemFormat, report: ReportSinging, signal: AbortSignal): Promise<Float32Array> {
    const manner = readManner(part.style, part.role);
    const phrases: GuidedPhrase[] = [];
    for (const [index, phrase] of part.phrases.entries()) {
      signal.throwIfAborted();
      const guided = await this.#guidePhrase({ voice: part.voice, phrase, manner }, signal);
      if (guided) phrases.push(guided);
      report(((index + 1) / part.phrases.length) * 0.95);
    }
    const stem = await buildInThread({ phrases, role: part.role, manner, format }, signal);
    report(1);
    return stem;
  }

  async #guidePhrase(
    { voice, phrase, manner }: { voice: string; phrase: VocalPhrase; manner: Manner },
    signal: AbortSignal,
  ): Promise<GuidedPhrase | undefined> {
    const relative = fromPhraseStart(phrase);
    const words = relative.words.map((word) => word.text);
    if (!words.some((word) => /\p{L}|\d/u.test(word))) return undefined;
    const seed = JSON.stringify([voice, manner.push, relative.words]);
    const spoken = await this.#shelf
      .take(seed, () => this.#speak({ voice, phrase: relative, manner }, signal))
      .catch((error) => {
        // Another call for the same words may have been cancelled while this one waited for it.
        if (signal.aborted) throw error;
        return this.#speak({ voice, phrase: relative, manner }, signal);
      });
    return { ...spoken, atSeconds: phrase.startSeconds, seed };
  }

  async #speak(
    { voice, phrase, manner }: { voice: string; phrase: VocalPhrase; manner: Manner },
    signal: AbortSignal,
  ): Promise<SpokenPhrase> {
    const line = await this.#speech.study(
      phrase.words.map((word) => word.text),
      voice,
      signal,
    );
    const nuclei = findNuclei(line, phrase);
    const guide = writeGuide(line, nuclei, manner.push);
    return { nuclei, guide, samples: await this.#speech.perform(guide.performance, signal) };
  }
}

/** Times from the phrase's own start, in whole milliseconds: a repeated chorus is the same phrase again. */
function fromPhraseStart(phrase: VocalPhrase): VocalPhrase {
  const relative = (seconds: number): number => Math.round((seconds - phrase.startSeconds) * 1000) / 1000;
  const shift = (note: SungNote): SungNote => ({
    ...note,
    startSeconds: relative(note.startSeconds),
    endSeconds: relative(note.endSeconds),
  });
  const words = phrase.words.map((word) => ({
    ...word,
    syllables: word.syllables.map((syllable) => ({ ...syllable, notes: syllable.notes.map(shift) })),
  }));
  return { startSeconds: 0, endSeconds: relative(phrase.endSeconds), text: phrase.text, words };
}

function buildInThread(order: StemOrder, signal: AbortSignal): Promise<Float32Array> {
  const open = () => openThread(new URL('./stem-worker.ts', import.meta.url));
  return runOnce({ open, name: 'The singer' }, order, { signal });
}
