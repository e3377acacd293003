// Wires the books: the seals of ledgers with their proofs.
import { LedgerProofs } from '../modules/payments/ledger-proofs.ts';
import { proofPages } from '../modules/payments/proof-pages.ts';
import { proofRoutes } from '../modules/payments/proof-routes.ts';
import { LEDGER_KEYS, SealKeys } from '../money/proof/seal-keys.ts';
import { LedgerSealing } from '../money/proof/sealing.ts';
import { createSeal } from '../outbox/seal.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

const SEAL_EVERY_MS = 60_000;

export function buildBooks({ database, secret, log }: SharedParts): Area {
  const keys = new SealKeys({ database, seal: createSeal(secret, LEDGER_KEYS), log });
  const sealing = new LedgerSealing({ database, keys });
  const proofs = new LedgerProofs({ database, keys, sealing });
  return {
    routes: proofRoutes(proofs),
    pages: proofPages(proofs),
    chores: [{ everyMs: SEAL_EVERY_MS, isSkippedAtStop: true, run: () => sealing.run() }],
  };
}
