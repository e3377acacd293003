// Adds two endpoints to better-auth: sign in a user that the server chose, and request a new email address.
import { askEmailChange } from './email-change.ts';
import type { SessionSettings } from './session-settings.ts';

/** Called only by our own code: nothing is checked, this only declares the type. */
const CHOSEN = {
  '~standard': {
    version: 1,
    vendor: 'atelier',
    validate: (value: unknown) => ({ value: value as { userId: string } }),
    types: undefined as { input: { userId: string }; output: { userId: string } } | undefined,
  },
} as const;

export async function sessionEndpoints(settings: SessionSettings) {
  const { APIError, createAuthEndpoint, sensitiveSessionMiddleware } = await import('better-auth/api');
  const { setSessionCookie } = await import('better-auth/cookies');
  return {
    id: 'own-endpoints',
    endpoints: {
      /** Not reachable over HTTP: its caller has already checked a one-time link. */
      signInAs: createAuthEndpoint.serverOnly({ method: 'POST', body: CHOSEN }, async (ctx): Promise<never> => {
        const { userId } = ctx.body;
        const user = await ctx.context.internalAdapter.findUserById(userId);
        if (!user) throw new APIError('NOT_FOUND');
        const session = await ctx.context.internalAdapter.createSession(userId);
        await setSessionCookie(ctx, { session, user });
        // A user without a second way to sign in must add one first.
        const waysToSignIn = await ctx.context.internalAdapter.findAccounts(userId);
        throw ctx.redirect(waysToSignIn.length > 0 ? '/' : '/welcome');
      }),
      /**
       * Replaces the library's own endpoint, whose links identify the user by the old email address: if another user
       * later owned that address, the link would change that user's account and sign in to it.
       */
      changeEmail: createAuthEndpoint(
        '/change-email',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { newEmail } = (ctx.body ?? {}) as { newEmail?: unknown };
          const { user } = ctx.context.session;
          const person = { userId: user.id, email: user.email };
          const refused = await askEmailChange(settings, person, typeof newEmail === 'string' ? newEmail : '');
          if (refused) throw new APIError(refused.status, { code: refused.code, message: refused.message });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
