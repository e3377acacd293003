// The routes of Ollama's API that manage models. Only the operator manages models here, so these routes refuse every call.
import { ServiceError } from '../../../../core/errors.ts';
import { type Method, type Route, route } from '../../../../http/route.ts';
import { ollamaError } from './errors.ts';
import { Refused, RefusedBody } from './schema.ts';

const NAMED = { model: 'llama3.2' };
const REFUSED: readonly (readonly [Method, string, string, RefusedBody])[] = [
  ['POST', '/pull', 'Pull a model', NAMED],
  ['POST', '/push', 'Push a model', NAMED],
  ['POST', '/create', 'Create a model', { ...NAMED, from: 'default' }],
  ['POST', '/copy', 'Copy a model', { source: 'default', destination: 'mine' }],
  ['DELETE', '/delete', 'Delete a model', NAMED],
];

export function refusedRoutes(): Route[] {
  return REFUSED.map(([method, path, what, body]) =>
    route({
      prefix: '/api',
      tag: 'ollama',
      errorShape: ollamaError,
      method,
      path,
      summary: `${what}: refused, because the operator manages the models`,
      description:
        "Models of this service are managed by its operator, so this call of Ollama's API always answers 501 and says so.",
      example: { body },
      errors: ['not_implemented'],
      scope: 'chat:write',
      idempotent: false,
      body: RefusedBody,
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
