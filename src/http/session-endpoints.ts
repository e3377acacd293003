// Two ends of our own in better-auth: signing in a person that the server chose, and asking for a new address.
import type { PeopleActs } from './sessions.ts';

/** Our own code calls it: there is nothing to check, only a type to state. */
const CHOSEN = {
  '~standard': {
    version: 1,
    vendor: 'atelier',
    validate: (value: unknown) => ({ value: value as { userId: string } }),
    types: undefined as { input: { userId: string }; output: { userId: string } } | undefined,
  },
} as const;

export async function sessionEndpoints(people: Pick<PeopleActs, 'askEmailChange'>) {
  const { APIError, createAuthEndpoint, sensitiveSessionMiddleware } = await import('better-auth/api');
  const { setSessionCookie } = await import('better-auth/cookies');
  return {
    id: 'own-endpoints',
    endpoints: {
      /** Never reachable over HTTP: whoever calls it has checked a one-time link. */
      signInAs: createAuthEndpoint.serverOnly({ method: 'POST', body: CHOSEN }, async (ctx): Promise<never> => {
        const { userId } = ctx.body;
        const user = await ctx.context.internalAdapter.findUserById(userId);
        if (!user) throw new APIError('NOT_FOUND');
        const session = await ctx.context.internalAdapter.createSession(userId);
        await setSessionCookie(ctx, { session, user });
        throw ctx.redirect('/');
      }),
      /**
       * In place of the library's own, whose links name the person by their old address: once that address had a new
       * holder, the link would change, and sign in to, the new holder's account.
       */
      changeEmail: createAuthEndpoint(
        '/change-email',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { newEmail } = (ctx.body ?? {}) as { newEmail?: unknown };
          const { user } = ctx.context.session;
          const person = { userId: user.id, email: user.email, name: user.name };
          const refused = await people.askEmailChange(person, typeof newEmail === 'string' ? newEmail : '');
          if (refused) throw new APIError(refused.status, { code: refused.code, message: refused.message });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
