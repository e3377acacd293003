// Routes of the Gemini API: translations of the chat and embedding services.
import { ServiceError } from '../../../../core/errors.ts';
import { events, json, type Outcome } from '../../../../http/outcome.ts';
import {
  type Call,
  CHAT_BODY_LIMIT_BYTES,
  LONG_TEXT_BODY_LIMIT_BYTES,
  type Prefix,
  type Route,
  route,
} from '../../../../http/route.ts';
import type { StreamItem } from '../../answer-order.ts';
import type { ChatService } from '../../chat-service.ts';
import type { EmbeddingService } from '../../embedding-service.ts';
import { readAnswers } from '../answer-parts.ts';
import { readSteps } from '../chunks.ts';
import { leftOutHeaders } from '../left-out.ts';
import { NamedFiles } from '../named-files.ts';
import type { OfferedModels } from '../offered-models.ts';
import { OwnFields } from '../own-fields.ts';
import type { SearchingChat } from '../search/searching-chat.ts';
import { inCamelCase } from './camel-case.ts';
import { embeddingBodyOf, embeddingsOf, modelNameOf, ownEmbeddingNames } from './embeddings.ts';
import { geminiError } from './errors.ts';
import { modelListOf, modelOf } from './models.ts';
import { chunksIn, inlineParts, isForOne, nativeGemini } from './native-body.ts';
import { hasRecordings } from './read-contents.ts';
import { chatBodyOf, OWN_NAMES } from './read-request.ts';
import {
  BatchEmbedReply,
  CountReply,
  EmbedReply,
  GeminiModel,
  GeminiModelList,
  GenerateReply,
} from './reply-schema.ts';
import {
  BatchEmbedBody,
  CountBody,
  EmbedBody,
  GenerateBody,
  KeyQuery,
  ListQuery,
  ModelParams,
  StreamQuery,
} from './schema.ts';
import { type ReplyHead, replyOf } from './write-reply.ts';
import { streamOf } from './write-stream.ts';

type ModelCall<Body> = Call<{ model: string }, unknown, Body>;

const COMMON = { tag: 'gemini', errorShape: geminiError, keyInQuery: true, rename: inCamelCase } as const;
/** Clients call both versions. Below /v1 the list of models is OpenAI's. */
const PREFIXES = ['/v1beta', '/v1'] as const;
const ASKED = {
  contents: [{ role: 'user' as const, parts: [{ text: 'Why is the sky blue?' }] }],
  generationConfig: { maxOutputTokens: 40 },
};

