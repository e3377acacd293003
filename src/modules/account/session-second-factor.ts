// The second factor: codes of an authenticator app, or recovery codes. Every way to sign in asks for it before a session exists.
import { randomInt } from 'node:crypto';
import { claimCode } from '../../store/second-factors.ts';
import type { SessionSettings } from './session-settings.ts';

type At = { path?: string };

/** Endpoints that renew a session, or that checked a second factor themselves. All others that open a session ask for a code. */
const NEED_NO_CODE = new Set([
  '/get-session',
  '/change-password',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/enable',
  '/two-factor/disable',
  // The device has checked its user, which the service demands: having it and unlocking it are two factors.
  '/passkey/verify-authentication',
]);
const VERIFIES = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

const RECOVERY_CODES = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Without letters and digits that look alike. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Where a browser is sent that followed a link or came back from another service. */
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
  // By itself the library asks for a code only after a sign-in with a password.
  for (const hook of plugin.hooks.after) hook.matcher = ({ path }: At) => !NEED_NO_CODE.has(path ?? '');
  return plugin;
}

function makeRecoveryCodes(): string[] {
  const letter = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  const half = () => Array.from({ length: RECOVERY_CODE_LENGTH / 2 }, letter).join('');
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/** Its hooks run after those of the plugin above and see what that one answered. */
export async function secondFactorRules({ database }: SessionSettings) {
  const { APIError, createAuthMiddleware } = await import('better-auth/api');
  const { deleteSessionCookie } = await import('better-auth/cookies');

  const readCode = createAuthMiddleware(async (ctx) => {
    const { code } = (ctx.body ?? {}) as { code?: unknown };
    const typed = typeof code === 'string' ? { code: code.replace(/\s/g, '').toLowerCase() } : {};
    // No browser is remembered: whoever copied such a cookie would need no code.
    return { context: { body: { ...typed, trustDevice: false } } };
  });

  /** RFC 6238 section 5.2: a code that was accepted is not accepted again. */
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
        // These are opened by a browser as pages, not called by the dashboard.
        { matcher: ({ path = '' }: At) => path === '' || path.startsWith('/callback/'), handler: sendToCodePage },
      ],
    },
  };
}
