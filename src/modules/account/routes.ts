// The routes of the account and its keys.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import {
  AccountPatch,
  AccountReply,
  Deleted,
  KeyList,
  KeyParams,
  KeyPatch,
  KeyReply,
  KeyTerms,
  Rotation,
} from './schema.ts';
import type { AccountService } from './service.ts';

export function accountRoutes(service: AccountService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/account',
      summary: 'Read the account',
      description: 'Shows the account of the key: its plan, its limits and its settings.',
      tag: 'account',
      scope: 'account:read',
      reply: AccountReply,
      run: async ({ caller }) => json(await service.read(caller)),
    }),
    route({
      method: 'PATCH',
      path: '/account',
      summary: 'Change the name or the attribution setting',
      description: 'Changes the name, or whether answers carry attribution. Waiving it doubles every price.',
      example: { body: { name: 'Example Ltd' } },
      tag: 'account',
      scope: 'account:write',
      body: AccountPatch,
      reply: AccountReply,
      run: async ({ caller, requestId, body }) => json(await service.change({ ...caller, requestId }, body)),
    }),
    route({
      method: 'GET',
      path: '/account/keys',
      summary: 'List the keys',
      description:
        'Lists the keys of this account and environment. Secrets are stored as hashes; `hint` shows the last characters.',
      tag: 'account',
      scope: 'account:read',
      reply: KeyList,
      run: async ({ caller }) => json(await service.listKeys(caller)),
    }),
    route({
      method: 'POST',
      path: '/account/keys',
      summary: 'Create a key; only this response contains its secret',
      description:
        'Creates a key for the environment of the calling key. A key cannot give more rights than it has itself, names the member who made it and may do what their role may do. Store `key`: only this answer contains it.',
      example: { body: { name: 'CI', scopes: ['chat', 'usage:read'], monthly_credit_cap: 500 } },
      statuses: [201],
      tag: 'account',
      scope: 'account:write',
      // A stored response would store the secret.
      idempotent: false,
      hasSecrets: true,
      body: KeyTerms,
      reply: KeyReply,
      run: async ({ caller, requestId, body }) =>
        json(await service.createKey({ ...caller, requestId }, body), { status: 201 }),
    }),
    route({
      method: 'PATCH',
      path: '/account/keys/:id',
      summary: 'Change a key',
      description:
        'Changes the name, scopes or limits of a key. Absent fields do not change. Takes effect within a second.',
      example: { body: { name: 'CI of the shop', requests_per_minute: 30 } },
      tag: 'account',
      scope: 'account:write',
      params: KeyParams,
      body: KeyPatch,
      reply: KeyReply,
      run: async ({ caller, requestId, params, body }) =>
        json(await service.changeKey({ ...caller, requestId }, params.id, body)),
    }),
    route({
      method: 'DELETE',
      path: '/account/keys/:id',
      summary: 'Revoke a key',
      description: 'Revokes a key within a second. It cannot be undone.',
      tag: 'account',
      scope: 'account:write',
      params: KeyParams,
      reply: Deleted,
      run: async ({ caller, requestId, params }) => json(await service.revokeKey({ ...caller, requestId }, params.id)),
    }),
    route({
      method: 'POST',
      path: '/account/keys/:id/rotate',
      summary: 'Give a key a new secret',
      description:
        'Gives a key a new secret. The old one stays valid for `overlap_seconds` (default: not at all), so that programs can switch.',
      example: { body: { overlap_seconds: 3600 } },
      tag: 'account',
      scope: 'account:write',
      idempotent: false,
      hasSecrets: true,
      params: KeyParams,
      body: Rotation,
      reply: KeyReply,
      run: async ({ caller, requestId, params, body }) =>
        json(await service.rotateKey({ ...caller, requestId }, params.id, body.overlap_seconds)),
    }),
  ];
}
