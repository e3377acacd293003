// The composer: plans the song, writes its lyrics, renders band and voices, and packages the files.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '@atelier/kit';
import { packageSong, type SongTags } from './encode/package-song.ts';
import { findTranscoder } from './encode/transcoder.ts';
import { findGenre, GENRES } from './genres/catalogue.ts';
import { writeSheet } from './lyrics/lyric-sheet.ts';
import { rangeOf } from './lyrics/words.ts';
import type { Genre, MasteredTrack, MusicOrder, ReportProgress, Song } from './order.ts';
import { BEATS_PER_BAR, type Form } from './score/form.ts';
import { nameKey } from './score/theory.ts';
import type { VocalTake } from './sound/vocal-mix.ts';
import { runStudio } from './studio/studio.ts';
import { writePreview } from './studio/voice-preview.ts';
import { type PlanHelp, planSong } from './understand/plan.ts';
import { describeUnderstanding } from './understand/prompt.ts';
import type { LyricSection, VocalPart } from './vocal-part.ts';

export interface ComposerOptions extends PlanHelp {
  /** Path of the sound bank once it is downloaded. */
  bankPath: () => string | undefined;
  /** Written into the files as the artist. */
  serviceName: string;
}

const SAMPLE_RATE = 44_100;
const MAX_MASTER_SECONDS = 900;
const ENCODING_FROM = 0.88;
/** The progress when the last voice has sung; the band is rendered at the same time. */
const SINGING_SHARE = 0.75;

export class Composer {
  readonly #options: ComposerOptions;

  constructor(options: ComposerOptions) {
    this.#options = options;
  }

  isReady(): boolean {
    return this.#options.bankPath() !== undefined;
  }

  genres(): readonly Genre[] {
    return GENRES.map(({ id, name, description, tempo, examplePrompt }) => ({
      id,
      name,
      description,
      tempoRange: tempo,
      examplePrompt,
    }));
  }

  knowsGenre(name: string): boolean {
    return findGenre(name) !== undefined;
  }

  async compose(order: MusicOrder, folder: string, report: ReportProgress, signal: AbortSignal): Promise<Song> {
    const bankPath = this.#options.bankPath();
    if (!bankPath)
      throw new EngineError('engine_unavailable', 'The sound bank is still being fetched. Try again in a minute.', {
        retryAfterSeconds: 60,
      });
    const tell = forwardsOnly(report);
    tell(0, 'composing');
    const plan = await planSong(order, { help: this.#options, genres: this.genres() }, signal);
    const { understood, form, voices } = plan;
    for (const voice of voices)
      this.#options.singer?.prepare?.(
        voice.id,
        plan.lyrics.flatMap((section) => section.lines),
        signal,
      );
    const result = await runStudio(
      {
        kind: 'compose',
        compose: {
          title: plan.title,
          genre: understood.style.id,
          form,
          key: understood.key,
          tempo: understood.tempo,
          seconds: order.durationSeconds,
          seed: order.seed,
          words: plan.words,
          isSung: voices.length > 0,
          range: rangeOf(voices[0]),
          instruments: understood.instruments,
        },
        bankPath,
        folder,
        sampleRate: SAMPLE_RATE,
        mastering: order.mastering,
        voices,
        ...(order.vocals?.style ? { vocalStyle: order.vocals.style } : {}),
      },
      { onProgress: tell, sing: (parts) => this.#sing(parts, { totalSeconds: order.durationSeconds, tell }, signal) },
      signal,
    );
    const lyrics = voices.length > 0 ? writeSheet(sungSections(form, plan.lyrics)) : null;
    const tags = { title: plan.title, artist: this.#options.serviceName, genre: understood.style.name, lyrics };
    const files = await this.#encode(tags, { stems: result.stems, folder, tell }, signal);
    const barSeconds = (60 * BEATS_PER_BAR) / understood.tempo;
    return {
      title: plan.title,
      genre: understood.style.id,
      durationSeconds: result.durationSeconds,
      tempo: understood.tempo,
      key: nameKey(understood.key),
      sections: form.sections.map((section, index) => ({
        name: section.label,
        start: round(section.startBar * barSeconds),
        end:
          index === form.sections.length - 1
            ? round(result.durationSeconds)
            : round((section.startBar + section.bars) * barSeconds),
      })),
      lyrics,
      voices: voices.map((voice) => voice.id),
      files,
      waveform: result.waveform,
      loudness: result.loudness,
      understood: {
        ...describeUnderstanding(understood),
        ...(plan.source ? { words: plan.source } : {}),
        voice_to_band_lu: result.voiceToBandLu,
      },
      warnings: plan.warnings,
    };
  }

  async master(
    audioPath: string,
    mastering: MusicOrder['mastering'],
    folder: string,
    report: ReportProgress,
    signal: AbortSignal,
    tags?: SongTags,
  ): Promise<MasteredTrack> {
    const tell = forwardsOnly(report);
    tell(0.02, 'reading');
    const transcoder = await findTranscoder();
    const rawPath = join(folder, 'input.raw');
    await transcoder
      .transcode(
        {
          input: audioPath,
          output: rawPath,
          codec: 'raw',
          sampleRate: SAMPLE_RATE,
          tags: {},
          maxSeconds: MAX_MASTER_SECONDS,
        },
        signal,
      )
      .catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof EngineError) throw error;
        throw new EngineError(
          'invalid_parameter',
          'The file could not be read as sound. Send MP3, WAV, FLAC, OGG or M4A.',
          { param: 'audio', cause: error },
        );
      });
    if ((await stat(rawPath)).size === 0)
      throw new EngineError('invalid_parameter', 'The file contains no sound.', { param: 'audio' });
    const result = await runStudio(
      { kind: 'master', rawPath, folder, sampleRate: SAMPLE_RATE, mastering },
      { onProgress: tell, sing: async () => [] },
      signal,
    );
    await rm(rawPath);
    const { mp3, wav, flac } = await this.#encode(
      tags ?? { title: 'Mastered', artist: this.#options.serviceName },
      { stems: [], folder, tell },
      signal,
    );
    return {
      files: { mp3, wav, flac },
      durationSeconds: result.durationSeconds,
      loudness: result.loudness,
      waveform: result.waveform,
    };
  }

