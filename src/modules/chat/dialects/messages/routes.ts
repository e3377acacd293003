// Routes of Anthropic's Messages API, answered by the chat service.
import { CHAT_BODY_LIMIT_BYTES, events, json, type Route, route } from '../../../../http/route.ts';
import type { ChatService } from '../../chat-service.ts';
import { readAnswer } from '../answer-parts.ts';
import { readSteps } from '../chunks.ts';
import { OwnFields } from '../own-fields.ts';
import { messagesError } from './error.ts';
import { writeMessage } from './reply.ts';
import { chatBodyOf, countedBodyOf, ownNames } from './request.ts';
import { CountTokensBody, CountTokensReply, MessagesBody, MessagesReply } from './schema.ts';
import { writeStream } from './stream.ts';

export function messagesRoutes(chat: ChatService): Route[] {
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
        const call = { caller, requestId, signal, body: chatBodyOf(body) };
        const fields = new OwnFields(ownNames(body), call.body);
        if (!body.stream) {
          const { body: reply, receipt } = await fields.naming(chat.whole(call));
          return json(writeMessage(readAnswer(reply)), { receipt });
        }
        const steps = readSteps(await fields.naming(chat.stream(call)), fields);
        return events(writeStream(steps), { format: 'named', charged: true });
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
        const call = { caller, requestId, signal, body: countedBodyOf(body) };
        const fields = new OwnFields(ownNames(body), call.body);
        return json({ input_tokens: await fields.naming(chat.count(call)) });
      },
    }),
  ];
}
