// rotate-secret: encrypts everything that SECRET protects with a new one. The service must be stopped; an interrupted run can be repeated.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSecret } from '../app/secret.ts';
import { sealProbe } from '../app/secret-probe.ts';
import { openStore } from '../app/store.ts';
import { loadConfig } from '../config/config.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import { lockMediaKeys, MEDIA_KEYS, putMediaKey } from '../marks/signing/media-keys.ts';
import { resealSecondFactors } from '../modules/account/reseal-second-factors.ts';
import { PROJECT_VARIABLES } from '../modules/builder/variable-service.ts';
import { LEDGER_KEYS, lockLedgerKeys, putLedgerKey } from '../money/proof/seal-keys.ts';
import { createSeal, type Seal, WEBHOOK_SECRETS } from '../outbox/seal.ts';
import type { Transaction } from '../store/database.ts';
import { lockUpstreamSecrets, putUpstreamSecret } from '../store/live-settings.ts';
import { endAllSessions, lockSealedSecrets, putSealedSecrets } from '../store/operators-secrets.ts';
import { lockDataFolder } from '../store/postgres/data-folder-lock.ts';
import { lockVariables, putSealedVariable } from '../store/project-variables.ts';
import { UPSTREAM_SECRETS } from '../upstreams/live-settings.ts';
import { acceptLoss } from './accept-lost-secret.ts';
import { print, readOptions } from './options.ts';

const MIN_CHARACTERS = 16;
const ENDED = 'ended: all users must sign in again';

export async function runRotateSecret(args: string[]): Promise<void> {
  const { json, verb } = readOptions(args, []);
  if (verb !== '' && verb !== 'accept-loss')
    throw new ConfigError(`rotate-secret knows no "${verb}". Known: accept-loss.`);
  const config = loadConfig();
  const unlock = lockDataFolder(config.dataDir);
  const draft = join(config.dataDir, 'secret.next');
  const store = await openStore(config, createLog({ level: 'warn' }));
  try {
    if (verb === 'accept-loss') {
      const secret = loadSecret(config.secret, config.dataDir);
      const lost = await store.database.transaction((trx) => acceptLoss(trx, secret));
      print(json, { ...lost, sessions: ENDED, next: 'start the service' });
      return;
    }
    const [before, after] = [loadSecret(config.secret, config.dataDir), await nextSecret(config, draft)];
    const resealed = await store.database.transaction((trx) => resealAll(trx, before, after));
    if (!config.secret) await rename(draft, join(config.dataDir, 'secret'));
    const next = config.secret ? 'set SECRET to the value of NEW_SECRET and start the service' : 'start the service';
    print(json, { ...resealed, sessions: ENDED, next });
  } finally {
    await store.close();
    unlock();
  }
}

/** The new secret is on disk before anything is encrypted with it, so that a crash cannot lose it. */
async function nextSecret(config: Config, draft: string): Promise<string> {
  if (!config.secret) {
    if (!existsSync(draft)) await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    return readFileSync(draft, 'utf8').trim();
  }
  const given = config.secretByName('NEW_SECRET') ?? '';
  if (given.length < MIN_CHARACTERS || given === config.secret)
    throw new ConfigError(
      `SECRET is set: set NEW_SECRET to a different value of at least ${MIN_CHARACTERS} characters (openssl rand -hex 32).`,
    );
  return given;
}

async function resealAll(trx: Transaction, before: string, after: string): Promise<Record<string, number>> {
  const counts = {
    webhook_secrets_resealed: await resealWebhooks(trx, before, after),
    second_factors_resealed: await resealSecondFactors(trx, before, after),
    upstream_keys_resealed: await resealUpstreams(trx, before, after),
    ledger_keys_resealed: await resealLedgerKeys(trx, before, after),
    media_keys_resealed: await resealMediaKeys(trx, before, after),
    project_variables_resealed: await resealVariables(trx, before, after),
  };
  await sealProbe(trx, after);
  await endAllSessions(trx);
  return counts;
}