export function geminiRoutes(services: {
  chat: ChatService;
  embeddings: EmbeddingService;
  models: OfferedModels;
  searching: SearchingChat;
}): Route[] {
  const { chat, embeddings, models, searching } = services;

  /** The call as a chat, and in its own dialect if an upstream speaks it. */
  const read = async (call: ModelCall<GenerateBody>) => {
    const mayPass =
      isForOne(call.body) && !hasRecordings(call.body) && chat.speaks(call.params.model, call.caller, 'gemini');
    const body = mayPass ? await inlineParts(call.body, new NamedFiles(chat.files, call)) : call.body;
    const { body: asked, leftOut, search } = chatBodyOf(body, call.params.model, searching.hasWeb);
    const native = mayPass && !search ? nativeGemini(body) : undefined;
    return { asked, headers: leftOutHeaders(leftOut), native, search };
  };

  const generate = async (call: ModelCall<GenerateBody>): Promise<Outcome> => {
    const { asked, headers, native, search } = await read(call);
    const fields = new OwnFields(OWN_NAMES, asked);
    if (search) {
      const { answer, receipt } = await fields.naming(
        searching.whole({ ...call, body: asked }, searching.webPlan(search)),
      );
      return json(replyOf([answer], answer.usage, headOf(call)), { receipt, headers });
    }
    const { body, receipt, isNative } = await fields.naming(chat.whole({ ...call, body: asked, native }));
    if (isNative) return json(body, { receipt, headers });
    const answers = readAnswers(body);
    const [first] = answers;
    if (!first) throw new ServiceError('engine_failed', 'The engine returned no candidate. Try again.');
    return json(replyOf(answers, first.usage, headOf(call)), { receipt, headers });
  };

  const stream = async (call: Call<{ model: string }, { alt?: 'sse' | 'json' }, GenerateBody>): Promise<Outcome> => {
    const { asked, headers, native, search } = await read(call);
    const body = { ...asked, stream_options: { include_usage: true } };
    const fields = new OwnFields(OWN_NAMES, body);
    const opening = search
      ? searching.stream({ ...call, body }, searching.webPlan(search))
      : chat.openStream({ ...call, body, native });
    const { items, isNative } = await fields.naming(opening);
    const chunks = isNative ? passed(items, fields) : streamOf(readSteps(items, fields), headOf(call));
    return events(chunks, {
      format: call.query.alt === 'sse' ? 'data' : 'list',
      endsWithDone: false,
      charged: true,
      headers,
    });
  };

  const count = async (call: ModelCall<CountBody>): Promise<Outcome> => {
    const { contents, generateContentRequest } = call.body;
    const asked = generateContentRequest ?? (contents ? { contents } : undefined);
    if (!asked) throw new ServiceError('missing_parameter', 'The field "contents" is required.', { param: 'contents' });
    const { body } = chatBodyOf(asked, call.params.model);
    const totalTokens = await new OwnFields(OWN_NAMES, body).naming(chat.count({ ...call, body }));
    return json({ totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] });
  };

  const embed = async (call: ModelCall<unknown>, requests: EmbedBody[]) => {
    const asked = embeddingBodyOf(requests, modelNameOf(call.params.model));
    const fields = new OwnFields(ownEmbeddingNames(requests.length), asked);
    const { body, receipt } = await fields.naming(embeddings.embed({ ...call, body: asked }));
    return { ...embeddingsOf(body), receipt };
  };

  const callsAt = (prefix: Prefix) => [
    route({
      ...COMMON,
      prefix,
      method: 'POST',
      path: '/models/:model::generateContent',
      summary: 'Answer contents, in the form of the Gemini API',
      description:
        'Answers as Gemini does, for programs written for its API: parts with text, images, function calls and their results, `systemInstruction`, functions, JSON with a schema. Members may be written with underscores. What becomes of each member is listed in the reference of fields. Charged by the tokens of prompt and answer, as POST /chat/completions is.',
      example: { body: ASKED },
      billed: true,
      generates: true,
      caches: true,
      scope: 'chat:write',
      params: ModelParams,
      query: KeyQuery,
      body: GenerateBody,
      reply: GenerateReply,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: generate,
    }),
    route({
      ...COMMON,
      prefix,
      method: 'POST',
      path: '/models/:model::streamGenerateContent',
      summary: 'Answer contents as a stream, in the form of the Gemini API',
      description:
        'The same as generateContent, as a stream of replies: server-sent events with `alt=sse`, otherwise one JSON list. A function call comes whole; the last reply has `finishReason` and `usageMetadata`. An error after the first reply is an item with `error`.',
      example: { query: { alt: 'sse' }, body: ASKED },
      billed: true,
      generates: true,
      caches: true,
      scope: 'chat:write',
      params: ModelParams,
      query: StreamQuery,
      body: GenerateBody,
      reply: GenerateReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: stream,
    }),
    route({
      ...COMMON,
      prefix,
      method: 'POST',
      path: '/models/:model::countTokens',
      summary: 'Count the tokens of contents, in the form of the Gemini API',
      description:
        'Counts the tokens of a prompt without answering it: `contents` alone, or all of a `generateContentRequest`. Free of charge.',
      example: { body: { contents: ASKED.contents } },
      idempotent: false,
      query: KeyQuery,
      scope: 'chat:write',
      params: ModelParams,
      body: CountBody,
      reply: CountReply,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: count,
    }),
    route({
      ...COMMON,
      prefix,
      method: 'POST',
      path: '/models/:model::embedContent',
      summary: 'Turn a content into a vector, in the form of the Gemini API',
      description:
        'One vector for the text of one content. `outputDimensionality` keeps the first values. `taskType` and `title` have no effect: the models here make one kind of vector. Charged by the tokens.',
      example: { body: { content: { parts: [{ text: 'The sky is blue.' }] } } },
      billed: true,
      caches: true,
      query: KeyQuery,
      scope: 'chat:write',
      params: ModelParams,
      body: EmbedBody,
      reply: EmbedReply,
      run: async (call) => {
        const { embeddings: made, promptTokenCount, receipt } = await embed(call, [call.body]);
        return json({ embedding: made[0], usageMetadata: { promptTokenCount } }, { receipt });
      },
    }),
    route({
      ...COMMON,
      prefix,
      method: 'POST',
      path: '/models/:model::batchEmbedContents',
      summary: 'Turn contents into vectors, in the form of the Gemini API',
      description:
        'One vector for each request. All requests name the model of the path, or none, and the same `outputDimensionality`. Charged by the tokens.',
      example: { body: { requests: [{ content: { parts: [{ text: 'The sky is blue.' }] } }] } },
      billed: true,
      caches: true,
      query: KeyQuery,
      scope: 'chat:write',
      params: ModelParams,
      body: BatchEmbedBody,
      reply: BatchEmbedReply,
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async (call) => {
        const { embeddings: made, promptTokenCount, receipt } = await embed(call, call.body.requests);
        return json({ embeddings: made, usageMetadata: { promptTokenCount } }, { receipt });
      },
    }),
  ];

  return [
    ...PREFIXES.flatMap(callsAt),
    route({
      ...COMMON,
      prefix: '/v1beta',
      method: 'GET',
      path: '/models',
      summary: 'List the models, in the form of the Gemini API',
      description: 'The models for text and for vectors, page by page.',
      example: { query: { pageSize: 10 } },
      scope: 'chat:read',
      query: ListQuery,
      reply: GeminiModelList,
      run: async ({ caller, query }) => json(modelListOf(models.list(caller.environment), query)),
    }),
    route({
      ...COMMON,
      prefix: '/v1beta',
      method: 'GET',
      path: '/models/:model',
      summary: 'One model, in the form of the Gemini API',
      description: 'One model with its limits and what it can be asked for.',
      query: KeyQuery,
      scope: 'chat:read',
      params: ModelParams,
      reply: GeminiModel,
      run: async ({ caller, params }) => {
        const model = models.find(params.model, caller.environment);
        if (model) return json(modelOf(model));
        throw new ServiceError('not_found', `There is no model "${params.model}". GET /v1beta/models lists them.`);
      },
    }),
  ];
}

function headOf({ params, requestId, body }: ModelCall<GenerateBody>): ReplyHead {
  const includeThoughts = body.generationConfig?.thinkingConfig?.includeThoughts ?? false;
  return { modelVersion: params.model, responseId: requestId, includeThoughts };
}

/** The upstream's own chunks. */
async function* passed(items: AsyncIterable<StreamItem>, fields: OwnFields): AsyncGenerator<readonly object[]> {
  try {
    for await (const item of items) if (item instanceof Uint8Array) yield chunksIn(item);
  } catch (error) {
    throw fields.rename(error);
  }
}
