// Routes of chat, plain completion and embeddings.
import { events, json, type Outcome } from '../../http/outcome.ts';
import { type Call, CHAT_BODY_LIMIT_BYTES, LONG_TEXT_BODY_LIMIT_BYTES, type Route, route } from '../../http/route.ts';
import type { ChatService } from './chat-service.ts';
import type { CompletionService } from './completion-service.ts';
import { leftOutHeaders } from './dialects/left-out.ts';
import type { EmbeddingService } from './embedding-service.ts';
import { plainChat } from './plain-chat.ts';
import { ChatReply, CompletionBody, CompletionReply, EmbeddingBody, EmbeddingReply, SentChatBody } from './schema.ts';
import type { StoredCompletions } from './stored-completions.ts';

export function chatRoutes(services: {
  chat: ChatService;
  completions: CompletionService;
  embeddings: EmbeddingService;
  stored: StoredCompletions;
}): Route[] {
  const { chat, completions, embeddings, stored } = services;
  const streamChat = async (call: Call<unknown, unknown, SentChatBody>): Promise<Outcome> => {
    const { leftOut, ...plain } = plainChat(call.body);
    const answering = plain.body.store ? stored : chat;
    return events(await answering.stream({ ...call, ...plain }), { charged: true, headers: leftOutHeaders(leftOut) });
  };
  return [
    route({
      method: 'POST',
      path: '/chat/completions',
      summary: 'Answer a chat, as a whole or as a stream',
      description:
        'Answers a conversation in OpenAI\'s shape, so that OpenAI clients work unchanged. With `stream: true` the answer comes as server-sent events and ends with `data: [DONE]`. `conversation_id: "new"` keeps the turns on the server; the next call then sends only the new message. `store: true` keeps the completion for GET /chat/completions. Charged by the tokens of prompt and answer; an interrupted stream costs what was delivered.',
      example: {
        body: { model: 'default', max_tokens: 40, messages: [{ role: 'user', content: 'Why is the sky blue?' }] },
      },
      billed: true,
      generates: true,
      caches: true,
      errors: ['not_found'],
      tag: 'chat',
      scope: 'chat:write',
      body: SentChatBody,
      reply: ChatReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: async (call) => {
        if (call.body.stream) return streamChat(call);
        const { leftOut, ...plain } = plainChat(call.body);
        const { body, receipt } = await (plain.body.store ? stored : chat).whole({ ...call, ...plain });
        return json(body, { receipt, headers: leftOutHeaders(leftOut) });
      },
    }),
    route({
      method: 'POST',
      path: '/chat/stream',
      summary: 'Answer a chat, always as a stream',
      description:
        'Takes the body of POST /chat/completions and always answers with server-sent events, whatever `stream` says. Each event is a chunk with `choices[].delta`; the stream ends with `data: [DONE]`. An error after the first chunk arrives as `data: {"error": …}`.',
      example: {
        body: { model: 'default', max_tokens: 40, messages: [{ role: 'user', content: 'Why is the sky blue?' }] },
      },
      billed: true,
      generates: true,
      caches: true,
      errors: ['not_found'],
      tag: 'chat',
      scope: 'chat:write',
      body: SentChatBody,
      reply: ChatReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      run: streamChat,
    }),
    route({
      method: 'POST',
      path: '/completions',
      summary: 'Complete a text',
      description:
        "Continues a text in OpenAI's legacy shape. Takes one prompt, several, or token ids where the model accepts them. Prefer POST /chat/completions for models that were trained on conversations.",
      example: { body: { model: 'default', max_tokens: 20, prompt: 'The capital of France is' } },
      billed: true,
      generates: true,
      caches: true,
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
      caches: true,
      description:
        'Turns each text into a vector of the same length, so that texts of similar meaning have a small angle between them. Takes up to 2,048 texts in one call. Charged by the tokens of the input. Many texts are read in parts: if one text is refused after others were read, those are charged, and the error says so.',
      example: { body: { model: 'default', input: ['A cat on a mat', 'A dog on a log'] } },
      billed: true,
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