  async previewVoice(voice: string, folder: string, signal: AbortSignal): Promise<string> {
    const { singer, scansion } = this.#options;
    const known = singer?.voices().find((one) => one.id === voice);
    if (!singer?.isReady() || !scansion || !known) {
      throw new EngineError('engine_unavailable', 'The singing voices are not ready yet. Try again later.', {
        retryAfterSeconds: 60,
      });
    }
    const { part, seconds } = writePreview(known, scansion);
    const samples = await singer.sing(
      part,
      { sampleRate: SAMPLE_RATE, totalSeconds: seconds },
      () => undefined,
      signal,
    );
    await runStudio(
      { kind: 'voice', samples, folder, sampleRate: SAMPLE_RATE, mastering: { preset: 'streaming' } },
      { onProgress: () => undefined, sing: async () => [] },
      signal,
    );
    const tags = { title: known.name, artist: this.#options.serviceName };
    return (await this.#encode(tags, { stems: [], folder, tell: () => undefined }, signal)).mp3;
  }

  /** Parts are sung one after the other, because the singer itself uses all cores. */
  async #sing(
    parts: VocalPart[],
    { totalSeconds, tell }: { totalSeconds: number; tell: ReportProgress },
    signal: AbortSignal,
  ): Promise<VocalTake[]> {
    const { singer } = this.#options;
    if (!singer) return [];
    const takes: VocalTake[] = [];
    for (const [index, part] of parts.entries()) {
      const onSung = (fraction: number): void => tell(SINGING_SHARE * ((index + fraction) / parts.length), 'singing');
      const samples = await singer.sing(part, { sampleRate: SAMPLE_RATE, totalSeconds }, onSung, signal);
      takes.push({ role: part.role, samples });
    }
    return takes;
  }

  async #encode(
    tags: SongTags,
    { stems, folder, tell }: { stems: readonly string[]; folder: string; tell: ReportProgress },
    signal: AbortSignal,
  ): Promise<Song['files']> {
    const transcoder = await findTranscoder();
    return packageSong(tags, stems, {
      folder,
      sampleRate: SAMPLE_RATE,
      transcoder,
      signal,
      onFile: (done, total) => tell(ENCODING_FROM + (1 - ENCODING_FROM) * (done / total), 'encoding'),
    });
  }
}

/** The words in the order they are sung, repeats included. */
function sungSections(form: Form, lyrics: readonly LyricSection[]): LyricSection[] {
  return form.sections.flatMap((section) => lyrics.find((one) => one.label === section.label) ?? []);
}

/** Keeps progress from going back when a later part reports less. */
function forwardsOnly(report: ReportProgress): ReportProgress {
  let highest = 0;
  return (fraction, stage) => {
    highest = Math.max(highest, Math.min(1, fraction));
    report(highest, stage);
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
