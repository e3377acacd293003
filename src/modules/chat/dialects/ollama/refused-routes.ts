// The routes of Ollama's API that manage models: here the operator does that, so they refuse and say so.
import Type from 'typebox';
import { ServiceError } from '../../../../core/errors.ts';
import { type Method, type Route, route } from '../../../../http/route.ts';
import { ollamaError } from './errors.ts';
import { Refused } from './schema.ts';

const REFUSED: readonly (readonly [Method, string, string])[] = [
  ['POST', '/pull', 'Pull a model'],
  ['POST', '/push', 'Push a model'],
  ['POST', '/create', 'Create a model'],
  ['POST', '/copy', 'Copy a model'],
  ['DELETE', '/delete', 'Delete a model'],
];

export function refusedRoutes(): Route[] {
  return REFUSED.map(([method, path, what]) =>
    route({
      prefix: '/api',
      tag: 'ollama',
      errorShape: ollamaError,
      method,
      path,
      summary: `${what}: refused, because the operator manages the models`,
      description:
        "Models of this service are managed by its operator, so this call of Ollama's API always answers 501 and says so.",
      errors: ['not_implemented'],
      scope: 'chat:write',
      idempotent: false,
      body: Type.Object({}),
      reply: Refused,
      run: async () => {
        throw new ServiceError(
          'not_implemented',
          'Models of this service are managed by its operator (npm run models). GET /api/tags lists the models that you can use.',
        );
      },
    }),
  );
}
