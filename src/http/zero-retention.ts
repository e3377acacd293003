// Refuses by name what needs storage, for calls that may leave nothing behind, and turns off what is stored unless it is refused.
import { ServiceError } from '../core/errors.ts';
import type { Route } from './route.ts';

/** Routes that only store, and what they store. Deleting is always possible. */
export const STORING: Readonly<Record<string, string>> = {
  'POST /conversations': 'Conversations',
  'POST /conversations/:id': 'Conversations',
  'POST /conversations/:id/items': 'Conversations',
  'PATCH /chat/conversations/:id': 'Conversations',
  'POST /chat/conversations/:id/branches': 'Conversations',
  'POST /chat/completions/:id': 'Stored completions',
  'POST /vector_stores': 'Vector stores',
  'POST /vector_stores/:id': 'Vector stores',
  'POST /vector_stores/:id/files': 'Vector stores',
  'POST /vector_stores/:id/files/:file_id': 'Vector stores',
  'POST /vector_stores/:id/file_batches': 'Vector stores',
  'POST /batches': 'Batches',
  'POST /files': 'Files',
  'POST /uploads': 'Uploads',
  'POST /uploads/:id/parts': 'Uploads',
  'POST /uploads/:id/complete': 'Uploads',
  'POST /builder/chat': 'Conversations with the builder',
  'PUT /builder/projects/:id/data': 'Data of applications',
  'PUT /builder/projects/:id/variables/:name': 'Variables of applications',
  'PUT /builder/projects/:id/files': 'Files of applications',
  'POST /builder/projects/:id/revert': 'Versions of applications',
  'PUT /builder/projects/:id/publication': 'Published applications',
  'POST /builder/projects/:id/shares': 'Share links',
  'POST /builder/projects/:id/push': 'Copies of applications',
  'PATCH /library/:id': 'The library',
  'POST /library/tags': 'The library',
  'POST /library/:id/shares': 'Share links',
};

/** Fields that ask for storage, and what they store. */
const FIELDS: Readonly<Record<string, string>> = {
  conversation_id: 'Conversations',
  conversation: 'Conversations',
  store: 'Stored answers',
  background: 'Answers in the background',
};

/** The body as it runs. Throws for what needs storage. */
export function withoutStorage({ method, path }: Pick<Route, 'method' | 'path'>, body: unknown): unknown {
  const feature = STORING[`${method} ${path}`];
  if (feature !== undefined) throw refusal(feature);
  if (typeof body !== 'object' || body === null || method !== 'POST') return body;
  for (const [field, stored] of Object.entries(FIELDS)) {
    const value = (body as Record<string, unknown>)[field];
    if (value !== undefined && value !== null && value !== false) throw refusal(stored, field);
  }
  return path === '/responses' ? { ...body, store: false } : body;
}

function refusal(feature: string, param?: string): ServiceError {
  return new ServiceError(
    'zero_retention',
    `${feature} need storage, and this key or its plan keeps nothing (zero retention). ${param === undefined ? 'Use another key.' : `Leave "${param}" out, or use another key.`}`,
    param === undefined ? {} : { param },
  );
}
