// The operator's routes that delete an account, keep it, and export what it has for a person who asks for it.
import Type from 'typebox';
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import type { OperatorDeletions } from './deletion-service.ts';
import { act, inProduction, operatorOf, READ, WRITE } from './kinds-of-routes.ts';
import { IdParams, ReasonedAct } from './schema.ts';

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

export function deletionRoutes(deletions: OperatorDeletions): Route[] {
  const path = '/operator/accounts/:id/deletion';
  return [
    route({
      ...READ,
      path,
      summary: 'Read whether an account is deleted',
      description: 'Shows the request, the waiting period, and why a deletion that has begun has to wait.',
      params: IdParams,
      reply: DeletionReply,
      run: async (call) => json(await deletions.read(inProduction(call).params.id)),
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
      (operator, id, { reason, at_once: isAtOnce = false }) => deletions.request(operator, id, { reason, isAtOnce }),
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
      (operator, id, { reason }) => deletions.keep(operator, id, reason),
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
        const { reason, part = 1 } = body;
        return bytes(await deletions.export(operatorOf(call), id, { reason, part, signal }), {
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
