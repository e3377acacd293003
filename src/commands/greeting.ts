// What an operator reads after a start: the addresses, and on the first start the keys.
import { announceAccount } from '../app-events.ts';
import type { Config } from '../config.ts';
import { makeOwner } from '../first-start.ts';
import { makeWelcomeToken } from '../modules/account/welcome-link.ts';
import { findOwner } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';

/** Makes the owner's account where there is none yet. */
export async function greet(config: Config, database: Database): Promise<string> {
  const made = await makeOwner(database, config, announceAccount);
  const owner = await findOwner(database.queries);
  const token = owner ? await makeWelcomeToken(database.queries, owner.email) : '';
  const keys = made
    ? `\nYour keys, shown this once (keep them; more in the dashboard):\n  live     ${made.liveKey}\n  sandbox  ${made.testKey}\n\nTry it:\n  ${tryLine(config, made.liveKey)}\n`
    : '';
  return `
${config.serviceName} is running.
  API        ${config.publicUrl}/v1
  Sandbox    ${config.publicUrl}/sandbox/v1
  Docs       ${config.publicUrl}/docs
  Dashboard  ${config.publicUrl}/welcome/${token}
             (this link signs you in once, within a day)
${keys}
`;
}

function tryLine(config: Config, key: string): string {
  return `curl -N ${config.publicUrl}/v1/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"model":"atelier-chat-1","messages":[{"role":"user","content":"Write two lines about the sea."}],"stream":true,"max_tokens":120}'`;
}
