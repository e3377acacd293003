// Adds endpoints to better-auth: renaming or removing a passkey, with an entry in the account's log. The last way to
// sign in cannot be removed.
import { removePasskey, renamePasskey } from '../../store/passkeys.ts';
import { storableText } from '../../store/storable-text.ts';
import { logOfSession } from './session-log.ts';
import { LONGEST_PASSKEY_NAME } from './session-passkeys.ts';
import type { SessionSettings } from './session-settings.ts';

const ID = /^[\w-]{1,100}$/;

export async function passkeyEndpoints({ database }: SessionSettings) {
  const { APIError, createAuthEndpoint, sensitiveSessionMiddleware } = await import('better-auth/api');
  const missing = () => new APIError('NOT_FOUND', { code: 'PASSKEY_NOT_FOUND', message: 'You have no such passkey.' });
  const idIn = (body: unknown): string => {
    const { id } = (body ?? {}) as { id?: unknown };
    if (typeof id !== 'string' || !ID.test(id)) throw missing();
    return id;
  };
  return {
    id: 'passkey-endpoints',
    endpoints: {
      renamePasskey: createAuthEndpoint(
        '/rename-passkey',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const id = idIn(ctx.body);
          const { name: given } = ctx.body as { name?: unknown };
          const name = typeof given === 'string' ? storableText(given).trim() : '';
          if (!name || name.length > LONGEST_PASSKEY_NAME)
            throw new APIError('BAD_REQUEST', {
              code: 'INVALID_NAME',
              message: `A name has 1 to ${LONGEST_PASSKEY_NAME} characters.`,
            });
          await database.transaction(async (trx) => {
            const renamed = await renamePasskey(trx, { userId: user.id, id, name });
            if (!renamed) throw missing();
            await logOfSession(trx, session.id, {
              action: 'passkey.rename',
              target: id,
              before: { name: renamed.before ?? '' },
              after: { name },
            });
          });
          return ctx.json({ status: true });
        },
      ),
      removePasskey: createAuthEndpoint(
        '/remove-passkey',
        { method: 'POST', use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const id = idIn(ctx.body);
          await database.transaction(async (trx) => {
            const removed = await removePasskey(trx, user.id, id);
            if (removed === 'missing') throw missing();
            if (removed === 'last')
              throw new APIError('BAD_REQUEST', {
                code: 'LAST_WAY_TO_SIGN_IN',
                message: 'This passkey is your only way to sign in. Set a password or add another passkey first.',
              });
            const before = { name: removed.name ?? '' };
            await logOfSession(trx, session.id, { action: 'passkey.remove', target: id, before });
          });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
