// Routes that list all models, one model, and the chat models.
import { json, type Route, route } from '../../http/route.ts';
import { Model, ModelList, ModelParams } from './schema.ts';
import type { ModelService } from './service.ts';

export function modelRoutes(models: ModelService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/models',
      summary: 'All models',
      tag: 'models',
      scope: 'chat:read',
      reply: ModelList,
      run: async ({ caller }) => json(models.list(caller)),
    }),
    route({
      method: 'GET',
      path: '/models/:id',
      summary: 'One model',
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
      tag: 'chat',
      scope: 'chat:read',
      reply: ModelList,
      run: async ({ caller }) => json(models.list(caller, 'chat')),
    }),
  ];
}
