// Writes a chat answer as a Gemini reply.
import { parseBounded } from '../../../../core/bounded-json.ts';
import { asRecord } from '../../../../core/unknown-json.ts';
import type { AnswerUsage, CalledTool, WholeAnswer } from '../answer-parts.ts';
import { citationsIn, type Search } from '../search/searched.ts';

/** Values shared by every candidate and chunk of a reply. */
export interface ReplyHead {
  modelVersion: string;
  responseId: string;
  /** Otherwise thoughts are counted but not shown. */
  includeThoughts: boolean;
}

type ReplyPart = Record<string, unknown>;

export function replyOf(answers: readonly WholeAnswer[], usage: AnswerUsage, head: ReplyHead): object {
  const candidates = answers.map((answer, index) => {
    const { parts, isMalformed } = callParts(answer.calls);
    const said = [...textParts(answer, head), ...parts];
    const { text, searches = [] } = answer;
    return {
      ...candidateOf(index, said, finishReasonOf(answer.finishReason, isMalformed)),
      ...groundingOf(text, searches),
    };
  });
  return { candidates, ...metadataOf(head, usage) };
}

export function textParts(
  {
    text,
    refusal,
    reasoning,
    reasoningSignature,
  }: Pick<WholeAnswer, 'text' | 'refusal' | 'reasoning' | 'reasoningSignature'>,
  { includeThoughts }: ReplyHead,
): ReplyPart[] {
  const thoughtSignature = reasoningSignature === '' ? {} : { thoughtSignature: reasoningSignature };
  return [
    ...(includeThoughts && reasoning !== '' ? [{ text: reasoning, thought: true, ...thoughtSignature }] : []),
    ...(text + refusal === '' ? [] : [{ text: text + refusal }]),
  ];
}

/** A call whose arguments are no JSON object cannot be written; the finish reason says so. */
export function callParts(calls: readonly CalledTool[]): { parts: ReplyPart[]; isMalformed: boolean } {
  const parts = calls.flatMap(({ id, name, arguments: written }) => {
    const args = readArguments(written);
    return args ? [{ functionCall: { ...(id === '' ? {} : { id }), name, args } }] : [];
  });
  return { parts, isMalformed: parts.length < calls.length };
}

function readArguments(written: string): Record<string, unknown> | undefined {
  if (written.trim() === '') return {};
  try {
    return asRecord(parseBounded(written));
  } catch {
    return undefined;
  }
}

export function candidateOf(index: number, parts: ReplyPart[], finishReason?: string): object {
  return {
    content: { role: 'model', parts: parts.length > 0 ? parts : [{ text: '' }] },
    ...(finishReason === undefined ? {} : { finishReason }),
    index,
  };
}

export function finishReasonOf(reason: string, isMalformed: boolean): string {
  if (reason === 'length') return 'MAX_TOKENS';
  if (reason === 'content_filter') return 'SAFETY';
  return isMalformed ? 'MALFORMED_FUNCTION_CALL' : 'STOP';
}

export function metadataOf({ modelVersion, responseId }: ReplyHead, usage?: AnswerUsage): object {
  return { ...(usage ? { usageMetadata: usageMetadataOf(usage) } : {}), modelVersion, responseId };
}

/** Google counts thoughts separately from the answer. */
function usageMetadataOf({ promptTokens, completionTokens, cachedTokens, reasoningTokens }: AnswerUsage): object {
  return {
    promptTokenCount: promptTokens,
    candidatesTokenCount: Math.max(0, completionTokens - reasoningTokens),
    totalTokenCount: promptTokens + completionTokens,
    ...(cachedTokens > 0 ? { cachedContentTokenCount: cachedTokens } : {}),
    ...(reasoningTokens > 0 ? { thoughtsTokenCount: reasoningTokens } : {}),
  };
}

/** The queries, and which parts of the text refer to the results. */
export function groundingOf(text: string, searches: readonly Search[]): object {
  if (searches.length === 0) return {};
  const sources = searches.flatMap(({ results = [] }) => results);
  const indexes = new Map(sources.map(({ number }, index) => [number, index]));
  // Google counts bytes, and attributes the sentence before the mark.
  const bytesTo = (end: number) => Buffer.byteLength(text.slice(0, end));
  const groundingSupports = citationsIn(text, searches).map(({ start, source }) => {
    const from = Math.max(text.lastIndexOf('. ', start - 1) + 2, text.lastIndexOf('\n', start - 1) + 1, 0);
    const begin = from > 1 && from < start ? from : 0;
    return {
      segment: { startIndex: bytesTo(begin), endIndex: bytesTo(start), text: text.slice(begin, start) },
      groundingChunkIndices: [indexes.get(source.number) ?? 0],
    };
  });
  return {
    groundingMetadata: {
      webSearchQueries: searches.map(({ query }) => query),
      groundingChunks: sources.map(({ url, title }) => ({ web: { uri: url, title } })),
      groundingSupports,
    },
  };
}
