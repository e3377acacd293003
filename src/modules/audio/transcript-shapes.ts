// A transcript in OpenAI's five shapes: json, text, SubRip, WebVTT and verbose_json.
import type { HeardSegment } from '../../engines/transcription/port.ts';

/** Whisper processes sound in windows of this length. */
const WINDOW_SECONDS = 30;

export interface Transcript {
  task: 'transcribe' | 'translate';
  language: string | undefined;
  seconds: number;
  segments: readonly HeardSegment[];
}

export function textOf({ segments }: Pick<Transcript, 'segments'>): string {
  return segments
    .map(({ text }) => text)
    .join('')
    .trim();
}

export function usageOf({ seconds }: Pick<Transcript, 'seconds'>): object {
  return { type: 'duration', seconds: Math.ceil(seconds) };
}

export function verboseBody(transcript: Transcript, granularities: readonly string[]): object {
  const { task, language, seconds, segments } = transcript;
  return {
    task,
    language: languageName(language),
    duration: rounded(seconds),
    text: textOf(transcript),
    ...(granularities.includes('segment') ? { segments: segments.map(segmentBody) } : {}),
    ...(granularities.includes('word') ? { words: segments.flatMap(wordsBody) } : {}),
    usage: usageOf(transcript),
  };
}

export function subRip({ segments }: Transcript): string {
  const time = (seconds: number) => clock(seconds).replace('.', ',');
  return segments
    .map(({ start, end, text }, index) => `${index + 1}\n${time(start)} --> ${time(end)}\n${text.trim()}\n\n`)
    .join('');
}

export function webVtt({ segments }: Transcript): string {
  const cues = segments.map(
    ({ start, end, text }) => `${clock(start)} --> ${clock(end)}\n${escapeCue(text.trim())}\n\n`,
  );
  return `WEBVTT\n\n${cues.join('')}`;
}

function segmentBody(segment: HeardSegment, id: number): object {
  return {
    id,
    seek: seekOf(segment),
    start: rounded(segment.start),
    end: rounded(segment.end),
    text: segment.text,
    tokens: segment.tokens,
    temperature: segment.temperature,
    avg_logprob: segment.averageLogProbability,
    compression_ratio: segment.compressionRatio,
    no_speech_prob: segment.noSpeechProbability,
  };
}

/** The start of its window, in OpenAI's unit of 10 ms. */
function seekOf({ start }: HeardSegment): number {
  return Math.floor(start / WINDOW_SECONDS) * WINDOW_SECONDS * 100;
}

function wordsBody({ words = [] }: HeardSegment): object[] {
  return words.map(({ word, start, end }) => ({ word, start: rounded(start), end: rounded(end) }));
}

/** OpenAI writes the language as a word: "english". */
function languageName(language: string | undefined): string | undefined {
  if (!language || !/^[a-z]{2,3}$/.test(language)) return language;
  return new Intl.DisplayNames('en', { type: 'language' }).of(language)?.toLowerCase();
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** 00:01:02.345 */
function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

/** Players interpret markup in cues, so spoken words are escaped. */
function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
