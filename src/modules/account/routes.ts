// The routes of the account and its keys.
import { json, type Route, route } from '../../http/route.ts';
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
      tag: 'account',
      scope: 'account:read',
      reply: AccountReply,
      run: async ({ caller }) => json(await service.read(caller)),
    }),
    route({
      method: 'PATCH',
      path: '/account',
      summary: 'Change the name or the attribution setting',
      tag: 'account',
      scope: 'account:write',
      body: AccountPatch,
      reply: AccountReply,
      run: async ({ caller, body }) => json(await service.change(caller, body)),
    }),
    route({
      method: 'GET',
      path: '/account/keys',
      summary: 'List the keys',
      tag: 'account',
      scope: 'account:read',
      reply: KeyList,
      run: async ({ caller }) => json(await service.listKeys(caller)),
    }),
    route({
      method: 'POST',
      path: '/account/keys',
      summary: 'Create a key; only this response contains its secret',
      tag: 'account',
      scope: 'account:write',
      // A stored response would store the secret.
      idempotent: false,
      body: KeyTerms,
      reply: KeyReply,
      run: async ({ caller, body }) => json(await service.createKey(caller, body), { status: 201 }),
    }),
    route({
      method: 'PATCH',
      path: '/account/keys/:id',
      summary: 'Change a key',
      tag: 'account',
      scope: 'account:write',
      params: KeyParams,
      body: KeyPatch,
      reply: KeyReply,
      run: async ({ caller, params, body }) => json(await service.changeKey(caller, params.id, body)),
    }),
    route({
      method: 'DELETE',
      path: '/account/keys/:id',
      summary: 'Revoke a key',
      tag: 'account',
      scope: 'account:write',
      params: KeyParams,
      reply: Deleted,
      run: async ({ caller, params }) => json(await service.revokeKey(caller, params.id)),
    }),
    route({
      method: 'POST',
      path: '/account/keys/:id/rotate',
      summary: 'Give a key a new secret',
      tag: 'account',
      scope: 'account:write',
      idempotent: false,
      params: KeyParams,
      body: Rotation,
      reply: KeyReply,
      run: async ({ caller, params, body }) => json(await service.rotateKey(caller, params.id, body.overlap_seconds)),
    }),
  ];
}
