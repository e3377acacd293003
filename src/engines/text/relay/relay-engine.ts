// A text engine on an external OpenAI-compatible server, reached through our own relay.
import type { OnAccepted } from '../../../core/left-calls.ts';
import type { Log } from '../../../core/log.ts';
import { mayThinkUnseen } from '../../../core/thinking-models.ts';
import {
  type CallLimits,
  MS_PER_TOKEN,
  type ReadAnswer,
  readWhole,
  type UpstreamAnswer,
  UpstreamClient,
} from '../../../net/upstream-client.ts';
import { askForModels } from '../ask-for-models.ts';
import { DialectRelay } from '../native/native-relay.ts';
import { RESPONSES_DIALECT } from '../native/responses-dialect.ts';
import type {
  NativeRelay,
  RelayedReply,
  RelayedStream,
  RelayOrder,
  TextEngine,
  TextEvent,
  TextMessage,
  TextModel,
  TextOrder,
} from '../port.ts';
import { readRefusal, refusalOf, transportFailure } from '../refusal.ts';
import { mostTokensOfRequest } from '../request-size.ts';
import { countPrompt as countShaped, type PromptShape } from '../tokenizer.ts';
import type { UpstreamSettings } from '../upstream-settings.ts';
import { azureServer, type RelayServer } from './azure.ts';
import { countPromptOf } from './count-prompt.ts';
import { ModelList } from './model-list.ts';
import { replyAsChunk, replyAsStream, streamEvents } from './relay-events.ts';
import { type AskedFor, explainLargeReply, understandReply } from './relayed-reply.ts';
import { openRelayedStream } from './relayed-stream.ts';
import { orderBody, type RelayRules, relayBody, relayRules } from './request-body.ts';
import { WrittenBodies } from './written-bodies.ts';

const OPENAI_URL = 'https://api.openai.com/v1';
// Our tokenizer is not the upstream's: leaves room in case the upstream counts more.
const PROMPT_MARGIN = 1.1;

interface Sending {
  signal: AbortSignal;
  limits: CallLimits;
}

export class RelayEngine implements TextEngine {
  readonly name: string;
  /** For servers that have OpenAI's Responses API too. */
  readonly native: NativeRelay | undefined;
  readonly #client: UpstreamClient;
  readonly #pathOf: RelayServer['pathOf'];
  readonly #listPath: string;
  readonly #list: ModelList;
  readonly #rules: RelayRules;
  readonly #bodies: WrittenBodies;

