// Routes of OpenAI's Responses API.
import { events, json } from '../../../../http/outcome.ts';
import { CHAT_BODY_LIMIT_BYTES, type Route, route } from '../../../../http/route.ts';
import { leftOutHeaders } from '../left-out.ts';
import { CompactBody, CompactReply } from './compact-schema.ts';
import {
  CountBody,
  InputItemList,
  InputItemsQuery,
  InputTokens,
  ResponseDeleted,
  ResponseParams,
  ResponseQuery,
  ResponseReply,
  ResponsesBody,
} from './schema.ts';
import type { ResponseService } from './service.ts';

export function responsesRoutes(responses: ResponseService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/responses',
      summary: "Answer in the form of OpenAI's Responses API",
      description:
        'Takes the body of the OpenAI Responses API and answers in its form, so that clients written for it work unchanged. Responses are stored unless `store` is false; `previous_response_id` continues one. With `background` the answer is written without a connection: this call returns at once, GET /responses/{id} shows it, and an answer whose process dies is begun again, or fails if a part of its stream was read. Charged by tokens, as POST /chat/completions is.',
      example: { body: { model: 'default', input: 'Why is the sky blue?', max_output_tokens: 40 } },
      billed: true,
      generates: true,
      caches: true,
      errors: ['not_found', 'not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: ResponsesBody,
      reply: ResponseReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: async (call) => {
        if (call.body.background) {
          const ordered = await responses.order(call);
          if (!call.body.stream) return json(ordered);
          const { caller, signal } = call;
          return events(await responses.events(caller, { id: ordered.id, after: -1 }, signal), { format: 'named' });
        }
        if (call.body.stream) {
          const { events: items, failure, leftOut } = await responses.stream(call);
          return events(items, { format: 'named', charged: true, failure, headers: leftOutHeaders(leftOut) });
        }
        const { body, receipt, leftOut } = await responses.whole(call);
        return json(body, { receipt, headers: leftOutHeaders(leftOut) });
      },
    }),
    route({
      method: 'POST',
      path: '/responses/input_tokens',
      summary: 'Count the tokens of the input of a response',
      description:
        'Takes the body of POST /responses and says how many tokens its input has: items, instructions, tools and the responses before it. Nothing is generated, and nothing is charged. Exact for models of this machine; for upstreams it is an estimate.',
      example: { body: { model: 'default', input: 'Why is the sky blue?' } },
      errors: ['not_found', 'not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: CountBody,
      reply: InputTokens,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      idempotent: false,
      run: async (call) => json(await responses.count(call)),
    }),
    route({
      method: 'POST',
      path: '/responses/compact',
      summary: 'Compact a conversation that grew long',
      description:
        'The model writes down what is needed to go on. The answer holds the newest messages of the user and that note, encrypted for your account: send them as the input of the next call. Charged by tokens, as POST /responses is; nothing is stored.',
      example: { body: { model: 'default', input: 'We agreed on blue walls. Which colour has the door?' } },
      billed: true,
      generates: true,
      errors: ['not_found', 'not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: CompactBody,
      reply: CompactReply,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: async (call) => {
        const { body, receipt } = await responses.compact(call);
        return json(body, { receipt });
      },
    }),
    route({
      method: 'GET',
      path: '/responses/:id',
      summary: 'Read a stored response',
      description:
        'Shows a stored response with its output, or how far one in the background is. With `stream`, the events of one that was ordered with `background` and `stream`, from the start or after the event that `starting_after` names, for two hours. Responses of other accounts and environments are a 404.',
      tag: 'chat',
      scope: 'chat:read',
      params: ResponseParams,
      query: ResponseQuery,
      reply: ResponseReply,
      streams: true,
      run: async ({ caller, params: { id }, query, signal }) => {
        const { stream, starting_after: after = -1 } = query;
        if (!stream) return json(await responses.read(caller, id));
        return events(await responses.events(caller, { id, after }, signal), { format: 'named' });
      },
    }),
    route({
      method: 'DELETE',
      path: '/responses/:id',
      summary: 'Delete a stored response',
      description: 'Deletes a stored response. A later call cannot continue it any more.',
      tag: 'chat',
      scope: 'chat:write',
      params: ResponseParams,
      reply: ResponseDeleted,
      run: async ({ caller, params }) => json(await responses.remove(caller, params.id)),
    }),
    route({
      method: 'POST',
      path: '/responses/:id/cancel',
      summary: 'Cancel a response in the background',
      description:
        'Stops the answer. Before it runs that is free; later it pays as a call whose client leaves. Cancelling again changes nothing. Responses that were not ordered with `background` are refused.',
      tag: 'chat',
      scope: 'chat:write',
      params: ResponseParams,
      reply: ResponseReply,
      idempotent: false,
      run: async ({ caller, params }) => json(await responses.cancel(caller, params.id)),
    }),
    route({
      method: 'GET',
      path: '/responses/:id/input_items',
      summary: 'List the input of a stored response',
      description: 'Lists what a stored response was the answer to, newest first unless `order` says otherwise.',
      tag: 'chat',
      scope: 'chat:read',
      params: ResponseParams,
      query: InputItemsQuery,
      reply: InputItemList,
      run: async ({ caller, params, query }) => json(await responses.inputItems(caller, params.id, query)),
    }),
  ];
}
