// Adds an endpoint to better-auth: a user who signed in by a link and has no password sets the first one, and the
// operator replaces the placeholder address of the first start.
import { isEmailAddress } from '../../core/email-address.ts';
import { insertFirstPassword, isUniqueViolation, replacePlaceholder } from '../../store/users.ts';
import { MAX_PASSWORD, MIN_PASSWORD, type SessionSettings } from './session-settings.ts';
import { ADDRESS_TAKEN } from './sign-up.ts';

/** The domain of the operator's address if OWNER_EMAIL is not set; it receives no mail. */
const PLACEHOLDER = /@localhost\.localdomain$/;

export async function firstPassword({ database }: SessionSettings) {
  const { APIError, createAuthEndpoint, sensitiveSessionMiddleware } = await import('better-auth/api');
  const refuse = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });
  return {
    id: 'first-password',
    endpoints: {
      setFirstPassword: createAuthEndpoint(
        '/set-first-password',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session;
          const { password, email = user.email } = (ctx.body ?? {}) as { password?: unknown; email?: unknown };
          if (typeof password !== 'string' || password.length < MIN_PASSWORD || password.length > MAX_PASSWORD)
            throw refuse('INVALID_PASSWORD', `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
          if (typeof email !== 'string' || !isEmailAddress(email))
            throw refuse('INVALID_EMAIL', 'This is not a valid email address.');
          const isMoving = email.toLowerCase() !== user.email.toLowerCase();
          if (isMoving && !PLACEHOLDER.test(user.email))
            throw refuse(
              'EMAIL_IS_SET',
              'Your account has an email address. Change it after you have set the password.',
            );
          const hash = await ctx.context.password.hash(password);
          try {
            await database.transaction(async (trx) => {
              if (!(await insertFirstPassword(trx, user.id, hash)))
                throw refuse('PASSWORD_IS_SET', 'You have a password. Change it with the old one.');
              if (isMoving) await replacePlaceholder(trx, user.id, email.toLowerCase());
            });
          } catch (error) {
            if (!isUniqueViolation(error)) throw error;
            throw new APIError(ADDRESS_TAKEN.status, { code: ADDRESS_TAKEN.code, message: ADDRESS_TAKEN.message });
          }
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
