// Routes that list all models, one model, and the chat models.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { Model, ModelList, ModelParams } from './schema.ts';
import type { ModelService } from './service.ts';

export function modelRoutes(models: ModelService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/models',
      summary: 'All models',
      description:
        'Lists every model of every module with its prices for this account. `ready` is false while the weights of a model are missing or are being downloaded.',
      tag: 'models',
      scope: 'chat:read',
      reply: ModelList,
      run: async ({ caller }) => json(models.list(caller)),
    }),
    route({
      method: 'GET',
      path: '/models/:id',
      summary: 'One model',
      description: 'Shows one model. Ids carry a version, so that a model never changes under its id.',
      tag: 'models',
      scope: 'chat:read',
      params: ModelParams,
      reply: Model,
      run: async ({ caller, params }) => json(models.read(caller, params.id)),
    }),
    route({
      method: 'GET',
      path: '/chat/models',
      summary: 'List the chat models',
      description: 'Lists the models that POST /chat/completions takes. The same as GET /models, filtered.',
      tag: 'chat',
      scope: 'chat:read',
      reply: ModelList,
      run: async ({ caller }) => json(models.list(caller, 'chat')),
    }),
  ];
}
