// Sends Messages calls to Anthropic's API as they are, with the model and the token limit that this service sets.
import { asRecord } from '../../../core/unknown-json.ts';
import { readWhole, type UpstreamAnswer, type UpstreamClient } from '../../../net/upstream-client.ts';
import { DEFAULT_PICTURE_TOKENS } from '../picture-tokens.ts';
import type { NativeOrder, NativeRelay, RelayedReply, RelayedStream, TextModel } from '../port.ts';
import { failureInBody, notUnderstood, readRefusal, transportFailure } from '../refusal.ts';
import { isBelievable } from '../relay/chunk-reducer.ts';
import { AROUND_REQUEST_TOKENS } from '../request-size.ts';
import { countText } from '../tokenizer.ts';
import { openMessagesStream } from './messages-stream.ts';
import { readMessagesUsage, textOfBlocks } from './messages-usage.ts';

/** Anthropic's own words around tools, thinking and documents. */
const AROUND_TOOLS_TOKENS = 4_096;

export interface RelayParts {
  client: UpstreamClient;
  models(): readonly TextModel[];
  upstreamIdOf(model: string): string;
}

export class MessagesRelay implements NativeRelay {
  readonly dialect = 'messages' as const;
  readonly #parts: RelayParts;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  mostTokens(order: NativeOrder): number {
    const images = sentImages(order.body.messages);
    const pictureTokens = this.#modelOf(order)?.pictureTokens ?? DEFAULT_PICTURE_TOKENS;
    const bytes = Buffer.byteLength(this.#written(order)) - images.bytes;
    return AROUND_REQUEST_TOKENS + AROUND_TOOLS_TOKENS + bytes + images.count * pictureTokens;
  }

  async open(order: NativeOrder, signal: AbortSignal): Promise<RelayedReply | RelayedStream> {
    const { client } = this.#parts;
    const answer = await this.#post(order, signal);
    const bounds = {
      contextWindow: this.#modelOf(order)?.contextWindow ?? 0,
      mostPromptTokens: this.mostTokens(order),
      maxTokens: order.maxTokens,
    };
    if (order.stream) return openMessagesStream({ name: client.name, body: answer.body, model: order.model, bounds });
    const text = await readWhole(client.name, answer).catch((error: unknown) => {
      throw transportFailure(error);
    });
    const body = parsed(text);
    if (!body) throw notUnderstood(client.name, 'something that is not JSON');
    if (body.error) throw failureInBody(client.name, body.error);
    if (!Array.isArray(body.content)) throw notUnderstood(client.name, 'JSON without content');
    const reported = readMessagesUsage(body.usage);
    const usage =
      reported && isBelievable(reported, bounds)
        ? { ...reported, completionTokens: Math.min(reported.completionTokens, order.maxTokens) }
        : {
            promptTokens: await countText(order.model, this.#written(order)),
            completionTokens: Math.min(await countText(order.model, textOfBlocks(body.content)), order.maxTokens),
          };
    return { kind: 'reply', isNative: true, body: { ...body, model: order.model }, usage };
  }

  #modelOf({ model }: NativeOrder): TextModel | undefined {
    return this.#parts.models().find(({ id }) => id === model);
  }

  #written({ body, model, maxTokens, stream }: NativeOrder): string {
    return JSON.stringify({ ...body, model: this.#parts.upstreamIdOf(model), max_tokens: maxTokens, stream });
  }

  async #post(order: NativeOrder, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { client } = this.#parts;
    const sent = { path: 'messages', body: this.#written(order), headers: order.headers };
    const answer = await client.postWith(sent, signal).catch((error: unknown) => {
      throw transportFailure(error);
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await readRefusal(client.name, answer).catch(transportFailure);
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Images in the request, also inside of results: their data is not read as text. */
function sentImages(value: unknown): { count: number; bytes: number } {
  const images = { count: 0, bytes: 0 };
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) {
      one.forEach(visit);
      return;
    }
    const block = asRecord(one);
    if (!block) return;
    const source = asRecord(block.source);
    if (block.type === 'image') {
      images.count += 1;
      if (source?.type === 'base64' && typeof source.data === 'string') images.bytes += source.data.length;
    } else {
      visit(block.content);
      visit(source?.content);
    }
  };
  visit(value);
  return images;
}
