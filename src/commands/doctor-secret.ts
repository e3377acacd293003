// The part of doctor that checks SECRET: whether it opens what is stored. It stores nothing itself.
import { findSecret } from '../app/secret.ts';
import { judgeSecret, wordsOfWrongSecret } from '../app/secret-probe.ts';
import { openStore } from '../app/store.ts';
import type { Config } from '../config/settings.ts';
import { createLog } from '../core/log.ts';
import type { Finding } from './doctor-limits.ts';

const DETAILS = {
  opens: 'opens what is stored',
  'opens without its probe': 'opens what is stored',
  'no probe yet': 'nothing is stored that another one has encrypted',
} as const;

export async function checkSecret(config: Config): Promise<Finding> {
  const name = config.secret ? 'SECRET' : 'SECRET (of the data folder)';
  try {
    const store = await openStore(config, createLog({ level: 'silent' }));
    try {
      const secret = findSecret(config.secret, config.dataDir);
      // An empty one opens nothing, so what it says is whether anything waits for the earlier one.
      const state = await judgeSecret(store.database.queries, secret ?? '');
      if (state === 'wrong') return { name, problem: wordsOfWrongSecret(config), detail: '' };
      return {
        name,
        problem: null,
        detail: secret === null ? 'not there yet: the first start makes it' : DETAILS[state],
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { name, problem: `cannot be checked: ${error instanceof Error ? error.message : error}`, detail: '' };
  }
}
