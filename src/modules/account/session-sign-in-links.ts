// Adds endpoints to better-auth: a sign-in link is sent by email and used up by a POST, never by opening it.
import { isEmailAddress } from '../../core/email-address.ts';
import { randomToken } from '../../core/ids.ts';
import { insertSignInLink, takeSignInLink } from '../../store/sign-in-links.ts';
import { mayMail } from './mail-limit.ts';
import type { SessionSettings } from './session-settings.ts';
import { mayOpenAccount } from './sign-up.ts';
import { endUnprovenWays } from './unproven-ways.ts';

const GOOD_FOR_MS = 15 * 60 * 1000;
/** The maximum number of links to one address within that time: the requester need not be its owner. */
const MAX_FOR_ADDRESS = 3;
const TOKEN = /^[a-z0-9]{26}$/;
const LONGEST_INVITE = 200;

export async function signInLinks(settings: SessionSettings) {
  const { database, rules, captcha, publicUrl, serviceName, sendMail, log } = settings;
  const { APIError, createAuthEndpoint, formCsrfMiddleware } = await import('better-auth/api');
  const { setSessionCookie } = await import('better-auth/cookies');

  /** Without a solved captcha, a link opens no account either. */
  const opensAccount = async (email: string, invite: string) =>
    captcha === null && (await mayOpenAccount(database.queries, rules, { email, invite }));

  const mailLink = (to: string, { token, invite }: { token: string; invite: string }) => {
    const more = invite ? `&invite=${encodeURIComponent(invite)}` : '';
    return sendMail({
      to,
      subject: `Sign in to ${serviceName}`,
      text: `Open this link within 15 minutes and press "Sign in". It works once:\n\n${publicUrl}/sign-in-link#token=${token}${more}\n\nIf you did not ask for it, ignore this email: nothing has changed.`,
    });
  };

  return {
    id: 'sign-in-links',
    endpoints: {
      /** The answer is the same for every address, so that nobody can find out who has an account. */
      requestSignInLink: createAuthEndpoint(
        '/request-sign-in-link',
        { method: 'POST', use: [formCsrfMiddleware] },
        async (ctx) => {
          const { email: given, invite } = readRequest(ctx.body);
          if (!isEmailAddress(given))
            throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'This is not a valid email address.' });
          const email = given.toLowerCase();
          const found = await ctx.context.internalAdapter.findUserByEmail(email);
          const token = randomToken();
          const link = { token, email, userId: found?.user.id ?? null, goodForMs: GOOD_FOR_MS };
          const isStored = await database.transaction((trx) => insertSignInLink(trx, link, MAX_FOR_ADDRESS));
          // Also limited by mailbox, because one mailbox has many addresses.
          if (!isStored || !(await mayMail(database.queries, email)))
            throw new APIError('TOO_MANY_REQUESTS', {
              code: 'TOO_MANY_LINKS',
              message: 'Several links were sent to this address. Open the newest one, or try again in 15 minutes.',
            });
          const opens = await opensAccount(email, invite);
          // Checked for every address, and the mail is not awaited: otherwise the response time would reveal who has an
          // account.
          if (found || opens)
            mailLink(email, { token, invite }).catch((error) =>
              log.warn({ err: error }, 'a sign-in link was not sent'),
            );
          return ctx.json({ status: true });
        },
      ),
      signInLink: createAuthEndpoint('/sign-in-link', { method: 'POST', use: [formCsrfMiddleware] }, async (ctx) => {
        const { token } = (ctx.body ?? {}) as { token?: unknown };
        const spent = () =>
          new APIError('FORBIDDEN', {
            code: 'LINK_SPENT',
            message: 'This link was used already or is too old. Ask for a new one.',
          });
        const link =
          typeof token === 'string' && TOKEN.test(token) ? await takeSignInLink(database.queries, token) : undefined;
        if (!link) throw spent();
        const { internalAdapter } = ctx.context;
        const found = await internalAdapter.findUserByEmail(link.email);
        // The address may belong to somebody else by now.
        if ((found?.user.id ?? null) !== link.userId) throw spent();
        const user = found ? await prove(found.user) : await open(link.email);
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ status: true });

        /** The sign-up rules are hooks of the library, which refuse with their reason. */
        async function open(email: string) {
          if (captcha) throw spent();
          const [name = email] = email.split('@');
          return internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'magic-link' });
        }

        /**
         * A person who signed up with this address before its owner must not stay signed in, whatever they set up.
         * After the address is verified, a second factor stays: a mailbox alone must not replace it.
         */
        async function prove(known: NonNullable<typeof found>['user']) {
          if (known.emailVerified) return known;
          await endUnprovenWays(settings, known.id);
          return (await internalAdapter.findUserById(known.id)) ?? known;
        }
      }),
    },
  };
}

function readRequest(body: unknown): { email: string; invite: string } {
  const { email, invite } = (body ?? {}) as { email?: unknown; invite?: unknown };
  return {
    email: typeof email === 'string' ? email.trim() : '',
    invite: typeof invite === 'string' && invite.length <= LONGEST_INVITE ? invite : '',
  };
}
