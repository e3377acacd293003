// When an owner verifies an email address, ends the ways in of anyone who signed up with it before, and reports them in
// the log and by email.
import { insertLog } from '../../store/account-log.ts';
import type { Database } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import { type DroppedWays, dropUnprovenWays } from '../../store/ways-in.ts';
import { payPendingGrantIn } from './sign-up.ts';

const WORDS = {
  passwords: ['the password', 'passwords'],
  sessions: ['a session', 'sessions'],
  passkeys: ['a passkey', 'passkeys'],
  second_factors: ['the second factor', 'second factors'],
  connected_services: ['a connected service', 'connected services'],
  keys: ['an API key', 'API keys'],
  members: ['a member', 'members'],
  invitations: ['an invitation', 'invitations'],
  webhooks: ['a webhook', 'webhooks'],
} as const satisfies Record<keyof Omit<DroppedWays, 'accountId' | 'email'>, readonly [string, string]>;

/** The user has proved to own the mailbox: by a reset token, or by a sign-in link. */
export function endUnprovenWays(
  parts: { database: Database; serviceName: string; publicUrl: string },
  userId: string,
  used: { keep?: string } = {},
): Promise<void> {
  return parts.database.transaction(async (trx) => {
    const dropped = await dropUnprovenWays(trx, userId, used);
    await payPendingGrantIn(trx, userId);
    if (!dropped) return;
    const { accountId, email, ...counts } = dropped;
    if (Object.values(counts).every((count) => count === 0)) return;
    await insertLog(trx, { accountId, keyId: null }, { action: 'ways_in.end', target: accountId, after: counts });
    await insertMail(trx, {
      recipient: email,
      subject: `Earlier ways into your ${parts.serviceName} account were ended`,
      body: `You have proved that ${email} is yours. Nobody had done so before, so everything that could open your account until now was ended: ${listOf(counts)}.\n\nIf this was you, sign in and set up again what you need: ${parts.publicUrl}/account`,
    });
  });
}

function listOf(counts: Omit<DroppedWays, 'accountId' | 'email'>): string {
  const names = Object.keys(WORDS) as (keyof typeof WORDS)[];
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => (counts[name] === 1 ? WORDS[name][0] : `${counts[name]} ${WORDS[name][1]}`))
    .join(', ');
}
