// The JSON API: /api/{entity} and /api/{entity}/{id}, each record checked before it is kept.
import { randomUUID } from 'node:crypto';
import { schema } from '../public/data/schema.js';
import { validateRecord } from '../public/lib/validate.js';

const LIMIT_BYTES = 1_000_000;

export async function handleApi({ request, response, pathname, repository, accounts }) {
  const [, , entity, id] = pathname.split('/').map(decodeURIComponent);
  if (entity === 'auth') return accounts.handle(request, response, id, () => readBody(request));
  if (entity === 'all' && request.method === 'GET') return send(response, 200, repository.all());
  if (!Object.hasOwn(schema, entity)) return send(response, 404, { error: 'There is no such list.' });
  const handler = (id ? ONE : MANY)[request.method];
  if (!handler) return send(response, 405, { error: `${request.method} is not possible here.` });
  return handler({ request, response, repository, entity, id });
}

const MANY = {
  GET: ({ response, repository, entity }) => send(response, 200, { data: repository.list(entity) }),
  POST: async ({ request, response, repository, entity }) => {
    const { values, errors, ok } = validateRecord(schema[entity], await readBody(request));
    if (!ok) return send(response, 400, { errors });
    return send(response, 201, repository.put(entity, { id: randomUUID(), ...values }));
  },
};

const ONE = {
  GET: ({ response, repository, entity, id }) => {
    const record = repository.find(entity, id);
    return record ? send(response, 200, record) : send(response, 404, { error: 'There is no such record.' });
  },
  PUT: async ({ request, response, repository, entity, id }) => {
    const old = repository.find(entity, id) ?? {};
    const { values, errors, ok } = validateRecord(schema[entity], { ...old, ...(await readBody(request)) });
    return ok
      ? send(response, 200, repository.put(entity, { ...old, ...values, id }))
      : send(response, 400, { errors });
  },
  DELETE: ({ response, repository, entity, id }) => {
    if (!repository.remove(entity, id)) return send(response, 404, { error: 'There is no such record.' });
    response.writeHead(204);
    response.end();
  },
};

export function send(response, status, body, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function readBody(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > LIMIT_BYTES) throw Object.assign(new Error('The body is too large.'), { status: 413 });
  }
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw Object.assign(new Error('The body is not JSON.'), { status: 400 });
  }
}
