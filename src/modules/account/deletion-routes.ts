// The routes that export, hand over and delete an account. Only for users who are signed in.
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import { DeletionBody, DeletionReply, ExportQuery, HandoverBody, HandoverReply } from './deletion-schema.ts';
import type { DeletionService } from './deletion-service.ts';
import type { Exported, ExportService } from './export-service.ts';

export interface DeletionRouteParts {
  deletions: DeletionService;
  exports: ExportService;
  refuseOldSession(sessionId: string): Promise<void>;
}

export function deletionRoutes({ deletions, exports, refuseOldSession }: DeletionRouteParts): Route[] {
  const common = { tag: 'account', sessionOnly: true } as const;
  const change = { ...common, scope: 'account:write', errors: ['access_denied'] } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/account/export',
      summary: 'Download everything of the account as one zip file',
      description:
        'Sends all that the service has of the account, of both environments, and of the user who asks: keys without secrets, conversations, jobs, files, library, applications, usage, payments, logs, each as JSON with an index to read. Needs a sign-in within the last 15 minutes. One at a time. Only for users who are signed in.',
      scope: 'account:read',
      errors: ['access_denied', 'rate_limit_exceeded'],
      query: ExportQuery,
      reply: fileReply('application/zip'),
      run: async ({ caller, query, signal }) => {
        await refuseOldSession(caller.member?.sessionId ?? '');
        const { member, accountId } = caller;
        const user = member ? { id: member.userId, email: member.email } : null;
        return zipAnswer(exports, { accountId, user, part: query.part ?? 1 }, signal);
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/account/deletion',
      summary: 'Read whether the account is to be deleted',
      description:
        'Shows the request to delete the account and when the deletion begins. Only for users who are signed in.',
      scope: 'account:read',
      reply: DeletionReply,
      run: async ({ caller }) => json(await deletions.read(caller)),
    }),
    route({
      ...change,
      method: 'POST',
      path: '/account/deletion',
      summary: 'Delete the account after a waiting period',
      description:
        'Begins the waiting period, in which everything works and the request can be withdrawn. Then keys, sessions, conversations, jobs, files, library, applications, webhooks and users without another account are deleted for good, and subscriptions end; credits that are left lapse. Ledger, payments and invoices stay, as tax law requires. Needs a sign-in within the last 15 minutes. Only for an owner who is signed in.',
      example: { body: { email: 'ada@example.com' } },
      body: DeletionBody,
      reply: DeletionReply,
      run: async ({ caller, requestId, body }) => json(await deletions.request({ ...caller, requestId }, body)),
    }),
    route({
      ...change,
      method: 'DELETE',
      path: '/account/deletion',
      summary: 'Keep the account: withdraw the request to delete it',
      description: 'Possible until the waiting period ends. Only for users who are signed in.',
      errors: ['access_denied', 'not_found'],
      reply: DeletionReply,
      run: async ({ caller, requestId }) => json(await deletions.withdraw({ ...caller, requestId })),
    }),
    route({
      ...change,
      method: 'POST',
      path: '/account/handover',
      summary: 'Hand the account over to another owner',
      description:
        "Makes another owner the one for whom the account stands, with their address, so that the one who opened it can leave with POST /account/leave. A user whom no account has as a member any more is deleted. If the new owner has an account of their own, name the account's new address for mails. Needs a sign-in within the last 15 minutes. Only for users who are signed in.",
      example: { body: { member_id: 'member_0123456789abcdefghjkmnpqrs' } },
      errors: ['access_denied', 'missing_parameter'],
      body: HandoverBody,
      reply: HandoverReply,
      run: async ({ caller, requestId, body }) => json(await deletions.handOver({ ...caller, requestId }, body)),
    }),
  ];
}

function zipAnswer(exports: ExportService, exported: Exported, signal: AbortSignal) {
  return bytes(exports.export(exported, signal), {
    contentType: 'application/zip',
    headers: {
      'content-disposition': `attachment; filename="account-${exported.part}.zip"`,
      'cache-control': 'private, no-store',
    },
  });
}
