// The forms of other APIs over the same models: OpenAI's Responses and Anthropic's Messages.
import type { Api, Body, OperationName, Query, Reply } from './api.ts';
import { ConnectionError, errorFromBody } from './errors.ts';
import type { CallOptions } from './transport.ts';

/** An event of a streamed answer, as the original API defines it; `type` says which. */
export interface DialectEvent {
  type: string;
  [member: string]: unknown;
}

export function messagesOf(api: Api) {
  type MessagesBody = Body<'POST /messages'>;
  return {
    create: (body: MessagesBody, options?: CallOptions) =>
      api.call('POST /messages', { body: { ...body, stream: false } }, options),
    /** From `message_start` to `message_stop`. */
    stream: (body: MessagesBody, options?: CallOptions) =>
      eventsUntil(api, ['message_stop'], { name: 'POST /messages', body, options }),
    /** Free of charge. */
    countTokens: (body: Body<'POST /messages/count_tokens'>, options?: CallOptions) =>
      api.call('POST /messages/count_tokens', { body }, options),
  };
}

/** OpenAI's Conversations: `conversation` of a response continues one. */
export function openConversationsOf(api: Api) {
  const at = (id: string) => ({ params: { id } });
  return {
    create: (body: Body<'POST /conversations'> = {}, options?: CallOptions) =>
      api.call('POST /conversations', { body }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /conversations/{id}', at(id), options),
    label: (id: string, metadata: Record<string, string>, options?: CallOptions) =>
      api.call('POST /conversations/{id}', { ...at(id), body: { metadata } }, options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /conversations/{id}', at(id), options),
    add: (id: string, items: Body<'POST /conversations/{id}/items'>['items'], options?: CallOptions) =>
      api.call('POST /conversations/{id}/items', { ...at(id), body: { items } }, options),
    items: (id: string, query?: Query<'GET /conversations/{id}/items'>, options?: CallOptions) =>
      api.call('GET /conversations/{id}/items', { ...at(id), query }, options),
    item: (id: string, itemId: string, options?: CallOptions) =>
      api.call('GET /conversations/{id}/items/{item_id}', { params: { id, item_id: itemId } }, options),
    deleteItem: (id: string, itemId: string, options?: CallOptions) =>
      api.call('DELETE /conversations/{id}/items/{item_id}', { params: { id, item_id: itemId } }, options),
  };
}

export function responsesOf(api: Api) {
  type ResponsesBody = Body<'POST /responses'>;
  const at = (id: string) => ({ params: { id } });
  const ends = ['response.completed', 'response.incomplete', 'response.failed'];
  return {
    /** Stored unless `store` is false; `previous_response_id` continues one. */
    create: (body: ResponsesBody, options?: CallOptions) =>
      api.call('POST /responses', { body: { ...body, stream: false } }, options),
    /** From `response.created` to `response.completed`, `.incomplete` or `.failed`. */
    stream: (body: ResponsesBody, options?: CallOptions) =>
      eventsUntil(api, ends, { name: 'POST /responses', body, options }),
    get: (id: string, options?: CallOptions): Promise<Reply<'GET /responses/{id}'>> =>
      api.call('GET /responses/{id}', at(id), options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /responses/{id}', at(id), options),
    /** The tokens of the input that `create` would send. */
    countInput: (body: Body<'POST /responses/input_tokens'>, options?: CallOptions) =>
      api.call('POST /responses/input_tokens', { body }, options),
    inputItems: (id: string, query?: Query<'GET /responses/{id}/input_items'>, options?: CallOptions) =>
      api.call('GET /responses/{id}/input_items', { ...at(id), query }, options),
  };
}

/** These streams have no [DONE]: a certain event type marks their end. An error inside the stream is thrown. */
async function* eventsUntil(
  api: Api,
  ends: readonly string[],
  { name, body, options }: { name: OperationName; body: object; options: CallOptions | undefined },
): AsyncGenerator<DialectEvent> {
  for await (const { data } of api.serverEvents(name, { body: { ...body, stream: true } }, options)) {
    const event = JSON.parse(data) as DialectEvent;
    if (event.type === 'error') throw errorFromBody(event.error ? event : { error: event }, {});
    yield event;
    if (ends.includes(event.type)) return;
  }
  throw new ConnectionError('The stream ended before it was done.', { code: 'stream_broken' });
}
