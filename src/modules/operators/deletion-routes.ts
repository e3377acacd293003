// The operator's routes that delete an account, keep it, and export what it has for a person who asks for it.
import Type from 'typebox';
import { ServiceError } from '../../core/errors.ts';
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import { findDeletion, insertDeletion, withdrawDeletion } from '../../store/account-deletions.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { noSuchAccount } from './account-service.ts';
import type { AuditTrail } from './audit-trail.ts';
import { act, inProduction, operatorOf, READ, WRITE } from './kinds-of-routes.ts';
import { IdParams, ReasonedAct } from './schema.ts';

export interface Deletions {
  database: Database;
  trail: AuditTrail;
  waitingDays: number;
  /** Everything of the account as a zip file. */
  exportAccount(
    exported: { accountId: string; user: { id: string; email: string } | null; part: number },
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>;
}

const DeletionAct = Type.Object({
  ...ReasonedAct.properties,
  at_once: Type.Optional(Type.Boolean({ description: 'Without the waiting period. It cannot be undone' })),
});

const ExportAct = Type.Object({
  ...ReasonedAct.properties,
  part: Type.Optional(
    Type.Integer({ description: 'Files beyond the first 2 GB come in further parts', minimum: 1, maximum: 1000 }),
  ),
});

const Time = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const DeletionReply = Type.Object(
  {
    object: Type.Literal('operator.deletion'),
    account_id: Type.String(),
    status: Type.Enum(['none', 'waiting', 'running', 'done']),
    requested_at: Time('When the deletion was asked for'),
    due_at: Time('When it begins'),
    ended_at: Time('When nothing was left'),
    requested_by_operator: Type.Boolean({ description: 'The owner cannot withdraw it' }),
    problem: Type.Union([Type.String(), Type.Null()], { description: 'Why a deletion that has begun has to wait' }),
  },
  { title: 'OperatorDeletion' },
);

export function deletionRoutes({ database, trail, waitingDays, exportAccount }: Deletions): Route[] {
  const path = '/operator/accounts/:id/deletion';
  return [
    route({
      ...READ,
      path,
      summary: 'Read whether an account is deleted',
      description: 'Shows the request, the waiting period, and why a deletion that has begun has to wait.',
      params: IdParams,
      reply: DeletionReply,
      run: async (call) => json(await show(database, inProduction(call).params.id)),
    }),
    act(
      {
        path,
        summary: 'Delete an account for the person who asked for it',
        description:
          'As POST /account/deletion does, with the same waiting period unless `at_once`. Payments and invoices stay, as tax law requires. Kept in the audit log.',
        example: { body: { reason: 'Asked by letter of 3 May' } },
        body: DeletionAct,
        reply: DeletionReply,
        errors: ['access_denied'],
      },
      async (operator, id, { reason, at_once = false }) => {
        const entry = { action: 'account.delete', target: id, accountId: id, asked: { at_once }, reason } as const;
        await trail.perform(operator, entry, async (trx) => {
          const account = (await findAccount(trx, id)) ?? noSuchAccount(id);
          if (account.isOwner)
            throw new ServiceError('access_denied', "The operator's own account cannot be deleted.", { param: 'id' });
          await insertDeletion(trx, { accountId: id, memberId: null, days: at_once ? 0 : waitingDays });
          return { before: null, after: { due_at: (await findDeletion(trx, id))?.dueAt.toISOString() ?? null } };
        });
        return show(database, id);
      },
    ),
    act(
      {
        path: `${path}/undo`,
        summary: 'Keep an account that was to be deleted',
        description: 'Possible until the waiting period ends. Kept in the audit log.',
        example: { body: { reason: 'Asked by phone' } },
        body: ReasonedAct,
        reply: DeletionReply,
      },
      async (operator, id, { reason }) => {
        const entry = { action: 'account.keep', target: id, accountId: id, asked: {}, reason } as const;
        await trail.perform(operator, entry, async (trx) => {
          if (!(await withdrawDeletion(trx, id)))
            throw new ServiceError(
              'not_found',
              'No deletion of this account waits. One that has begun cannot be undone.',
            );
          return { before: null, after: null };
        });
        return show(database, id);
      },
    ),
    route({
      ...WRITE,
      path: '/operator/accounts/:id/export',
      summary: 'Download everything of an account for the person who asks for it',
      description:
        'The zip file of GET /account/export, prompts and files included: for requests by post and the like. Kept in the audit log with its reason.',
      example: { body: { reason: 'Request of 3 May for a copy of the data' } },
      idempotent: false,
      errors: ['not_found', 'rate_limit_exceeded'],
      params: IdParams,
      body: ExportAct,
      reply: fileReply('application/zip'),
      run: async (call) => {
        const { params, body, signal } = inProduction(call);
        const { id } = params;
        const part = body.part ?? 1;
        const account = (await findAccount(database.queries, id)) ?? noSuchAccount(id);
        const entry = {
          action: 'account.export',
          target: id,
          accountId: id,
          asked: { part },
          reason: body.reason,
        } as const;
        await trail.perform(operatorOf(call), entry, async () => ({ before: null, after: null }));
        const user = account.userId === null ? null : { id: account.userId, email: account.email };
        return bytes(exportAccount({ accountId: id, user, part }, signal), {
          contentType: 'application/zip',
          headers: {
            'content-disposition': `attachment; filename="${id}-${part}.zip"`,
            'cache-control': 'private, no-store',
          },
        });
      },
    }),
  ];
}

async function show({ queries }: Database, id: string): Promise<object> {
  if (!(await findAccount(queries, id))) noSuchAccount(id);
  const found = await findDeletion(queries, id);
  return {
    object: 'operator.deletion',
    account_id: id,
    status: found?.state ?? 'none',
    requested_at: found?.requestedAt.toISOString() ?? null,
    due_at: found?.dueAt.toISOString() ?? null,
    ended_at: found?.endedAt?.toISOString() ?? null,
    requested_by_operator: found !== undefined && found.memberId === null && found.state !== 'done',
    problem: found?.problem ?? null,
  };
}
