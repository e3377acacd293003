// Adds a rule to better-auth: paths that send a mail to the address in their body count for that address.
import { mayMail, TOO_MANY_MAILS } from './mail-limit.ts';
import type { SessionSettings } from './session-settings.ts';

/** Sign-ups, sign-in links and changes of address are counted where they send the mail. */
const SEND_MAILS = new Set(['/request-password-reset', '/send-verification-email']);

export async function mailLimit({ database }: Pick<SessionSettings, 'database'>) {
  const { APIError, createAuthMiddleware } = await import('better-auth/api');
  const handler = createAuthMiddleware(async (ctx) => {
    const { email } = (ctx.body ?? {}) as { email?: unknown };
    if (typeof email !== 'string' || (await mayMail(database.queries, email))) return;
    const { status, code, message } = TOO_MANY_MAILS;
    throw new APIError(status, { code, message });
  });
  const matcher = ({ path = '' }: { path?: string }) => SEND_MAILS.has(path);
  return { id: 'mail-limit', hooks: { before: [{ matcher, handler }] } };
}
