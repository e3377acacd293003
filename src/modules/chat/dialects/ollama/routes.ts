// Routes of Ollama's API: translations of the chat, completion and embedding services.
import { ServiceError } from '../../../../core/errors.ts';
import { notReady } from '../../../../core/not-ready.ts';
import { events, json, type Outcome } from '../../../../http/outcome.ts';
import {
  type Call,
  CHAT_BODY_LIMIT_BYTES,
  LONG_TEXT_BODY_LIMIT_BYTES,
  type Route,
  route,
} from '../../../../http/route.ts';
import type { StreamItem } from '../../answer-order.ts';
import type { ChatService } from '../../chat-service.ts';
import type { CompletionService } from '../../completion-service.ts';
import type { EmbeddingService } from '../../embedding-service.ts';
import { readAnswer } from '../answer-parts.ts';
import { readSteps } from '../chunks.ts';
import type { OfferedModel, OfferedModels } from '../offered-models.ts';
import { OwnFields, type OwnNames } from '../own-fields.ts';
import { embeddingBodyOf, vectorsOf } from './embeddings.ts';
import { ollamaError } from './errors.ts';
import { modelIdOf } from './model-name.ts';
import { runningOf, shownOf, tagsOf } from './models.ts';
import { CHAT_NAMES, chatBodyOf, completionBodyOf, GENERATE_NAMES, generateBodyOf, isPlain } from './read-request.ts';
import { refusedRoutes } from './refused-routes.ts';
import {
  EmbedBody,
  EmbeddingsBody,
  EmbeddingsReply,
  EmbedReply,
  OllamaChatBody,
  OllamaChatReply,
  OllamaGenerateBody,
  OllamaGenerateReply,
  ShowBody,
  ShowReply,
  TagsReply,
  VersionReply,
} from './schema.ts';
import { Stopwatch } from './stopwatch.ts';
import { linesOf, loadedReply, type ReplyHead, type Way, wholeReply } from './write-reply.ts';

type Receipted = Pick<Awaited<ReturnType<ChatService['whole']>>, 'body' | 'receipt'>;

const COMMON = { prefix: '/api', tag: 'ollama', errorShape: ollamaError } as const;
const USAGE = { stream_options: { include_usage: true } };

