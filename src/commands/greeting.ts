// The message after a start: the URLs, where mail goes, and on the first start the link and the keys, or the file that holds them.
import { join } from 'node:path';
import { announceAccount } from '../app/events.ts';
import { type AccountKeys, createOwner } from '../app/first-start.ts';
import { BUILTIN_SALES_WARNING, sellsAtBuiltinCheckout } from '../config/loopback.ts';
import type { Config } from '../config/settings.ts';
import { makeWelcomeToken } from '../modules/account/welcome-link.ts';
import type { Database } from '../store/database.ts';
import { writeFirstStart } from './first-start-file.ts';

export interface Screen {
  /** Whether a person reads the output; otherwise it goes to a log that is kept and that others read. */
  isTerminal: boolean;
}

/** Creates the operator's account on the first start; only then are there a link and keys to show. */
export async function greet(config: Config, database: Database, { isTerminal }: Screen): Promise<string> {
  const made = await createOwner(database, config, announceAccount);
  const link = made && `${config.publicUrl}/welcome/${await makeWelcomeToken(database.queries, made.account.id)}`;
  if (!made || !link)
    return message(config, {
      dashboard: `${config.publicUrl}/`,
      hint: 'for a link that signs you in: npm run accounts -- link',
    });
  const keys = `\n${keysOf(config, made)}`;
  if (isTerminal)
    return message(config, {
      dashboard: link,
      hint: 'this link signs you in once and is valid for a day; for a new one: npm run accounts -- link',
      keys,
    });
  const path = await writeFirstStart(
    config.dataDir,
    `Dashboard  ${link}\n             (works once, for a day)\n${keys}`,
  );
  return message(config, {
    dashboard: `${config.publicUrl}/`,
    hint: `the link that signs you in, and your keys: ${path}\n              Delete this file once you have saved them.`,
  });
}

function message(config: Config, shown: { dashboard: string; hint: string; keys?: string }): string {
  const warning =
    config.allowBuiltinSales && sellsAtBuiltinCheckout(config) ? `\nWarning: ${BUILTIN_SALES_WARNING}\n` : '';
  return `
${config.serviceName} is running.
  API        ${config.publicUrl}/v1
  Sandbox    ${config.publicUrl}/sandbox/v1
  Docs       ${config.publicUrl}/docs
  Dashboard  ${shown.dashboard}
             (${shown.hint})
${mailLine(config)}${warning}${shown.keys ?? ''}
`;
}

/**
 * Mails contain the links that reset a password or confirm an address: without a mail server, the operator must know
 * where the mails are.
 */
function mailLine({ smtpUrl, dataDir }: Config): string {
  return smtpUrl ? '' : `  Mail       files in ${join(dataDir, 'mail')} (set SMTP_URL to send it)\n`;
}

function keysOf(config: Config, { liveKey, testKey }: AccountKeys): string {
  return `Your keys (save them now, they are not shown again; you can create more in the dashboard):
  live     ${liveKey}
  sandbox  ${testKey}

Try it:
  ${tryLine(config, liveKey)}
`;
}

function tryLine(config: Config, key: string): string {
  return `curl -N ${config.publicUrl}/v1/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"model":"atelier-chat-1","messages":[{"role":"user","content":"Write two lines about the sea."}],"stream":true,"max_tokens":120}'`;
}
