// Schemas of the record for lawyers: what is stored where and how long, and who else gets it.
import Type, { type Static } from 'typebox';
import { RETENTION_KINDS } from '../../core/retention.ts';

const Text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const Language = Type.Optional(Type.Enum(['en', 'de'], { description: 'Default: en' }));

export const DataProtectionQuery = Type.Object({ language: Language });

export const AgreementQuery = Type.Object({
  format: Type.Optional(Type.Enum(['markdown', 'html'], { description: 'Default: markdown' })),
  language: Language,
});
export type AgreementQuery = Static<typeof AgreementQuery>;

const Days = Type.Integer({ description: 'Days; 0: until its owner deletes it' });

export const DataProtectionReply = Type.Object(
  {
    object: Type.Literal('operator.data_protection'),
    service: Type.Object({ name: Type.String(), url: Type.String() }),
    seller: Type.Union(
      [
        Type.Object({
          name: Type.String(),
          address: Type.Array(Type.String()),
          country: Type.String(),
          vat_id: Text('The VAT id'),
          register: Text('The register'),
          directors: Text('The directors'),
          email: Text('The address for questions'),
        }),
        Type.Null(),
      ],
      { description: 'Null until the seller is set in the live settings' },
    ),
    places: Type.Array(
      Type.Object({
        holds: Type.Enum(['database', 'files', 'limits', 'database_log']),
        host: Text('The host; null: the machine of the service'),
        region: Text('The region of a bucket'),
      }),
    ),
    retention: Type.Array(
      Type.Object({
        kind: Type.Enum([...RETENTION_KINDS]),
        meaning: Type.String(),
        days: Days,
        plans: Type.Array(Type.Object({ plan: Type.String(), days: Days }), { description: 'Plans that differ' }),
      }),
    ),
    logs: Type.Object(
      { account_log: Days, usage: Days, events: Days, deletion_waits: Days },
      { description: 'Days; `deletion_waits`: before a deleted account is erased' },
    ),
    zero_retention: Type.Object({
      plans: Type.Array(Type.String(), {
        description: 'Plans whose calls leave nothing behind; keys can ask for it, too',
      }),
      result_seconds: Type.Integer({ description: 'How long results of jobs can be fetched' }),
    }),
    processors: Type.Array(
      Type.Object({
        role: Type.Enum([
          'models',
          'mail',
          'files',
          'payments',
          'telemetry',
          'search',
          'captcha',
          'sign_in',
          'database',
          'limits',
        ]),
        name: Type.String(),
        makes: Text('What an upstream makes'),
        provider: Text('The provider, where the settings name it'),
        host: Text('The host without path and credentials'),
        country: Text('The home of the provider, where it is known; null: to be filled in'),
        own: Type.Boolean({ description: 'It runs on machines of the operator, as far as its address says' }),
        receives: Type.String(),
        asked_not_to_store: Type.Union([Type.Enum(['zero_retention_calls', 'no']), Type.Null()], {
          description: '`no`: its API has no word for it. Null where this does not apply',
        }),
      }),
    ),
    measures: Type.Array(Type.String(), {
      description: 'Technical and organisational measures, as the service has them',
    }),
  },
  { title: 'DataProtection' },
);
export type DataProtectionReply = Static<typeof DataProtectionReply>;
