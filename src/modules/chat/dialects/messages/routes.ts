// Routes of Anthropic's Messages API, answered by the chat service.
import { CHAT_BODY_LIMIT_BYTES, events, json, type Route, route } from '../../../../http/route.ts';
import type { ChatService } from '../../chat-service.ts';
import { readAnswer } from '../answer-parts.ts';
import { readSteps } from '../chunks.ts';
import { leftOutHeaders } from '../left-out.ts';
import { OwnFields } from '../own-fields.ts';
import { type SealedThoughts, thoughtsOf } from '../sealed-thoughts.ts';
import { messagesError } from './error.ts';
import { writeMessage } from './reply.ts';
import { chatBodyOf, countedBodyOf, ownNames } from './request.ts';
import { CountTokensBody, CountTokensReply, MessagesBody, MessagesReply } from './schema.ts';
import { writeStream } from './stream.ts';

export function messagesRoutes(chat: ChatService, sealed: SealedThoughts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/messages',
      summary: "Answer a chat in the form of Anthropic's Messages API",
      description:
        'Takes the body of the Anthropic Messages API and answers in its form, so that clients written for it work unchanged. The key may be sent as `x-api-key`. Charged by tokens, as POST /chat/completions is.',
      example: {
        body: { model: 'default', max_tokens: 40, messages: [{ role: 'user', content: 'Why is the sky blue?' }] },
      },
      billed: true,
      errors: ['not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: MessagesBody,
      reply: MessagesReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      errorShape: messagesError,
      run: async ({ caller, requestId, signal, body }) => {
        const thoughts = thoughtsOf(sealed, caller.accountId);
        const { body: asked, leftOut } = chatBodyOf(body, thoughts);
        const headers = leftOutHeaders(leftOut);
        const hidden = body.thinking?.display === 'omitted' ? thoughts : undefined;
        const call = { caller, requestId, signal, body: asked };
        const fields = new OwnFields(ownNames(body), asked);
        if (!body.stream) {
          const { body: reply, receipt } = await fields.naming(chat.whole(call));
          return json(writeMessage(readAnswer(reply), hidden), { receipt, headers });
        }
        let promptTokens = Promise.resolve(0);
        const onPrompt = (count: () => Promise<number>) => {
          // A prompt that cannot be counted is no reason to fail: the last event has the exact usage.
          promptTokens = count().catch(() => 0);
        };
        const steps = readSteps(await fields.naming(chat.stream({ ...call, onPrompt })), fields);
        return events(writeStream(steps, { promptTokens, hidden }), { format: 'named', charged: true, headers });
      },
    }),
    route({
      method: 'POST',
      path: '/messages/count_tokens',
      summary: 'Count the tokens of a prompt without answering it, free of charge',
      description: 'Counts the tokens of a prompt with the tokenizer of the model, without answering it. Free.',
      example: { body: { model: 'default', messages: [{ role: 'user', content: 'Why is the sky blue?' }] } },
      errors: ['not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: CountTokensBody,
      reply: CountTokensReply,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      idempotent: false,
      errorShape: messagesError,
      run: async ({ caller, requestId, signal, body }) => {
        const { body: asked, leftOut } = countedBodyOf(body, thoughtsOf(sealed, caller.accountId));
        const fields = new OwnFields(ownNames(body), asked);
        const counted = await fields.naming(chat.count({ caller, requestId, signal, body: asked }));
        return json({ input_tokens: counted }, { headers: leftOutHeaders(leftOut) });
      },
    }),
  ];
}
