// What gives or takes away a way to sign in needs proof that the user is there: the password, or a sign-in a few minutes ago.

/** These take the password themselves, from those who have one. */
const TAKE_PASSWORD = new Set(['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']);
const TAKE_NONE = new Set([
  '/link-social',
  '/disconnect',
  '/set-first-password',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/rename-passkey',
  '/remove-passkey',
]);

export async function recentSignIn() {
  const { APIError, createAuthMiddleware, getSessionFromCtx } = await import('better-auth/api');
  const handler = createAuthMiddleware(async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    if (TAKE_PASSWORD.has(ctx.path)) {
      const credential = await ctx.context.internalAdapter.findCredentialAccount(session.user.id);
      if (credential?.password) return;
    }
    const ageMs = Date.now() - new Date(session.session.createdAt).getTime();
    if (ageMs >= ctx.context.sessionConfig.freshAge * 1000)
      throw new APIError('FORBIDDEN', {
        code: 'SIGN_IN_AGAIN',
        message: 'For this change you must have signed in a few minutes ago. Sign out, sign in and try again.',
      });
  });
  const matcher = ({ path = '' }: { path?: string }) => TAKE_PASSWORD.has(path) || TAKE_NONE.has(path);
  return { id: 'recent-sign-in', hooks: { before: [{ matcher, handler }] } };
}
