// Routes of Cohere's chat (version 2) and embeddings (both versions), for its clients.
import { events, json } from '../../../../http/outcome.ts';
import { CHAT_BODY_LIMIT_BYTES, LONG_TEXT_BODY_LIMIT_BYTES, type Route, route } from '../../../../http/route.ts';
import type { ChatService } from '../../chat-service.ts';
import type { EmbeddingService } from '../../embedding-service.ts';
import { cohereError } from '../../rerank-routes.ts';
import { readAnswer } from '../answer-parts.ts';
import { readSteps } from '../chunks.ts';
import { OwnFields } from '../own-fields.ts';
import { embeddingBodyOf, embedReplyOf } from './embeddings.ts';
import { chatBodyOf, OWN_NAMES } from './read-request.ts';
import { CohereChatBody, CohereChatReply, CohereEmbedBody, CohereEmbedBodyV2, CohereEmbedReply } from './schema.ts';
import { failedEnd, writeReply, writeStream } from './write-reply.ts';

export function cohereRoutes({ chat, embeddings }: { chat: ChatService; embeddings: EmbeddingService }): Route[] {
  const embed = {
    method: 'POST' as const,
    path: '/embed',
    billed: true,
    caches: true,
    tag: 'chat',
    scope: 'chat:write' as const,
    reply: CohereEmbedReply,
    bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
    errorShape: cohereError,
  };
  return [
    route({
      method: 'POST',
      prefix: '/v2',
      path: '/chat',
      summary: "Answer a chat in the form of Cohere's API",
      description:
        "Takes the body of version 2 of Cohere's chat and answers in its form, whole or as a stream, with tools and documents. Charged by tokens, as POST /chat/completions is.",
      example: {
        body: { model: 'default', max_tokens: 40, messages: [{ role: 'user', content: 'Why is the sky blue?' }] },
      },
      billed: true,
      generates: true,
      caches: true,
      errors: ['not_implemented'],
      tag: 'chat',
      scope: 'chat:write',
      body: CohereChatBody,
      reply: CohereChatReply,
      streams: true,
      bodyLimitBytes: CHAT_BODY_LIMIT_BYTES,
      errorShape: cohereError,
      run: async ({ caller, requestId, signal, body }) => {
        const asked = chatBodyOf(body);
        const call = { caller, requestId, signal, body: asked };
        const fields = new OwnFields(OWN_NAMES, asked);
        if (!body.stream) {
          const { body: reply, receipt } = await fields.naming(chat.whole(call));
          return json(writeReply(readAnswer(reply)), { receipt });
        }
        const items = await fields.naming(chat.stream(call));
        return events(writeStream(readSteps(items, fields)), { format: 'named', charged: true, failure: failedEnd });
      },
    }),
    route({
      ...embed,
      summary: "Vectors of texts in the form of Cohere's API",
      description:
        "Takes the body of version 1 of Cohere's embeddings and answers in its form. Charged by tokens, as POST /embeddings is.",
      example: { body: { texts: ['Flour and eggs'], input_type: 'search_document' } },
      body: CohereEmbedBody,
      run: async (call) => {
        const asked = embeddingBodyOf(call.body);
        const fields = new OwnFields(EMBED_NAMES, asked);
        const { body, receipt } = await fields.naming(embeddings.embed({ ...call, body: asked }));
        const forms = call.body.embedding_types;
        return json(embedReplyOf(body, { texts: asked.input, forms, isByForm: false }), { receipt });
      },
    }),
    route({
      ...embed,
      prefix: '/v2',
      summary: 'The same for clients of version 2 of the Cohere API',
      description:
        "Takes the body of version 2 of Cohere's embeddings and answers in its form. Charged by tokens, as POST /embeddings is.",
      example: { body: { model: 'default', texts: ['Flour and eggs'], input_type: 'search_document' } },
      body: CohereEmbedBodyV2,
      run: async (call) => {
        const asked = embeddingBodyOf(call.body);
        const fields = new OwnFields(EMBED_NAMES, asked);
        const { body, receipt } = await fields.naming(embeddings.embed({ ...call, body: asked }));
        const forms = call.body.embedding_types;
        return json(embedReplyOf(body, { texts: asked.input, forms, isByForm: true }), { receipt });
      },
    }),
  ];
}

const EMBED_NAMES = { input: 'texts', dimensions: 'output_dimension' };
