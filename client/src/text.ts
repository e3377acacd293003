// Chat, completion, embeddings, rerank, moderation and code.
import type { Api, Body, Query, Reply } from './api.ts';
import { Pages } from './pages.ts';
import type { CallOptions } from './transport.ts';

/** A piece of a streamed chat; the text is in `choices[0].delta.content`. */
export interface ChatChunk {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  conversation_id?: string;
  choices: {
    index: number;
    delta: { role?: string; content?: string | null; tool_calls?: unknown[] };
    finish_reason: string | null;
  }[];
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number } | null;
}

/** A piece of a streamed completion; the text is in `choices[0].text`. */
export interface CompletionChunk {
  id: string;
  model: string;
  choices: { index: number; text: string; finish_reason: string | null }[];
}

export type CodeTask = 'generate' | 'complete' | 'refactor' | 'explain';
/** Code arrives as chat chunks; the last event is the whole reply. */
export type CodeChunk = ChatChunk | Reply<'POST /code/generate'>;

type ChatBody = Body<'POST /chat/completions'>;
type Conversation = Reply<'GET /chat/conversations'>['data'][number];

export function chatOf(api: Api) {
  const stream = (body: ChatBody, options?: CallOptions) =>
    api.stream<ChatChunk>('POST /chat/completions', { body: { ...body, stream: true } }, options);
  return {
    /** The whole answer at once. */
    complete: (body: ChatBody, options?: CallOptions) =>
      api.call('POST /chat/completions', { body: { ...body, stream: false } }, options),
    /** The answer as it is written, chunk by chunk. */
    stream,
    /** Only the text of the answer, piece by piece. */
    async *streamText(body: ChatBody, options?: CallOptions): AsyncGenerator<string> {
      for await (const chunk of stream(body, options)) {
        const text = chunk.choices[0]?.delta.content;
        if (text) yield text;
      }
    },
    /** Completions that were made with `store: true`. */
    stored: {
      list: (query?: Query<'GET /chat/completions'>, options?: CallOptions) =>
        api.call('GET /chat/completions', { query }, options),
      get: (id: string, options?: CallOptions) => api.call('GET /chat/completions/{id}', { params: { id } }, options),
      messages: (id: string, query?: Query<'GET /chat/completions/{id}/messages'>, options?: CallOptions) =>
        api.call('GET /chat/completions/{id}/messages', { params: { id }, query }, options),
      label: (id: string, metadata: Record<string, string>, options?: CallOptions) =>
        api.call('POST /chat/completions/{id}', { params: { id }, body: { metadata } }, options),
      delete: (id: string, options?: CallOptions) =>
        api.call('DELETE /chat/completions/{id}', { params: { id } }, options),
    },
    models: (options?: CallOptions) => api.call('GET /chat/models', {}, options),
    conversations: {
      list: (query?: Query<'GET /chat/conversations'>, options?: CallOptions) =>
        new Pages<Conversation>(api, 'GET /chat/conversations', { query }, options),
      /** `cursor`: the `next_cursor` of the messages before. */
      get: (id: string, { cursor, ...options }: CallOptions & { cursor?: string } = {}) =>
        api.call(
          'GET /chat/conversations/{id}',
          { params: { id }, query: cursor === undefined ? {} : { cursor } },
          options,
        ),
      rename: (id: string, title: string, options?: CallOptions) =>
        api.call('PATCH /chat/conversations/{id}', { params: { id }, body: { title } }, options),
      branches: (id: string, options?: CallOptions) =>
        api.call('GET /chat/conversations/{id}/branches', { params: { id } }, options),
      branch: (id: string, messages: number, options?: CallOptions) =>
        api.call('POST /chat/conversations/{id}/branches', { params: { id }, body: { messages } }, options),
      delete: (id: string, options?: CallOptions) =>
        api.call('DELETE /chat/conversations/{id}', { params: { id } }, options),
    },
  };
}

export function completionsOf(api: Api) {
  type CompletionBody = Body<'POST /completions'>;
  return {
    create: (body: CompletionBody, options?: CallOptions) =>
      api.call('POST /completions', { body: { ...body, stream: false } }, options),
    stream: (body: CompletionBody, options?: CallOptions) =>
      api.stream<CompletionChunk>('POST /completions', { body: { ...body, stream: true } }, options),
  };
}

export function embeddingsOf(api: Api) {
  return {
    create: (body: Body<'POST /embeddings'>, options?: CallOptions) => api.call('POST /embeddings', { body }, options),
  };
}

export function rerankOf(api: Api) {
  return {
    create: (body: Body<'POST /rerank'>, options?: CallOptions) => api.call('POST /rerank', { body }, options),
  };
}

export function moderationsOf(api: Api) {
  return {
    create: (body: Body<'POST /moderations'>, options?: CallOptions) =>
      api.call('POST /moderations', { body }, options),
  };
}

export function codeOf(api: Api) {
  return {
    generate: (body: Body<'POST /code/generate'>, options?: CallOptions) =>
      api.call('POST /code/generate', { body: { ...body, stream: false } }, options),
    complete: (body: Body<'POST /code/complete'>, options?: CallOptions) =>
      api.call('POST /code/complete', { body: { ...body, stream: false } }, options),
    refactor: (body: Body<'POST /code/refactor'>, options?: CallOptions) =>
      api.call('POST /code/refactor', { body: { ...body, stream: false } }, options),
    explain: (body: Body<'POST /code/explain'>, options?: CallOptions) =>
      api.call('POST /code/explain', { body: { ...body, stream: false } }, options),
    /** Streams any of the four tasks. */
    stream: <T extends CodeTask>(task: T, body: Body<`POST /code/${T}`>, options?: CallOptions) =>
      api.stream<CodeChunk>(`POST /code/${task}`, { body: { ...body, stream: true } }, options),
    /** Runs a program in the service's sandbox. */
    run: (body: Body<'POST /code/run'>, options?: CallOptions) => api.call('POST /code/run', { body }, options),
    languages: (options?: CallOptions) => api.call('GET /code/languages', {}, options),
  };
}

export function modelsOf(api: Api) {
  return {
    list: (options?: CallOptions) => api.call('GET /models', {}, options),
    get: (id: string, options?: CallOptions) => api.call('GET /models/{id}', { params: { id } }, options),
  };
}