  constructor(settings: UpstreamSettings, apiKey: string | undefined, log: Log) {
    this.name = settings.name;
    this.#rules = relayRules(settings);
    this.#bodies = new WrittenBodies(this.#rules);
    const { pathOf, listPath, ...server } = serverOf(settings, apiKey);
    this.#pathOf = pathOf;
    this.#listPath = listPath;
    this.#client = new UpstreamClient({
      name: settings.name,
      ...server,
      connections: settings.connections,
      headersTimeoutMs: settings.first_token_ms,
      idleTimeoutMs: settings.idle_ms,
      patienceMs: settings.thinking_ms,
    });
    this.#list = new ModelList({
      name: settings.name,
      client: this.#client,
      declared: settings.models ?? [],
      // Azure lists models that could be deployed, and not the deployments.
      fetches: settings.kind !== 'azure' && (settings.list_models ?? true),
      log,
    });
    this.native = hasResponses(settings)
      ? new DialectRelay({
          client: this.#client,
          dialect: RESPONSES_DIALECT,
          models: () => this.models(),
          upstreamIdOf: (model) => this.#upstreamId(model),
        })
      : undefined;
  }

  async start(): Promise<void> {
    await this.#list.start();
  }

  async close(): Promise<void> {
    this.#list.stop();
    await this.#client.close();
  }

  /** For an engine that is no longer offered: calls that have already chosen it still complete. */
  retire(): void {
    this.#list.stop();
    this.#client.retire();
  }

  askForModels(signal: AbortSignal): Promise<void> {
    return askForModels(this.#client, this.#listPath, signal);
  }

  models(): readonly TextModel[] {
    return this.#list.all();
  }

  async relay(wanted: RelayOrder, signal: AbortSignal, onAccepted: OnAccepted): Promise<RelayedReply | RelayedStream> {
    const { order, body } = await this.#write(wanted);
    const mostPromptTokens = this.#bound(order, body);
    signal.throwIfAborted();
    // From here on the upstream may be working: if it refuses or fails, the call ends, even if the client has
    // disconnected. A whole answer's headers arrive with its end, those of a model that thinks perhaps after its thoughts.
    const isPatient = this.#thinks(order.model, order.body);
    onAccepted(!order.stream || isPatient);
    if (!order.stream) {
      const extraMs = order.maxTokens * MS_PER_TOKEN;
      const asked = this.#askedFor(order, mostPromptTokens);
      const reply = await this.#postWhole(body, { signal, limits: { isPatient, extraMs } }, asked);
      return understandReply(reply, asked);
    }
    const path = this.#pathOf(order.path, this.#upstreamId(order.model));
    const answer = await this.#post(path, body, { signal, limits: { isPatient } });
    onAccepted(true);
    if (isEventStream(answer)) {
      return openRelayedStream({
        name: this.name,
        body: answer.body,
        model: order.model,
        contextWindow: this.#windowOf(order.model),
        mostPromptTokens,
        maxTokens: order.maxTokens * order.choices,
        choices: order.choices,
        countPrompt: () => countPromptOf(order.model, order.body),
      });
    }
    return replyAsStream(await this.#readReply(order, answer, mostPromptTokens));
  }

  async *stream(order: TextOrder, signal: AbortSignal, onAccepted: OnAccepted): AsyncGenerator<TextEvent> {
    const path = order.messages ? 'chat/completions' : 'completions';
    const upstreamId = this.#upstreamId(order.model);
    const body = orderBody(order, upstreamId, this.#rules);
    const mostPromptTokens = this.#bound({ model: order.model, body: order }, body);
    signal.throwIfAborted();
    const isPatient = this.#thinks(order.model, order.extra ?? {});
    onAccepted(isPatient);
    const answer = await this.#post(this.#pathOf(path, upstreamId), body, { signal, limits: { isPatient } });
    onAccepted(true);
    const countOrder = () => countShaped(order.model, order.messages ?? order.prompt ?? '', order);
    if (!isEventStream(answer)) {
      const limits = { maxTokens: order.maxTokens ?? Number.POSITIVE_INFINITY, isOpenEnded: false, choices: 1 };
      const reply = await this.#readReply(
        {
          model: order.model,
          path,
          body: order.messages ? { messages: order.messages } : { prompt: order.prompt },
          stream: false,
          ...limits,
        },
        answer,
        mostPromptTokens,
      );
      yield* streamEvents(
        { name: this.name, model: order.model },
        [replyAsChunk(reply), { choices: [], usage: reply.body.usage }],
        countOrder,
      );
      return;
    }
    const relayed = await openRelayedStream({
      name: this.name,
      body: answer.body,
      model: order.model,
      contextWindow: this.#windowOf(order.model),
      mostPromptTokens,
      maxTokens: order.maxTokens ?? Number.POSITIVE_INFINITY,
      choices: 1,
      countPrompt: countOrder,
    });
    yield* streamEvents({ name: this.name, model: order.model }, relayed, countOrder);
  }

  countTokens(model: string, input: string | readonly TextMessage[], shape?: PromptShape): Promise<number> {
    return countShaped(model, input, shape);
  }

  #upstreamId(model: string): string {
    return this.#list.find(model)?.upstreamId ?? model;
  }

  #windowOf(model: string): number {
    return this.#list.find(model)?.contextWindow ?? Number.POSITIVE_INFINITY;
  }

  mostRelayedTokens(order: RelayOrder): number {
    return this.#bound(order, this.#bodies.measure(order, this.#upstreamId(order.model)));
  }

  #bound({ model, body }: { model: string; body: { messages?: unknown; tools?: unknown } }, written: string): number {
    return mostTokensOfRequest(written, body, this.#list.find(model)?.pictureTokens);
  }

  /** Many servers refuse a limit that does not fit their context window together with the prompt. */
  async #write(wanted: RelayOrder): Promise<{ order: RelayOrder; body: string }> {
    const upstreamId = this.#upstreamId(wanted.model);
    const body = this.#bodies.take(wanted, upstreamId);
    const window = this.#windowOf(wanted.model);
    // No prompt has more tokens than its request has bytes.
    if (!wanted.isOpenEnded || Buffer.byteLength(body) + wanted.maxTokens <= window) return { order: wanted, body };
    const promptTokens = (await countPromptOf(wanted.model, wanted.body)) * PROMPT_MARGIN;
    const maxTokens = Math.max(1, Math.min(wanted.maxTokens, Math.floor(window - promptTokens)));
    const order = { ...wanted, maxTokens };
    return { order, body: relayBody(order, upstreamId, this.#rules) };
  }

  #thinks(model: string, body: Readonly<Record<string, unknown>>): boolean {
    return mayThinkUnseen(model, body) || mayThinkUnseen(this.#upstreamId(model), {});
  }

  async #post(path: string, body: string, { signal, limits }: Sending): Promise<UpstreamAnswer> {
    let answer: UpstreamAnswer;
    try {
      answer = await this.#client.postWith({ path, body, headers: {}, limits }, signal);
    } catch (error) {
      throw transportFailure(error);
    }
    if (answer.status < 200 || answer.status >= 300) throw await readRefusal(this.name, answer).catch(transportFailure);
    return answer;
  }

  async #postWhole(body: string, { signal, limits }: Sending, asked: AskedFor): Promise<ReadAnswer> {
    const path = this.#pathOf(asked.order.path, this.#upstreamId(asked.order.model));
    const answer = await this.#client.postWhole({ path, body, limits }, signal).catch(async (error: unknown) => {
      throw transportFailure(await explainLargeReply(error, asked));
    });
    if (answer.status < 200 || answer.status >= 300) throw refusalOf(this.name, answer);
    return answer;
  }

  async #readReply(order: RelayOrder, answer: UpstreamAnswer, mostPromptTokens: number): Promise<RelayedReply> {
    const asked = this.#askedFor(order, mostPromptTokens);
    const text = await readWhole(this.name, answer).catch(async (error: unknown) => {
      throw transportFailure(await explainLargeReply(error, asked));
    });
    return understandReply({ ...answer, text }, asked);
  }

  #askedFor(order: RelayOrder, mostPromptTokens: number): AskedFor {
    return { name: this.name, order, contextWindow: this.#windowOf(order.model), mostPromptTokens };
  }
}

function serverOf(settings: UpstreamSettings, apiKey: string | undefined): RelayServer {
  if (settings.kind === 'azure') return azureServer(settings, apiKey);
  const { base_url: baseUrl = OPENAI_URL, headers } = settings;
  return { baseUrl, apiKey, headers, listPath: 'models', pathOf: (path) => path };
}

/** Most other servers with OpenAI's API have only chat completions, so the operator must declare it. */
function hasResponses({
  kind,
  responses,
  base_url: url = OPENAI_URL,
  api_version: version,
}: UpstreamSettings): boolean {
  if (kind === 'azure') return responses === true && version === undefined;
  return responses ?? URL.parse(url)?.hostname === 'api.openai.com';
}

function isEventStream(answer: UpstreamAnswer): boolean {
  return answer.contentType.toLowerCase().startsWith('text/event-stream');
}
