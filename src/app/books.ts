// Wires accounting: invoices, credit notes, and the seals and proofs of ledgers.
import { bookRoutes } from '../modules/operators/book-routes.ts';
import { OperatorBooks } from '../modules/operators/book-service.ts';
import { DocumentPdfs } from '../modules/payments/document-pdf.ts';
import { LedgerProofs } from '../modules/payments/ledger-proofs.ts';
import { proofPages } from '../modules/payments/proof-pages.ts';
import { proofRoutes } from '../modules/payments/proof-routes.ts';
import { Receipts } from '../modules/payments/receipts.ts';
import { LEDGER_KEYS, SealKeys } from '../money/proof/seal-keys.ts';
import { LedgerSealing } from '../money/proof/sealing.ts';
import { Recognition } from '../money/revenue/recognition.ts';
import { createSeal } from '../outbox/seal.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

const SEAL_EVERY_MS = 60_000;
const DOCUMENTS_EVERY_MS = 30_000;
/** The books also do it when they are read. */
const REVENUE_EVERY_MS = 10 * 60_000;

export interface Books extends Area {
  receipts: Receipts;
}

export function buildBooks({ config, database, secret, log }: SharedParts): Books {
  const keys = new SealKeys({ database, seal: createSeal(secret, LEDGER_KEYS), log });
  const sealing = new LedgerSealing({ database, keys });
  const proofs = new LedgerProofs({ database, keys, sealing });
  const recognition = new Recognition(database);
  const books = new OperatorBooks({
    database,
    sealAll: () => sealing.run(),
    recogniseAll: () => recognition.run(),
  });
  const { serviceName, serviceUrl } = config;
  const receipts = new Receipts({ database, pdfs: new DocumentPdfs(), issuer: { serviceName, serviceUrl } });
  return {
    receipts,
    routes: [...proofRoutes(proofs), ...bookRoutes(books)],
    pages: proofPages(proofs),
    chores: [
      { everyMs: SEAL_EVERY_MS, isSkippedAtStop: true, run: () => sealing.run() },
      { everyMs: REVENUE_EVERY_MS, isSkippedAtStop: true, run: () => recognition.run() },
      { everyMs: DOCUMENTS_EVERY_MS, isSkippedAtStop: true, run: () => receipts.documentMissing() },
    ],
  };
}
