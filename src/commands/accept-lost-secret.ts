// rotate-secret accept-loss: the earlier SECRET is lost. Counts what cannot be decrypted any more, and lets the service start with the SECRET of today.

import { isOpened, sealProbe } from '../app/secret-probe.ts';
import { lockMediaKeys, MEDIA_KEYS } from '../marks/signing/media-keys.ts';
import { canOpenFactor } from '../modules/account/reseal-second-factors.ts';
import { PROJECT_VARIABLES } from '../modules/builder/variable-service.ts';
import { LEDGER_KEYS, lockLedgerKeys } from '../money/proof/seal-keys.ts';
import { WEBHOOK_SECRETS } from '../outbox/seal.ts';
import type { Transaction } from '../store/database.ts';
import { lockUpstreamSecrets } from '../store/live-settings.ts';
import { endAllSessions, lockSealedSecrets } from '../store/operators-secrets.ts';
import { lockVariables } from '../store/project-variables.ts';
import { lockSealedFactors } from '../store/second-factors.ts';
import { UPSTREAM_SECRETS } from '../upstreams/live-settings.ts';

/** Nothing is deleted: a SECRET that is found later opens it again. */
export async function acceptLoss(trx: Transaction, secret: string): Promise<Record<string, number>> {
  const lost = (purpose: string, all: readonly Buffer[]) => all.filter((one) => !isOpened(secret, purpose, one)).length;
  const sealedOf = (rows: readonly { sealed: Buffer }[]) => rows.map(({ sealed }) => sealed);
  const factors = await lockSealedFactors(trx);
  const opened = await Promise.all(factors.map((factor) => canOpenFactor(secret, factor.secret)));
  const webhooks = await lockSealedSecrets(trx);
  const counts = {
    webhook_secrets_lost: lost(
      WEBHOOK_SECRETS,
      webhooks.map((one) => one.secret),
    ),
    second_factors_lost: opened.filter((isOpen) => !isOpen).length,
    upstream_keys_lost: lost(UPSTREAM_SECRETS, sealedOf(await lockUpstreamSecrets(trx))),
    ledger_keys_lost: lost(LEDGER_KEYS, sealedOf(await lockLedgerKeys(trx))),
    media_keys_lost: lost(MEDIA_KEYS, sealedOf(await lockMediaKeys(trx))),
    project_variables_lost: lost(PROJECT_VARIABLES, sealedOf(await lockVariables(trx))),
  };
  await sealProbe(trx, secret);
  await endAllSessions(trx);
  return counts;
}
