// Sends calls to an upstream in its own dialect, with the model and the token limit that this service sets.
import { parseAnswer } from '../../../core/bounded-json.ts';
import type { OnAccepted } from '../../../core/left-calls.ts';
import { mayThinkUnseen } from '../../../core/thinking-models.ts';
import { asRecord } from '../../../core/unknown-json.ts';
import { refuseNamedUrls } from '../../../net/named-urls.ts';
import {
  type CallLimits,
  MS_PER_TOKEN,
  readWhole,
  type UpstreamAnswer,
  type UpstreamClient,
} from '../../../net/upstream-client.ts';
import { DEFAULT_PICTURE_TOKENS } from '../picture-tokens.ts';
import type { NativeDialect, NativeOrder, NativeRelay, RelayedReply, RelayedStream, TextModel } from '../port.ts';
import { failureInBody, readRefusal, transportFailure } from '../refusal.ts';
import { isBelievable } from '../relay/chunk-reducer.ts';
import { mostKeys } from '../relay/stream-bytes.ts';
import { AROUND_REQUEST_TOKENS } from '../request-size.ts';
import { countText } from '../tokenizer.ts';
import { explainTooLarge, explainUnread } from '../unread.ts';
import { openNativeStream } from './native-stream.ts';
import type { Json, UpstreamDialect } from './upstream-dialect.ts';

/** The text that the provider adds around tools, thinking and documents. */
const AROUND_TOOLS_TOKENS = 4_096;

export interface RelayParts {
  client: UpstreamClient;
  dialect: UpstreamDialect;
  models(): readonly TextModel[];
  upstreamIdOf(model: string): string;
}

export class DialectRelay implements NativeRelay {
  readonly dialect: NativeDialect;
  readonly #parts: RelayParts;

  constructor(parts: RelayParts) {
    this.dialect = parts.dialect.name;
    this.#parts = parts;
  }

  mostTokens(order: NativeOrder): number {
    const images = this.#parts.dialect.imagesIn(order.body);
    const pictureTokens = this.#modelOf(order)?.pictureTokens ?? DEFAULT_PICTURE_TOKENS;
    const bytes = Buffer.byteLength(this.#written(order)) - images.bytes;
    return AROUND_REQUEST_TOKENS + AROUND_TOOLS_TOKENS + bytes + images.count * pictureTokens;
  }

  async open(order: NativeOrder, signal: AbortSignal, onAccepted: OnAccepted): Promise<RelayedReply | RelayedStream> {
    const { client, dialect } = this.#parts;
    signal.throwIfAborted();
    const isPatient =
      mayThinkUnseen(order.model, order.body) || mayThinkUnseen(this.#parts.upstreamIdOf(order.model), {});
    onAccepted(!order.stream || isPatient);
    const extraMs = order.stream ? 0 : order.maxTokens * MS_PER_TOKEN;
    const answer = await this.#post(order, { isPatient, extraMs }, signal);
    onAccepted(true);
    const bounds = {
      contextWindow: this.#modelOf(order)?.contextWindow ?? 0,
      mostPromptTokens: this.mostTokens(order),
      maxTokens: order.maxTokens,
    };
    // Image data is text in the body, but does not count as text.
    const countPrompt = async () =>
      Math.min(await countText(order.model, this.#written(order)), bounds.mostPromptTokens);
    if (order.stream)
      return openNativeStream({
        name: client.name,
        body: answer.body,
        model: order.model,
        bounds,
        dialect,
        countPrompt,
      });
    const asked = { name: client.name, signs: dialect, bounds, countPrompt };
    const text = await readWhole(client.name, answer).catch(async (error: unknown) => {
      throw transportFailure(await explainTooLarge(error, asked));
    });
    const body = parsed(text, mostKeys(order.maxTokens));
    if (!body) throw await explainUnread({ ...asked, what: 'something that is not JSON', text });
    const failure = dialect.failureOf(body);
    if (failure) throw failureInBody(client.name, failure);
    const read = dialect.readWhole(body, order.model);
    if (!read) throw await explainUnread({ ...asked, what: 'JSON without an answer', text });
    const told =
      read.usage && isBelievable(read.usage, bounds)
        ? read.usage
        : { promptTokens: await countPrompt(), completionTokens: 0, isEstimated: true };
    // An upstream that reports no tokens for its text has written it all the same.
    const completionTokens = told.completionTokens || (await countText(order.model, read.text));
    const isEstimated = told.isEstimated || completionTokens !== told.completionTokens;
    const usage = { ...told, completionTokens: Math.min(completionTokens, order.maxTokens), isEstimated };
    return { kind: 'reply', isNative: true, body: read.body, usage };
  }

  #modelOf({ model }: NativeOrder): TextModel | undefined {
    return this.#parts.models().find(({ id }) => id === model);
  }

  #written(order: NativeOrder): string {
    const { dialect, upstreamIdOf } = this.#parts;
    return JSON.stringify(dialect.bodyOf(order, upstreamIdOf(order.model)));
  }

  async #post(order: NativeOrder, limits: CallLimits, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { client, dialect, upstreamIdOf } = this.#parts;
    refuseNamedUrls(order.body);
    const path = dialect.pathOf(upstreamIdOf(order.model), order.stream);
    const sent = { path, body: this.#written(order), headers: order.headers, limits };
    const answer = await client.postWith(sent, signal).catch((error: unknown) => {
      throw transportFailure(error);
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await readRefusal(client.name, answer).catch(transportFailure);
  }
}

function parsed(text: string, keys: number): Json | undefined {
  try {
    return asRecord(parseAnswer(text, { keys, values: 4 * keys }));
  } catch {
    return undefined;
  }
}
