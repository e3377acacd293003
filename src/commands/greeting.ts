// The message after a start: the URLs, where mail goes, and on the first start the keys.
import { join } from 'node:path';
import { announceAccount } from '../app/events.ts';
import { createOwner } from '../app/first-start.ts';
import { BUILTIN_SALES_WARNING, sellsAtBuiltinCheckout } from '../config/loopback.ts';
import type { Config } from '../config/settings.ts';
import { makeWelcomeToken } from '../modules/account/welcome-link.ts';
import type { Database } from '../store/database.ts';

/** Creates the operator's account on the first start; only then the message contains the sign-in link and the keys. */
export async function greet(config: Config, database: Database): Promise<string> {
  const made = await createOwner(database, config, announceAccount);
  const dashboard = made
    ? `${config.publicUrl}/welcome/${await makeWelcomeToken(database.queries, made.account.id)}
             (this link signs you in once and is valid for a day; for a new one: npm run accounts -- link)`
    : `${config.publicUrl}/
             (for a link that signs you in: npm run accounts -- link)`;
  const keys = made
    ? `\nYour keys (save them now, they are not shown again; you can create more in the dashboard):\n  live     ${made.liveKey}\n  sandbox  ${made.testKey}\n\nTry it:\n  ${tryLine(config, made.liveKey)}\n`
    : '';
  const warning =
    config.allowBuiltinSales && sellsAtBuiltinCheckout(config) ? `\nWarning: ${BUILTIN_SALES_WARNING}\n` : '';
  return `
${config.serviceName} is running.
  API        ${config.publicUrl}/v1
  Sandbox    ${config.publicUrl}/sandbox/v1
  Docs       ${config.publicUrl}/docs
  Dashboard  ${dashboard}
${mailLine(config)}${warning}${keys}
`;
}

/** Links that reset a password or confirm an address are in mails: without a mail server somebody has to know where they are. */
function mailLine({ smtpUrl, dataDir }: Config): string {
  return smtpUrl ? '' : `  Mail       files in ${join(dataDir, 'mail')} (set SMTP_URL to send it)\n`;
}

function tryLine(config: Config, key: string): string {
  return `curl -N ${config.publicUrl}/v1/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"model":"atelier-chat-1","messages":[{"role":"user","content":"Write two lines about the sea."}],"stream":true,"max_tokens":120}'`;
}