/** Includes keys of earlier changes: one that no SECRET decrypts any more must not stop the rotation of the others. */
async function resealUpstreams(trx: Transaction, before: string, after: string): Promise<number> {
  const [oldSeal, newSeal] = [createSeal(before, UPSTREAM_SECRETS), createSeal(after, UPSTREAM_SECRETS)];
  let resealed = 0;
  for (const { id, sealed } of await lockUpstreamSecrets(trx)) {
    const key = tryToOpen(sealed, oldSeal) ?? tryToOpen(sealed, newSeal);
    if (key === undefined) continue;
    await putUpstreamSecret(trx, id, newSeal.close(key));
    resealed += 1;
  }
  return resealed;
}

/** A key that no SECRET decrypts any more signed earlier seals; verifying those takes only its public key. */
async function resealLedgerKeys(trx: Transaction, before: string, after: string): Promise<number> {
  const [oldSeal, newSeal] = [createSeal(before, LEDGER_KEYS), createSeal(after, LEDGER_KEYS)];
  let resealed = 0;
  for (const { id, sealed } of await lockLedgerKeys(trx)) {
    const key = tryToOpen(sealed, oldSeal) ?? tryToOpen(sealed, newSeal);
    if (key === undefined) continue;
    await putLedgerKey(trx, id, newSeal.close(key));
    resealed += 1;
  }
  return resealed;
}

/** A key that no SECRET decrypts any more signed earlier files; its certificate stays. */
async function resealMediaKeys(trx: Transaction, before: string, after: string): Promise<number> {
  const [oldSeal, newSeal] = [createSeal(before, MEDIA_KEYS), createSeal(after, MEDIA_KEYS)];
  let resealed = 0;
  for (const { id, sealed } of await lockMediaKeys(trx)) {
    const key = tryToOpen(sealed, oldSeal) ?? tryToOpen(sealed, newSeal);
    if (key === undefined) continue;
    await putMediaKey(trx, id, newSeal.close(key));
    resealed += 1;
  }
  return resealed;
}

/** Values that no SECRET decrypts any more stay unchanged, like those of upstreams. */
async function resealVariables(trx: Transaction, before: string, after: string): Promise<number> {
  const [oldSeal, newSeal] = [createSeal(before, PROJECT_VARIABLES), createSeal(after, PROJECT_VARIABLES)];
  let resealed = 0;
  for (const { sealed, ...place } of await lockVariables(trx)) {
    const value = tryToOpen(sealed, oldSeal) ?? tryToOpen(sealed, newSeal);
    if (value === undefined) continue;
    await putSealedVariable(trx, { ...place, sealed: newSeal.close(value) });
    resealed += 1;
  }
  return resealed;
}

function tryToOpen(sealed: Buffer, seal: Seal): string | undefined {
  try {
    return seal.open(sealed);
  } catch {
    return undefined;
  }
}

async function resealWebhooks(trx: Transaction, before: string, after: string): Promise<number> {
  const [oldSeal, newSeal] = [createSeal(before, WEBHOOK_SECRETS), createSeal(after, WEBHOOK_SECRETS)];
  const all = await lockSealedSecrets(trx);
  const reseal = (sealed: Buffer) => newSeal.close(openWithEither(sealed, oldSeal, newSeal));
  for (const { id, secret, previousSecret } of all)
    await putSealedSecrets(trx, {
      id,
      secret: reseal(secret),
      previousSecret: previousSecret && reseal(previousSecret),
    });
  return all.length;
}

/** Tries the new secret too: an earlier run may have died between its commit and the end. */
function openWithEither(sealed: Buffer, before: Seal, after: Seal): string {
  for (const seal of [before, after]) {
    try {
      return seal.open(sealed);
    } catch {
      // Try the other seal.
    }
  }
  throw new ConfigError(
    'A webhook secret can be decrypted neither with the old SECRET nor with the new one. Nothing was changed.',
  );
}
