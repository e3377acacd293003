// The route that says how long content of the account is kept.
import Type from 'typebox';
import { RETENTION_KINDS } from '../../core/retention.ts';
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import type { RetentionService } from './retention-service.ts';

const Days = Type.Union([Type.Integer(), Type.Null()], { description: 'Days; null: until you delete it' });

const RetentionReply = Type.Object(
  {
    object: Type.Literal('account.retention'),
    kinds: Type.Array(
      Type.Object({
        kind: Type.Enum([...RETENTION_KINDS], { description: 'What is kept' }),
        days: Days,
        set_by: Type.Enum(['service', 'plan'], { description: 'Whether the plan says other than the service' }),
      }),
    ),
  },
  { title: 'AccountRetention' },
);

export function retentionRoutes(service: RetentionService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/account/retention',
      summary: 'Read how long content is kept',
      description:
        'Says for each kind of content how many days it is kept, with the plan that the account has now: `prompts` of finished work, `jobs`, `batches`, `conversations` since their last message, stored `responses` and completions, `vector_stores` since their last use, made `files`, `uploads`, and the `request_log` with its `request_bodies`. Ledger, payments and invoices are kept as law requires.',
      tag: 'account',
      scope: 'account:read',
      reply: RetentionReply,
      run: async ({ caller }) => json(service.read(caller.plan)),
    }),
  ];
}
