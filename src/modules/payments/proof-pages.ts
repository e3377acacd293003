// The page with the public keys that verify proofs of ledgers.
import { answerJson, type Page, page } from '../../http/page.ts';
import type { LedgerProofs } from './ledger-proofs.ts';

export function proofPages(proofs: LedgerProofs): Page[] {
  return [
    page('GET', '/.well-known/ledger-keys.json', { run: async () => answerJson({ keys: await proofs.listKeys() }) }),
  ];
}
