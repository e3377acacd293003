// Reads a relayed stream as text events, for the parts of the service that need text and not frames.
import { parseAnswer } from '../../../core/bounded-json.ts';
import { asRecord } from '../../../core/unknown-json.ts';
import { SseReader } from '../../../net/sse-reader.ts';
import { countWith, loadEncoding } from '../encoding.ts';
import type { FinishReason, RelayedReply, RelayedStream, TextEvent } from '../port.ts';
import { cutShort } from '../refusal.ts';
import { countText } from '../tokenizer.ts';
import { emptyFold, foldChunk, readDeltas, readStopSequence } from './chunk-reducer.ts';
import { allFrames } from './relayed-stream.ts';

type Chunk = Record<string, unknown>;

export async function* streamEvents(
  { name, model }: { name: string; model: string },
  source: RelayedStream | readonly Chunk[],
  countPrompt: () => Promise<number>,
): AsyncGenerator<TextEvent> {
  const encoding = await loadEncoding(model);
  let folded = emptyFold();
  let stopSequence: string | undefined;
  for await (const chunk of 'frames' in source ? chunksOf(source) : source) {
    folded = foldChunk(folded, chunk);
    stopSequence ??= readStopSequence(chunk);
    for (const delta of readDeltas(chunk)) {
      const { reasoning } = delta;
      if (reasoning) yield { type: 'reasoning', text: reasoning, tokens: countWith(encoding, reasoning) };
      if (delta.text) yield { type: 'text', text: delta.text, tokens: countWith(encoding, delta.text) };
      for (const call of delta.toolCalls) {
        yield { type: 'tool_call', ...call, tokens: countWith(encoding, (call.name ?? '') + call.argumentsDelta) };
      }
    }
  }
  const usage = 'measure' in source ? (await source.measure()).usage : folded.usage;
  const finishReason: FinishReason | undefined = folded.finishReason;
  if (!finishReason && folded.texts.length === 0 && folded.toolCalls.length === 0) throw cutShort(name);
  yield {
    type: 'end',
    finishReason: finishReason ?? 'stop',
    ...(stopSequence === undefined ? {} : { stopSequence }),
    usage: usage ?? {
      promptTokens: await countPrompt(),
      completionTokens: await countText(model, folded.texts.join('') + folded.asides),
      isEstimated: true,
    },
  };
}

async function* chunksOf(stream: RelayedStream): AsyncGenerator<Chunk> {
  const reader = new SseReader();
  for await (const bytes of allFrames(stream)) {
    for (const frame of reader.push(bytes)) {
      const chunk = asRecord(parseAnswer(frame.data));
      if (chunk) yield chunk;
    }
  }
}

/** Some servers ignore `stream`: their whole reply becomes one chunk, so that the client still gets a stream. */
export function replyAsStream(reply: RelayedReply): RelayedStream {
  const said = foldChunk(emptyFold(), reply.body);
  const reported = asRecord(reply.body.usage);
  return {
    kind: 'stream',
    first: Buffer.from(`data: ${JSON.stringify(replyAsChunk(reply))}\n\n`),
    frames: noFrames(),
    hasArrived: true,
    close: async () => undefined,
    countForwarded: async () => reply.usage.completionTokens,
    soFar: async () => reply.usage,
    measure: async () => ({
      usage: reply.usage,
      isReported: !reply.usage.isEstimated,
      said: () => ({ text: said.texts[0] ?? '', toolCalls: said.toolCalls }),
      ...(reported ? { reported } : {}),
    }),
  };
}

export function replyAsChunk(reply: RelayedReply): Chunk {
  const { usage: _, ...body } = reply.body;
  const choices = (Array.isArray(body.choices) ? body.choices : []).map((choice: Chunk) => {
    const { message, ...rest } = choice;
    return message === undefined ? rest : { ...rest, delta: withCallIndexes(asRecord(message) ?? {}) };
  });
  const isChat = body.object !== 'text_completion';
  return { ...body, object: isChat ? 'chat.completion.chunk' : 'text_completion', choices };
}

function withCallIndexes(message: Chunk): Chunk {
  const calls = message.tool_calls;
  if (!Array.isArray(calls)) return message;
  return { ...message, tool_calls: calls.map((call: Chunk, index) => ({ index, ...call })) };
}

async function* noFrames(): AsyncGenerator<Uint8Array, undefined> {}
