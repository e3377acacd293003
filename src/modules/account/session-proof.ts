// Adds rules to better-auth: proving a mailbox ends everything set up before, and a verification link needs its user's
// session.
import { parseBounded } from '../../core/bounded-json.ts';
import { MAX_PASSWORD, MIN_PASSWORD, type SessionSettings } from './session-settings.ts';
import { endUnprovenWays } from './unproven-ways.ts';

type At = { path?: string };

export async function mailboxProof(settings: SessionSettings) {
  const { APIError, createAuthMiddleware, getSessionFromCtx } = await import('better-auth/api');

  /** Before the password is set: if the service crashes in between, nobody is signed in and the link still works. */
  const endWaysIn = createAuthMiddleware(async (ctx) => {
    const { token: inBody, newPassword } = (ctx.body ?? {}) as { token?: unknown; newPassword?: unknown };
    const token = inBody ?? (ctx.query as { token?: unknown } | undefined)?.token;
    if (typeof token !== 'string' || typeof newPassword !== 'string') return;
    if (newPassword.length < MIN_PASSWORD || newPassword.length > MAX_PASSWORD) return;
    const found = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (!found || found.expiresAt < new Date()) return;
    await endUnprovenWays(settings, found.value, { keep: found.id });
  });

  /**
   * The mailbox's owner need not be the person who signed up, so the link works only in that user's session. Otherwise
   * an owner who clicks would verify a stranger's account.
   */
  const needOwnSession = createAuthMiddleware(async (ctx) => {
    const { token, callbackURL } = (ctx.query ?? {}) as { token?: unknown; callbackURL?: unknown };
    const email = emailIn(token);
    const session = email === undefined ? null : await getSessionFromCtx(ctx);
    if (email === undefined || session?.user.email.toLowerCase() === email) return;
    if (typeof callbackURL === 'string') throw ctx.redirect('/sign-in?error=confirm_address');
    throw new APIError('UNAUTHORIZED', {
      code: 'SIGN_IN_FIRST',
      message: 'Sign in with this address first, then open the link again.',
    });
  });

  return {
    id: 'mailbox-proof',
    hooks: {
      before: [
        { matcher: ({ path }: At) => path === '/reset-password', handler: endWaysIn },
        { matcher: ({ path }: At) => path === '/verify-email', handler: needOwnSession },
      ],
    },
  };
}

/** Only decoded here: the library verifies the signature. Undefined if it is not a token, which the library rejects. */
function emailIn(token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined;
  try {
    const { email } = parseBounded(Buffer.from(token.split('.')[1] ?? '', 'base64url')) as { email?: unknown };
    return typeof email === 'string' ? email.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}
