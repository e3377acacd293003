// Adds endpoints to better-auth for the user's security page: lists sign-in methods and sessions, disconnects services,
// ends sessions.
import { listPasskeys } from '../../store/passkeys.ts';
import { endSession, listSessions } from '../../store/sessions.ts';
import { removeProvider } from '../../store/users.ts';
import { findEndedWays } from '../../store/ways-in.ts';
import type { SessionSettings } from './session-settings.ts';

const LONGEST_ID = 100;
const PASSWORD_PROVIDER = 'credential';

export async function securityEndpoints({ database }: SessionSettings) {
  const { APIError, createAuthEndpoint, sensitiveSessionMiddleware } = await import('better-auth/api');
  const { symmetricDecrypt } = await import('better-auth/crypto');
  const { queries } = database;
  return {
    id: 'security-endpoints',
    endpoints: {
      showSecurity: createAuthEndpoint(
        '/security',
        { method: 'GET', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session;
          const credentials = await ctx.context.internalAdapter.findAccounts(user.id);
          const factor = await ctx.context.adapter.findOne<{ backupCodes: string; verified: boolean }>({
            model: 'twoFactor',
            where: [{ field: 'userId', value: user.id }],
          });
          const codes = factor?.verified
            ? (JSON.parse(
                await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.backupCodes }),
              ) as string[])
            : [];
          const ended = await findEndedWays(queries, user.id);
          return ctx.json({
            ended_ways: ended ? { at: ended.at, counts: ended.counts } : null,
            has_password: credentials.some(({ providerId, password }) => providerId === PASSWORD_PROVIDER && password),
            providers: credentials.map(({ providerId }) => providerId).filter((id) => id !== PASSWORD_PROVIDER),
            second_factor: Boolean(factor?.verified),
            recovery_codes_left: codes.length,
            email_verified: user.emailVerified,
            passkeys: (await listPasskeys(queries, user.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
              id,
              name: name ?? '',
              created_at: createdAt,
              last_used_at: lastUsedAt,
            })),
          });
        },
      ),
      /** Replaces the library's own endpoint, which also returns the sessions' tokens. */
      listSessions: createAuthEndpoint(
        '/list-sessions',
        { method: 'GET', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const sessions = await listSessions(queries, user.id);
          return ctx.json({
            sessions: sessions.map(({ id, createdAt, expiresAt, ipAddress, userAgent }) => ({
              id,
              signed_in_at: createdAt,
              expires_at: expiresAt,
              ip_address: ipAddress,
              user_agent: userAgent,
              is_current: id === session.id,
            })),
          });
        },
      ),
      disconnect: createAuthEndpoint(
        '/disconnect',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { provider } = (ctx.body ?? {}) as { provider?: unknown };
          const { id: userId } = ctx.context.session.user;
          const isId = typeof provider === 'string' && provider.length <= LONGEST_ID;
          if (!isId || !(await database.transaction((trx) => removeProvider(trx, userId, provider))))
            throw new APIError('BAD_REQUEST', {
              code: 'CANNOT_DISCONNECT',
              message: 'This service is not connected, or it is your only way to sign in. Set a password first.',
            });
          return ctx.json({ status: true });
        },
      ),
      endSession: createAuthEndpoint(
        '/end-session',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { id } = (ctx.body ?? {}) as { id?: unknown };
          const isId = typeof id === 'string' && id.length <= LONGEST_ID;
          if (!isId || !(await endSession(queries, ctx.context.session.user.id, id)))
            throw new APIError('NOT_FOUND', { code: 'SESSION_NOT_FOUND', message: 'You have no such session.' });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
