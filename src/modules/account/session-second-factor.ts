// The second factor: codes of an authenticator app, or recovery codes. Every way to sign in requires it before a
// session exists.
import { randomInt } from 'node:crypto';
import { claimCode } from '../../store/second-factors.ts';
import type { SessionSettings } from './session-settings.ts';

type At = { path?: string };

/**
 * Endpoints that renew a session, or that checked a second factor themselves. All others that open a session require a
 * code.
 */
const NEED_NO_CODE = new Set([
  '/get-session',
  '/change-password',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/enable',
  '/two-factor/disable',
  // The device has verified its user, as the service demands: possession and unlocking are two factors.
  '/passkey/verify-authentication',
]);
const VERIFIES = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

const RECOVERY_CODES = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Without letters and digits that look alike. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Where to send a browser that followed a link or came back from another service. */
const CODE_PAGE = '/sign-in?step=code';

export async function secondFactor({ serviceName }: SessionSettings) {
  const { twoFactor } = await import('better-auth/plugins');
  const plugin = twoFactor({
    issuer: serviceName,
    allowPasswordless: true,
    backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'auth_second_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });
  // By default the library requires a code only after a sign-in with a password.
  const needsCode = ({ path }: At) => !NEED_NO_CODE.has(path ?? '');
  for (const hook of plugin.hooks.after) hook.matcher = needsCode;
  return plugin;
}

function makeRecoveryCodes(): string[] {
  const letter = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  const half = () => Array.from({ length: RECOVERY_CODE_LENGTH / 2 }, letter).join('');
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/** Its hooks run after those of the plugin above and see its response. */
export async function secondFactorRules({ database }: SessionSettings) {
  const { APIError, createAuthMiddleware } = await import('better-auth/api');
  const { deleteSessionCookie } = await import('better-auth/cookies');

  const readCode = createAuthMiddleware(async (ctx) => {
    const { code } = (ctx.body ?? {}) as { code?: unknown };
    const typed = typeof code === 'string' ? { code: code.replace(/\s/g, '').toLowerCase() } : {};
    // Browsers are never remembered: anyone who copied such a cookie would need no code.
    return { context: { body: { ...typed, trustDevice: false } } };
  });

  /** RFC 6238 section 5.2: an accepted code must not be accepted again. */
  const refuseUsedCode = createAuthMiddleware(async (ctx) => {
    const answered = ctx.context.returned as { user?: { id?: string } } | undefined;
    const userId = answered?.user?.id;
    if (!userId || (await claimCode(database.queries, userId, ctx.body.code))) return;
    const opened = ctx.context.newSession;
    if (!opened) return;
    await ctx.context.internalAdapter.deleteSession(opened.session.token);
    deleteSessionCookie(ctx, true);
    throw new APIError('UNAUTHORIZED', {
      code: 'CODE_ALREADY_USED',
      message: 'This code was already used. Sign in again with the next one.',
    });
  });

  const sendToCodePage = createAuthMiddleware(async (ctx) => {
    const answered = ctx.context.returned as { twoFactorRedirect?: boolean } | undefined;
    if (answered?.twoFactorRedirect) throw ctx.redirect(CODE_PAGE);
  });

  return {
    id: 'second-factor-rules',
    hooks: {
      before: [{ matcher: ({ path }: At) => VERIFIES.has(path ?? ''), handler: readCode }],
      after: [
        { matcher: ({ path }: At) => path === '/two-factor/verify-totp', handler: refuseUsedCode },
        // A browser opens these as pages; the dashboard does not call them.
        { matcher: ({ path = '' }: At) => path === '' || path.startsWith('/callback/'), handler: sendToCodePage },
      ],
    },
  };
}
