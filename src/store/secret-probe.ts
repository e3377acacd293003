// The sealed value that tells whether SECRET is the right one, and samples of what else is encrypted with it.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Where a sample is stored says which seal opens it. */
export type SealedPlace = 'webhooks' | 'upstreams' | 'ledger' | 'media' | 'variables';

export interface SealedSample {
  place: SealedPlace;
  sealed: Buffer;
}

/** The newest of each kind: older ones may be unreadable since a loss that was accepted long ago. */
const SAMPLES = 20;

export async function readProbe(queries: Queries): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from secret_probe`.execute(queries);
  return rows[0]?.sealed;
}

/** Keeps what another node has stored meanwhile. */
export async function addProbe(queries: Queries, sealed: Buffer): Promise<void> {
  await sql`insert into secret_probe (sealed) values (${sealed}) on conflict do nothing`.execute(queries);
}

export async function putProbe(queries: Queries, sealed: Buffer): Promise<void> {
  await sql`insert into secret_probe (sealed) values (${sealed})
    on conflict (is_only) do update set sealed = excluded.sealed`.execute(queries);
}

export async function listSealedSamples(queries: Queries): Promise<SealedSample[]> {
  const [webhooks, upstreams, ledger, media, variables] = await Promise.all([
    sql<{
      sealed: Buffer;
    }>`select secret as sealed from webhook_endpoints order by created_at desc limit ${SAMPLES}`.execute(queries),
    sql<{ sealed: Buffer }>`select sealed from upstream_secrets order by created_at desc limit ${SAMPLES}`.execute(
      queries,
    ),
    sql<{ sealed: Buffer }>`select sealed from ledger_keys order by created_at desc, id desc limit 1`.execute(queries),
    sql<{ sealed: Buffer }>`select sealed from media_keys order by created_at desc, id desc limit 1`.execute(queries),
    sql<{ sealed: Buffer }>`select sealed from project_variables order by updated_at desc limit ${SAMPLES}`.execute(
      queries,
    ),
  ]);
  const at = (place: SealedPlace, { rows }: { rows: { sealed: Buffer }[] }) =>
    rows.map(({ sealed }) => ({ place, sealed }));
  return [
    ...at('webhooks', webhooks),
    ...at('upstreams', upstreams),
    ...at('ledger', ledger),
    ...at('media', media),
    ...at('variables', variables),
  ];
}

/** The library that signs users in encrypts them in its own way. */
export async function listFactorSamples(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ secret: string }>`
    select secret from auth_second_factors order by id desc limit ${SAMPLES}`.execute(queries);
  return rows.map(({ secret }) => secret);
}
