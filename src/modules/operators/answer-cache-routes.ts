// The operator's route of the answer cache.
import Type from 'typebox';
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import type { OperatorAnswerCache } from './answer-cache-service.ts';
import { inProduction, operatorOf, WRITE } from './kinds-of-routes.ts';
import { Reason } from './schema.ts';

const EmptyAct = Type.Object(
  {
    model: Type.Optional(
      Type.String({ description: 'Only answers of this model; absent: of all', minLength: 1, maxLength: 256 }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'EmptyAnswerCache' },
);

const EmptyReply = Type.Object(
  {
    object: Type.Literal('operator.answer_cache'),
    deleted: Type.Integer({ description: 'How many answers were deleted' }),
  },
  { title: 'OperatorAnswerCache' },
);

export function answerCacheRoutes(cache: OperatorAnswerCache): Route[] {
  return [
    route({
      ...WRITE,
      path: '/operator/answer-cache/empty',
      summary: 'Empty the answer cache of all accounts',
      description:
        'Deletes the answers that are kept for identical calls, of one model or of all, in both environments. Use it when a model got other weights, or its upstream other settings, under the same name.',
      example: { body: { model: 'default', reason: 'The model has new weights' } },
      body: EmptyAct,
      reply: EmptyReply,
      run: async (call) => json(await cache.empty(operatorOf(inProduction(call)), call.body)),
    }),
  ];
}
