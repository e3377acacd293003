// A server with OpenAI's transcription API: OpenAI itself, Speaches, LocalAI, whisper.cpp's server and others.

import { readFile } from 'node:fs/promises';
import { CONNECTED } from '../../../core/connected-models.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { afterWork } from '../../../net/attempt-error.ts';
import { callProvider, type Provider } from '../../../net/provider-call.ts';
import type { Heard, HeardSegment, HeardWord, Recording, TranscriptionEngine, TranscriptionOrder } from '../port.ts';

export interface UpstreamTranscriptionModel {
  id: string;
  upstreamId: string;
  /** It answers verbose_json, with segments and words. */
  hasTimes: boolean;
  translates: boolean;
}

interface Answer {
  text?: unknown;
  language?: unknown;
  segments?: unknown;
  words?: unknown;
}

/** The words of hours, each with its times. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const SHAPE = { keys: 200_000, values: 800_000 };

export function createOpenAiTranscription(
  server: Provider,
  models: readonly UpstreamTranscriptionModel[],
): TranscriptionEngine {
  async function* transcribe(
    recording: Recording,
    order: TranscriptionOrder,
    signal: AbortSignal,
  ): AsyncGenerator<Heard> {
    const model = models.find(({ id }) => id === order.model);
    const sound = new Blob([new Uint8Array(await readFile(recording.path))]);
    const form = formOf(order, model);
    form.set('file', sound, recording.fileName);
    const path = order.task === 'translate' ? '/audio/translations' : '/audio/transcriptions';
    const answer = await callProvider<Answer>(
      server,
      { path, body: form, maxBytes: MAX_ANSWER_BYTES, shape: SHAPE },
      signal,
    );
    // It has processed, and bills, the whole recording.
    const heard = readAnswer(answer, recording.seconds);
    if (!heard) throw afterWork(failedAt(server.name, 'The model sent no transcript.'));
    yield { ...heard, reachedSeconds: recording.seconds };
  }

  return {
    name: server.name,
    isOwn: false,
    models: () =>
      models.map(({ id, hasTimes, translates }) => ({
        id,
        ownedBy: CONNECTED,
        capabilities: [
          'transcribe',
          ...(translates ? ['translate'] : []),
          ...(hasTimes ? ['timestamps', 'words'] : []),
        ],
        ready: true,
      })),
    check: () => undefined,
    transcribe,
  };
}

function formOf(order: TranscriptionOrder, model: UpstreamTranscriptionModel | undefined): FormData {
  const form = new FormData();
  form.set('model', model?.upstreamId ?? order.model);
  form.set('response_format', model?.hasTimes ? 'verbose_json' : 'json');
  if (order.language && order.task === 'transcribe') form.set('language', order.language);
  if (order.prompt) form.set('prompt', order.prompt);
  if (order.temperature > 0) form.set('temperature', String(order.temperature));
  if (order.wantsWords && model?.hasTimes)
    for (const one of ['word', 'segment']) form.append('timestamp_granularities[]', one);
  return form;
}

/** Lenient: an answer without segments is one segment, and words go to the segment in which they begin. Without a text it is none. */
function readAnswer(answer: Answer, seconds: number): Heard | undefined {
  const words = listOf(answer.words).flatMap((one) => wordOf(one, seconds));
  const segments = listOf(answer.segments).flatMap((one) => segmentOf(one, seconds));
  if (segments.length === 0 && typeof answer.text !== 'string') return undefined;
  const whole: HeardSegment = { start: 0, end: seconds, text: typeof answer.text === 'string' ? answer.text : '' };
  const all = segments.length > 0 ? segments : [whole];
  const withWords = all.map((segment, index) => {
    const next = all[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const from = index === 0 ? Number.NEGATIVE_INFINITY : segment.start;
    return words.length === 0
      ? segment
      : { ...segment, words: words.filter(({ start }) => start >= from && start < next) };
  });
  return { segments: withWords, ...(typeof answer.language === 'string' ? { language: answer.language } : {}) };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
}

function segmentOf({ text, tokens, ...rest }: Record<string, unknown>, seconds: number): HeardSegment[] {
  const times = timesOf(rest, seconds);
  if (!times || typeof text !== 'string') return [];
  const facts = {
    temperature: rest.temperature,
    averageLogProbability: rest.avg_logprob,
    compressionRatio: rest.compression_ratio,
    noSpeechProbability: rest.no_speech_prob,
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => Number.isFinite(value)));
  return [{ ...times, text, ...known, ...(Array.isArray(tokens) ? { tokens: tokens.filter(Number.isInteger) } : {}) }];
}

function wordOf(one: Record<string, unknown>, seconds: number): HeardWord[] {
  const times = timesOf(one, seconds);
  return times && typeof one.word === 'string' ? [{ word: one.word, ...times }] : [];
}

/** Clamped to the recording and sorted, because subtitles are made from them. */
function timesOf({ start, end }: Record<string, unknown>, seconds: number): { start: number; end: number } | undefined {
  if (typeof start !== 'number' || typeof end !== 'number') return undefined;
  const from = Math.min(Math.max(0, start), seconds);
  return { start: from, end: Math.min(Math.max(from, end), seconds) };
}
