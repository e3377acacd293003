// Refuses a SECRET that cannot open what is stored: webhook secrets and second factors would be unreadable, and a start would hide it.

import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { MEDIA_KEYS } from '../marks/signing/media-keys.ts';
import { canOpenFactor } from '../modules/account/reseal-second-factors.ts';
import { PROJECT_VARIABLES } from '../modules/builder/variable-service.ts';
import { LEDGER_KEYS } from '../money/proof/seal-keys.ts';
import { createSeal, WEBHOOK_SECRETS } from '../outbox/seal.ts';
import type { Queries } from '../store/database.ts';
import {
  addProbe,
  listFactorSamples,
  listSealedSamples,
  putProbe,
  readProbe,
  type SealedPlace,
} from '../store/secret-probe.ts';
import { UPSTREAM_SECRETS } from '../upstreams/live-settings.ts';

const PROBE = 'secret probe';
const PURPOSES: Record<SealedPlace, string> = {
  webhooks: WEBHOOK_SECRETS,
  upstreams: UPSTREAM_SECRETS,
  ledger: LEDGER_KEYS,
  media: MEDIA_KEYS,
  variables: PROJECT_VARIABLES,
};

/** Stores the probe where there is none yet. */
export async function requireSecret(
  queries: Queries,
  secret: string,
  config: Pick<Config, 'secret' | 'dataDir'>,
): Promise<void> {
  const state = await judgeSecret(queries, secret);
  if (state === 'opens') return;
  if (state === 'wrong') throw new ConfigError(wordsOfWrongSecret(config));
  if (state === 'opens without its probe') return sealProbe(queries, secret);
  await addProbe(queries, createSeal(secret, PROBE).close(PROBE));
  // Another node, with another SECRET, may have been faster.
  const stored = await readProbe(queries);
  if (!stored || !isOpened(secret, PROBE, stored)) throw new ConfigError(wordsOfWrongSecret(config));
}

export type SecretState = 'opens' | 'opens without its probe' | 'no probe yet' | 'wrong';

/** Stores nothing. */
export async function judgeSecret(queries: Queries, secret: string): Promise<SecretState> {
  const probe = await readProbe(queries);
  if (probe && isOpened(secret, PROBE, probe)) return 'opens';
  const opened = await openSamples(queries, secret);
  // Without a probe, from an earlier release: its SECRET may have been changed by hand some day, so one that opens is enough.
  // With one: a node of an earlier release may have rotated SECRET, and left the probe.
  if (probe) return opened.length > 0 && opened.every(Boolean) ? 'opens without its probe' : 'wrong';
  return opened.length === 0 || opened.some(Boolean) ? 'no probe yet' : 'wrong';
}

export function sealProbe(queries: Queries, secret: string): Promise<void> {
  return putProbe(queries, createSeal(secret, PROBE).close(PROBE));
}

async function openSamples(queries: Queries, secret: string): Promise<boolean[]> {
  const factors = await listFactorSamples(queries);
  const samples = await listSealedSamples(queries);
  return [
    ...(await Promise.all(factors.map((factor) => canOpenFactor(secret, factor)))),
    ...samples.map(({ place, sealed }) => isOpened(secret, PURPOSES[place], sealed)),
  ];
}

export function isOpened(secret: string, purpose: string, sealed: Buffer): boolean {
  try {
    createSeal(secret, purpose).open(sealed);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong, and what helps. */
export function wordsOfWrongSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string {
  const earlier = secret
    ? 'Set SECRET to the value that this installation had before.'
    : `SECRET is not set, so it comes from ${join(dataDir, 'secret')}: put the earlier file back, or set SECRET to the value that the other nodes have.`;
  return [
    'SECRET is not the one with which the secrets in this database were encrypted: webhook secrets, second factors, keys of upstreams and variables of projects could not be read.',
    earlier,
    'To change SECRET, stop all nodes and use `npm run rotate-secret`; if one was interrupted, run it again.',
    'If the earlier value is lost: `npm run rotate-secret -- accept-loss` says what is lost with it, and lets the service start (docs/operations.md).',
  ].join('\n');
}
