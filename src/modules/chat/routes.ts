// Routes of chat, plain completion and embeddings.
import {
  type Call,
  events,
  json,
  LONG_TEXT_BODY_LIMIT_BYTES,
  type Outcome,
  type Route,
  route,
} from '../../http/route.ts';
import type { ChatService } from './chat-service.ts';
import type { CompletionService } from './completion-service.ts';
import type { EmbeddingService } from './embedding-service.ts';
import { ChatBody, ChatReply, CompletionBody, CompletionReply, EmbeddingBody, EmbeddingReply } from './schema.ts';

/** Messages may contain images as data. */
const CHAT_BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export function chatRoutes(services: {
  chat: ChatService;
  completions: CompletionService;
  embeddings: EmbeddingService;
}): Route[] {
  const { chat, completions, embeddings } = services;
  const streamChat = async (call: Call<unknown, unknown, ChatBody>): Promise<Outcome> =>
    events(await chat.stream(call), { charged: true });
  return [
    route({
      method: 'POST',
      path: '/chat/completions',
      summary: 'Answer a chat, as a whole or as a stream',
      tag: 'chat',
      scope: 'chat:write',
      body: ChatBody,
      reply: ChatReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: async (call) => {
        if (call.body.stream) return streamChat(call);
        const { body, receipt } = await chat.whole(call);
        return json(body, { receipt });
      },
    }),
    route({
      method: 'POST',
      path: '/chat/stream',
      summary: 'Answer a chat, always as a stream',
      tag: 'chat',
      scope: 'chat:write',
      body: ChatBody,
      reply: ChatReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: streamChat,
    }),
    route({
      method: 'POST',
      path: '/completions',
      summary: 'Complete a text',
      tag: 'chat',
      scope: 'chat:write',
      body: CompletionBody,
      reply: CompletionReply,
      streams: true,
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async (call) => {
        if (call.body.stream) return events(await completions.stream(call), { charged: true });
        const { body, receipt } = await completions.whole(call);
        return json(body, { receipt });
      },
    }),
    route({
      method: 'POST',
      path: '/embeddings',
      summary: 'Turn texts into vectors',
      tag: 'chat',
      scope: 'chat:write',
      body: EmbeddingBody,
      reply: EmbeddingReply,
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async (call) => {
        const { body, receipt } = await embeddings.embed(call);
        return json(body, { receipt });
      },
    }),
  ];
}
