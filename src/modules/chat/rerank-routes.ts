// Routes of rerank, at the paths of Cohere's two versions, and of moderation.
import { errorBody } from '../../core/errors.ts';
import { json, type Outcome } from '../../http/outcome.ts';
import { type Call, type ErrorShape, LONG_TEXT_BODY_LIMIT_BYTES, type Route, route } from '../../http/route.ts';
import type { ModerationService } from './moderation-service.ts';
import { ModerationBody, ModerationReply, RerankBody, RerankReply } from './rerank-schema.ts';
import type { RerankService } from './rerank-service.ts';

/** Cohere's clients show `message`; the rest is this service's own error. */
export const cohereError: ErrorShape = (error, requestId) => {
  const body = errorBody(error, requestId);
  return { body: { message: body.error.message, ...body } };
};

export function rerankRoutes({
  rerank,
  moderation,
}: {
  rerank: RerankService;
  moderation: ModerationService;
}): Route[] {
  const rank = async (call: Call<unknown, unknown, RerankBody>): Promise<Outcome> => {
    const { body, receipt } = await rerank.rank(call);
    return json(body, { receipt });
  };
  const RANK = {
    method: 'POST' as const,
    path: '/rerank',
    description:
      'Sorts documents by how well they answer a query, best first, in the shape of Cohere and Jina. A reranker of an upstream reads query and document together; an embedding model compares their vectors, which is quick and judges details less well. `relevance_score` is between 0 and 1. Charged by the tokens, as embeddings are.',
    example: { body: { query: 'capital of France', documents: ['Flour and eggs', 'Paris is the capital of France'] } },
    billed: true,
    tag: 'chat',
    scope: 'chat:write' as const,
    body: RerankBody,
    reply: RerankReply,
    bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
    run: rank,
  };
  return [
    route({ ...RANK, summary: 'Sort documents by how well they answer a query' }),
    route({
      ...RANK,
      prefix: '/v2',
      summary: 'The same for clients of version 2 of the Cohere API',
      errorShape: cohereError,
    }),
    route({
      method: 'POST',
      path: '/moderations',
      summary: 'Classify texts and images by what is harmful in them',
      description:
        "Relayed to an upstream that offers a model for it, in OpenAI's shape; free of charge. Without such an upstream it answers 501 `not_implemented`.",
      example: { body: { input: 'Good morning.' } },
      errors: ['not_implemented', 'engine_failed', 'engine_unavailable', 'engine_timeout'],
      tag: 'chat',
      scope: 'chat:write',
      body: ModerationBody,
      reply: ModerationReply,
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async ({ body, caller, signal }) => json(await moderation.moderate(body, { caller, signal })),
    }),
  ];
}