export function ollamaRoutes(services: {
  chat: ChatService;
  completions: CompletionService;
  embeddings: EmbeddingService;
  models: OfferedModels;
  version: string;
}): Route[] {
  const { chat, completions, embeddings, models, version } = services;

  const find = (name: string, { caller }: Call): OfferedModel => {
    const model = models.find(modelIdOf(name), caller.environment);
    if (model) return model;
    throw new ServiceError('unknown_model', `There is no model "${name}". GET /api/tags lists the available models.`);
  };

  const answerChat = async (call: Call<unknown, unknown, OllamaChatBody>): Promise<Outcome> => {
    const body = chatBodyOf(call.body);
    const head = headOf(call.body, 'chat');
    if (body.messages.length === 0) return loaded(call, head);
    const fields = new OwnFields(CHAT_NAMES, body);
    if (call.body.stream === false) return whole(await fields.naming(chat.whole({ ...call, body })), head);
    return lines(await fields.naming(chat.stream({ ...call, body: { ...body, ...USAGE } })), head, fields);
  };

  const answerPrompt = async (call: Call<unknown, unknown, OllamaGenerateBody>): Promise<Outcome> => {
    const head = headOf(call.body, 'generate');
    const isWhole = call.body.stream === false;
    if (isPlain(call.body)) {
      const body = completionBodyOf(call.body);
      const fields = new OwnFields(GENERATE_NAMES, body);
      if (isWhole) return whole(await fields.naming(completions.whole({ ...call, body })), head);
      return lines(await fields.naming(completions.stream({ ...call, body: { ...body, ...USAGE } })), head, fields);
    }
    const body = generateBodyOf(call.body);
    if (!call.body.prompt && !call.body.images?.length) return loaded(call, head);
    const fields = new OwnFields(GENERATE_NAMES, body);
    if (isWhole) return whole(await fields.naming(chat.whole({ ...call, body })), head);
    return lines(await fields.naming(chat.stream({ ...call, body: { ...body, ...USAGE } })), head, fields);
  };

  /** A request without a prompt asks to load or unload the model. Models here are always loaded. */
  const loaded = (call: Call<unknown, unknown, OllamaChatBody | OllamaGenerateBody>, head: ReplyHead): Outcome => {
    const model = find(call.body.model, call);
    if (!model.ready) throw notReady(model);
    return json(loadedReply(head, call.body.keep_alive === 0 || call.body.keep_alive === '0' ? 'unload' : 'load'));
  };

  const embed = async (call: Call, asked: EmbedBody, names: OwnNames = {}) => {
    const order = embeddingBodyOf(asked);
    const { body, receipt } = await new OwnFields(names, order).naming(embeddings.embed({ ...call, body: order }));
    return { ...vectorsOf(body), receipt };
  };

  return [
    route({
      ...COMMON,
      method: 'POST',
      path: '/chat',
      summary: "Answer a chat, in the form of Ollama's API",
      description:
        'Answers as Ollama does, for programs written for its API: as lines of JSON unless `stream` is false, with counts and measured durations (nanoseconds) in the last line. The tag `:latest` of a model may be left out. An option that would change the answer but cannot be honoured is refused by name. Charged by the tokens of prompt and answer, as POST /chat/completions is.',
      example: {
        body: {
          model: 'default',
          stream: false,
          messages: [{ role: 'user', content: 'Why is the sky blue?' }],
          options: { num_predict: 40 },
        },
      },
      billed: true,
      generates: true,
      caches: true,
      scope: 'chat:write',
      body: OllamaChatBody,
      reply: OllamaChatReply,
      streams: true,
      streamType: 'application/x-ndjson',
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: answerChat,
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: '/generate',
      summary: "Answer a prompt, in the form of Ollama's API",
      description:
        'Answers one prompt, with `system` and `images` if wanted. `raw` and `suffix` send the prompt to the model as it is. A request without a prompt reports whether the model is available. Charged by the tokens of prompt and answer.',
      example: {
        body: { model: 'default', stream: false, prompt: 'Why is the sky blue?', options: { num_predict: 40 } },
      },
      billed: true,
      generates: true,
      caches: true,
      scope: 'chat:write',
      body: OllamaGenerateBody,
      reply: OllamaGenerateReply,
      streams: true,
      streamType: 'application/x-ndjson',
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: answerPrompt,
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: '/embed',
      summary: "Turn texts into vectors, in the form of Ollama's API",
      description:
        'One vector for each text. A text that is too long for the model is refused, also with `truncate`. Charged by the tokens.',
      example: { body: { model: 'default', input: ['The sky is blue.'] } },
      billed: true,
      caches: true,
      scope: 'chat:write',
      body: EmbedBody,
      reply: EmbedReply,
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async (call) => {
        const stopwatch = new Stopwatch();
        const { vectors, tokens, receipt } = await embed(call, call.body);
        const measured = { total_duration: stopwatch.totalNs(), load_duration: 0, prompt_eval_count: tokens };
        return json({ model: call.body.model, embeddings: vectors, ...measured }, { receipt });
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: '/embeddings',
      summary: "Turn a text into a vector, in the older form of Ollama's API",
      description: 'One vector for one text. Charged by the tokens.',
      example: { body: { model: 'default', prompt: 'The sky is blue.' } },
      billed: true,
      caches: true,
      scope: 'chat:write',
      body: EmbeddingsBody,
      reply: EmbeddingsReply,
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async (call) => {
        const { prompt, ...rest } = call.body;
        const { vectors, receipt } = await embed(call, { ...rest, input: prompt }, { input: 'prompt' });
        return json({ embedding: vectors[0] }, { receipt });
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: '/tags',
      summary: "List the models, in the form of Ollama's API",
      description:
        'The models for text and for vectors. `size` is 0, because most models are not on this machine; `digest` identifies the name.',
      scope: 'chat:read',
      reply: TagsReply,
      run: async ({ caller }) => json(tagsOf(models.list(caller.environment))),
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: '/ps',
      summary: "List the models that answer at once, in the form of Ollama's API",
      description: 'The models that need no download before they answer. They do not expire.',
      scope: 'chat:read',
      reply: TagsReply,
      run: async ({ caller }) => json(runningOf(models.list(caller.environment))),
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: '/show',
      summary: "Describe a model, in the form of Ollama's API",
      description: 'What a model can do, and the length of its context.',
      example: { body: { model: 'default' } },
      errors: ['unknown_model'],
      scope: 'chat:read',
      idempotent: false,
      body: ShowBody,
      reply: ShowReply,
      run: async (call) => {
        const name = call.body.model ?? call.body.name;
        if (name !== undefined) return json(shownOf(find(name, call)));
        throw new ServiceError('missing_parameter', 'The field "model" is required.', { param: 'model' });
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: '/version',
      summary: "The version of this service, in the form of Ollama's API",
      description: 'The version of this service, not one of Ollama.',
      scope: 'chat:read',
      reply: VersionReply,
      run: async () => json({ version }),
    }),
    ...refusedRoutes(),
  ];
}

function headOf({ model, think }: OllamaChatBody | OllamaGenerateBody, way: Way): ReplyHead {
  return { way, model, showsThinking: think !== false, stopwatch: new Stopwatch() };
}

function whole({ body, receipt }: Receipted, head: ReplyHead): Outcome {
  return json(wholeReply(readAnswer(body), head), { receipt });
}

function lines(items: AsyncIterable<StreamItem>, head: ReplyHead, fields: OwnFields): Outcome {
  return events(linesOf(readSteps(items, fields), head), { format: 'lines', charged: true });
}
