// Routes of the weights on this machine: the catalogue, the recommendation, and what an operator can do with a model.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { ModelRecommendation, WeightsList, WeightsReply } from './engine-reply.ts';
import { act, inProduction, READ } from './kinds-of-routes.ts';
import { PullAct, ReasonedAct, SimpleAct, UseAct } from './schema.ts';
import type { OperatorWeights } from './weights-service.ts';

export function weightsRoutes(weights: OperatorWeights): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/models',
      summary: 'List the catalogue of weights: which are present, which are being pulled',
      description: 'Lists the weights that this machine has or can pull, with their size and licence.',
      reply: WeightsList,
      run: async (call) => json(inProduction(call) && weights.list()),
    }),
    route({
      ...READ,
      path: '/operator/models/recommendation',
      summary: 'Say which models suit the machine of this node',
      description:
        'Looks at memory, cores, GPU and free disk, and names for each use the best model that runs well here, with the reason, and why better ones were not chosen.',
      reply: ModelRecommendation,
      run: async (call) => json(inProduction(call) && (await weights.recommend())),
    }),
    act(
      {
        path: '/operator/models/:id/pull',
        summary: 'Pull the weights of a model in the background',
        description:
          'Answers at once; GET /operator/models shows the progress. Weights that are present are not pulled again.',
        example: { body: { reason: 'Asked for by a customer' } },
        body: PullAct,
        reply: WeightsReply,
        errors: ['engine_unavailable'],
      },
      (operator, id, { reason = '', accept_licence: acceptLicence = false }) =>
        weights.pull(operator, id, { reason, acceptLicence }),
    ),
    act(
      {
        path: '/operator/models/:id/use',
        summary: 'Let a model answer for its use, or give the choice back to the service',
        description:
          'The model is loaded beside the one that answers now and takes over once it is ready; answers that have begun end on the old one.',
        example: { body: { reason: 'Better answers' } },
        body: UseAct,
        reply: WeightsReply,
      },
      (operator, id, { reason = '', chosen: isChosen = true }) => weights.use(operator, id, { reason, isChosen }),
    ),
    act(
      {
        path: '/operator/models/:id/verify',
        summary: 'Compare the checksums of a model in the background',
        description:
          'Answers at once; GET /operator/models shows the result in check. Damaged weights are not used until they are pulled again.',
        example: { body: { reason: 'After a disk failure' } },
        body: SimpleAct,
        reply: WeightsReply,
      },
      (operator, id, { reason }) => weights.verify(operator, id, reason ?? ''),
    ),
    act(
      {
        path: '/operator/models/:id/remove',
        summary: 'Remove the weights of a model from this machine',
        description: 'Frees the disk. Calls of the model fail until its weights are pulled again.',
        example: { body: { reason: 'Not used any more' } },
        body: ReasonedAct,
        reply: WeightsReply,
      },
      (operator, id, { reason }) => weights.remove(operator, id, reason),
    ),
  ];
}
