// The route that downloads the proof of a ledger.
import Type from 'typebox';
import { bytes } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import type { LedgerProofs } from './ledger-proofs.ts';

const ProofQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
      maxLength: 10,
      description: 'A day in UTC: the proof begins with the last seal before it. Everything if absent',
    }),
  ),
});

export function proofRoutes(proofs: LedgerProofs): Route[] {
  return [
    route({
      method: 'GET',
      path: '/payments/ledger-proof',
      summary: 'Download the ledger with its proof',
      description:
        'Sends every movement of credits as it is sealed, one JSON object per line: where the proof begins, the entries in order (amounts in micro-credits), and the signed seal over all of them. `examples/verify-ledger.mjs` checks it offline with the keys of `/.well-known/ledger-keys.json`; with an earlier proof it also finds entries that were changed since.',
      example: { query: {} },
      tag: 'payments',
      scope: 'payments:read',
      query: ProofQuery,
      reply: fileReply('application/x-ndjson'),
      run: async ({ caller, query }) =>
        bytes(await proofs.read(caller, query.from), {
          contentType: 'application/x-ndjson',
          headers: { 'content-disposition': 'attachment; filename="ledger-proof.ndjson"' },
        }),
    }),
  ];
}
