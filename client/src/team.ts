// The account's team: members, invitations, the log. Changes need a user who is signed in: with an API key they are refused.
import type { Api, Body, Query, Reply } from './api.ts';
import { Pages } from './pages.ts';
import type { CallOptions } from './transport.ts';

export function teamOf(api: Api) {
  type Entry = Reply<'GET /account/log'>['data'][number];
  const at = (id: string) => ({ params: { id } });
  return {
    members: (options?: CallOptions) => api.call('GET /account/members', {}, options),
    updateMember: (id: string, body: Body<'PATCH /account/members/{id}'>, options?: CallOptions) =>
      api.call('PATCH /account/members/{id}', { ...at(id), body }, options),
    removeMember: (id: string, options?: CallOptions) => api.call('DELETE /account/members/{id}', at(id), options),
    invitations: (options?: CallOptions) => api.call('GET /account/invitations', {}, options),
    /** Without an email address, the answer holds the link, this once. */
    invite: (body: Body<'POST /account/invitations'>, options?: CallOptions) =>
      api.call('POST /account/invitations', { body }, options),
    revokeInvitation: (id: string, options?: CallOptions) =>
      api.call('DELETE /account/invitations/{id}', at(id), options),
    previewInvitation: (token: string, options?: CallOptions) =>
      api.call('POST /account/invitations/preview', { body: { token } }, options),
    acceptInvitation: (token: string, options?: CallOptions) =>
      api.call('POST /account/invitations/accept', { body: { token } }, options),
    memberships: (options?: CallOptions) => api.call('GET /account/memberships', {}, options),
    switchTo: (accountId: string, options?: CallOptions) =>
      api.call('POST /account/switch', { body: { account_id: accountId } }, options),
    leave: (accountId: string, options?: CallOptions) =>
      api.call('POST /account/leave', { body: { account_id: accountId } }, options),
    log: (query?: Query<'GET /account/log'>, options?: CallOptions) =>
      new Pages<Entry>(api, 'GET /account/log', { query }, options),
  };
}
