// Writes chat answers in Ollama's format: whole, or line by line with the measurements in the last one.
import { parseBounded } from '../../../../core/bounded-json.ts';
import { asRecord } from '../../../../core/unknown-json.ts';
import type { AnswerUsage, CalledTool, WholeAnswer } from '../answer-parts.ts';
import type { AnswerStep } from '../chunks.ts';
import { GatheredCalls } from '../gathered-calls.ts';
import type { Stopwatch } from './stopwatch.ts';

export type Way = 'chat' | 'generate';

export interface ReplyHead {
  way: Way;
  /** The name that the client used. */
  model: string;
  /** Otherwise thoughts are counted but not shown. */
  showsThinking: boolean;
  stopwatch: Stopwatch;
}

interface Said {
  text: string;
  thinking: string;
  calls: readonly CalledTool[];
}

export function wholeReply(answer: WholeAnswer, head: ReplyHead): object {
  const { text, refusal, reasoning, calls, finishReason, usage } = answer;
  return {
    ...lineOf({ text: text + refusal, thinking: reasoning, calls }, head),
    ...endOf(finishReason, usage, head),
  };
}

/** For a request without a prompt, which only asks whether the model is ready. */
export function loadedReply(head: ReplyHead, reason: 'load' | 'unload'): object {
  return { ...lineOf({ text: '', thinking: '', calls: [] }, head), done: true, done_reason: reason };
}

export async function* linesOf(
  steps: AsyncIterable<readonly AnswerStep[]>,
  head: ReplyHead,
): AsyncGenerator<readonly object[]> {
  const calls = new GatheredCalls();
  let finishReason = 'stop';
  for await (const group of steps) {
    const lines: object[] = [];
    for (const step of group) {
      calls.add(step.calls);
      finishReason = step.finishReason ?? finishReason;
      const said = { text: step.text + step.refusal, thinking: step.reasoning, calls: [] };
      if (said.text !== '' || said.thinking !== '' || step.calls.length > 0) head.stopwatch.notePiece();
      if (said.text !== '' || (said.thinking !== '' && head.showsThinking)) lines.push(lineOf(said, head));
      if (step.usage) lines.push(...lastLines(calls.all(), { finishReason, usage: step.usage }, head));
    }
    if (lines.length > 0) yield lines;
  }
}

function lastLines(
  calls: readonly CalledTool[],
  { finishReason, usage }: { finishReason: string; usage: AnswerUsage },
  head: ReplyHead,
): object[] {
  return [
    ...(calls.length > 0 ? [lineOf({ text: '', thinking: '', calls }, head)] : []),
    { ...lineOf({ text: '', thinking: '', calls: [] }, head), ...endOf(finishReason, usage, head) },
  ];
}

function lineOf({ text, thinking, calls }: Said, { way, model, showsThinking }: ReplyHead): object {
  const { written, broken } = toolCallsOf(calls);
  const content = text + broken;
  const thought = showsThinking && thinking !== '' ? { thinking } : {};
  const head = { model, created_at: new Date().toISOString() };
  if (way === 'generate') return { ...head, response: content, ...thought, done: false };
  const toolCalls = written.length > 0 ? { tool_calls: written } : {};
  return { ...head, message: { role: 'assistant', content, ...thought, ...toolCalls }, done: false };
}

/** A call whose arguments are not a JSON object is written as text, as Ollama does. */
function toolCallsOf(calls: readonly CalledTool[]): { written: object[]; broken: string } {
  const written: object[] = [];
  let broken = '';
  for (const { id, name, arguments: text } of calls) {
    const given = readArguments(text);
    if (given) written.push({ ...(id === '' ? {} : { id }), function: { name, arguments: given } });
    else broken += `${name}(${text}`;
  }
  return { written, broken };
}

function readArguments(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    return asRecord(parseBounded(text));
  } catch {
    return undefined;
  }
}

function endOf(finishReason: string, usage: AnswerUsage, { stopwatch }: ReplyHead): object {
  return {
    done: true,
    done_reason: finishReason === 'tool_calls' ? 'stop' : finishReason,
    ...stopwatch.durations(),
    prompt_eval_count: usage.promptTokens,
    eval_count: usage.completionTokens,
  };
}
