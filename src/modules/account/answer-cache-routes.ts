// Routes of an account's answer cache: what it holds, and emptying it.
import Type from 'typebox';
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import type { AnswerCacheService } from './answer-cache-service.ts';

const CacheReply = Type.Object(
  {
    object: Type.Literal('account.answer_cache'),
    entries: Type.Integer({ description: 'Answers that are kept for identical calls' }),
    bytes: Type.Integer({ description: 'What they take' }),
    max_bytes: Type.Integer({ description: 'What they may take; beyond it the oldest go' }),
    seconds: Type.Integer({ description: 'How long, for keys that do not say otherwise; 0: not at all' }),
    price_permille: Type.Integer({
      description: 'What such an answer costs, in thousandths of what the call would cost',
    }),
  },
  { title: 'AnswerCache' },
);

const EmptyQuery = Type.Object({
  model: Type.Optional(Type.String({ description: 'Only answers of this model', maxLength: 256 })),
});

const EmptyReply = Type.Object(
  {
    object: Type.Literal('account.answer_cache'),
    deleted: Type.Integer({ description: 'How many answers were deleted' }),
  },
  { title: 'EmptiedAnswerCache' },
);

export function answerCacheRoutes(service: AnswerCacheService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/account/answer-cache',
      summary: 'Read what the answer cache holds',
      description:
        'Says how many answers are kept for identical calls in this environment, what they take of what the plan allows, and what such an answer costs. Keys turn the cache on with `answer_cache_seconds`.',
      tag: 'account',
      scope: 'account:read',
      reply: CacheReply,
      run: async ({ caller }) => json(await service.read(caller)),
    }),
    route({
      method: 'DELETE',
      path: '/account/answer-cache',
      summary: 'Empty the answer cache',
      description:
        'Deletes the kept answers of all keys in this environment, or those of one model. The next identical calls are answered anew.',
      example: { query: { model: 'default' } },
      tag: 'account',
      scope: 'account:write',
      query: EmptyQuery,
      reply: EmptyReply,
      run: async ({ caller, query }) => json(await service.empty(caller, query.model)),
    }),
  ];
}
