// Passkeys: a device signs in after it has verified its user, which covers both factors at once.
import { keepPasskey, touchPasskey } from '../../store/passkeys.ts';
import { storableText } from '../../store/storable-text.ts';
import { logOfSession } from './session-log.ts';
import type { SessionSettings } from './session-settings.ts';

type At = { path?: string };

const MAX_PASSKEYS = 20;
export const LONGEST_PASSKEY_NAME = 100;
/** The standard allows 1023 bytes, in base64url. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;
const LONGEST_PUBLIC_KEY = 4096;
const MAX_TRANSPORTS = 16;
const VERIFIES = new Set(['/passkey/verify-registration', '/passkey/verify-authentication']);

/** The library's error codes, with messages that say what to do. */
const REFUSALS: Readonly<Record<string, string | undefined>> = {
  PASSKEY_NOT_FOUND: 'No account here has this passkey. It may have been removed. Sign in another way.',
  CHALLENGE_NOT_FOUND: 'This sign-in took too long or was used already. Try again.',
  AUTHENTICATION_FAILED: 'This passkey could not be verified. Try again, or sign in another way.',
};

export async function passkeys({ publicUrl, serviceName, database }: SessionSettings) {
  const { passkey } = await import('@better-auth/passkey');
  const { APIError } = await import('better-auth/api');
  const refuse = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });
  const unchecked = () =>
    refuse(
      'USER_NOT_VERIFIED',
      'The device did not check who uses it. Set up its PIN, fingerprint or face recognition.',
    );
  const { hostname, origin } = new URL(publicUrl);
  return passkey({
    rpID: hostname,
    rpName: serviceName,
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      async afterVerification({ verification: { registrationInfo } }) {
        if (!registrationInfo?.userVerified) throw unchecked();
        if (registrationInfo.credential.publicKey.length > LONGEST_PUBLIC_KEY)
          throw refuse('INVALID_PASSKEY', 'The public key of this passkey is too long.');
      },
    },
    authentication: {
      async afterVerification({ verification: { authenticationInfo } }) {
        if (!authenticationInfo.userVerified) throw unchecked();
        await touchPasskey(database.queries, authenticationInfo.credentialID);
      },
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        modelName: 'auth_passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
}

/** Validates what the browser sends, and what follows when a passkey was added. */
export async function passkeyRules({ database, serviceName, sendMail }: SessionSettings) {
  const { APIError, createAuthMiddleware, getSessionFromCtx } = await import('better-auth/api');
  const unusable = () =>
    new APIError('BAD_REQUEST', { code: 'INVALID_PASSKEY', message: 'The browser sent no usable passkey. Try again.' });

  const checkShape = createAuthMiddleware(async (ctx) => {
    const { response, name = '' } = (ctx.body ?? {}) as { response?: unknown; name?: unknown };
    if (!isCredential(response)) throw unusable();
    if (typeof name !== 'string' || name.length > LONGEST_PASSKEY_NAME)
      throw new APIError('BAD_REQUEST', {
        code: 'NAME_TOO_LONG',
        message: `A name may have at most ${LONGEST_PASSKEY_NAME} characters.`,
      });
    // The library could also open a session for a new passkey, which is not needed here.
    return { context: { body: { response, name: storableText(name).trim() } } };
  });

  const checkNewPasskey = createAuthMiddleware(async (ctx) => {
    const answered = ctx.context.returned;
    // The library reports every failure as its own, even an unreadable response.
    if (answered instanceof APIError && answered.statusCode >= 500) throw unusable();
    const added = answered as { id?: unknown; name?: string | null } | undefined;
    const session = await getSessionFromCtx(ctx);
    if (!session || typeof added?.id !== 'string') return;
    const { id, name } = added;
    const isKept = await database.transaction(async (trx) => {
      if (!(await keepPasskey(trx, { userId: session.user.id, id, most: MAX_PASSKEYS, sessionId: session.session.id })))
        return false;
      await logOfSession(trx, session.session.id, { action: 'passkey.add', target: id, after: { name: name ?? '' } });
      return true;
    });
    if (!isKept)
      throw new APIError('BAD_REQUEST', {
        code: 'TOO_MANY_PASSKEYS',
        message: `You may have at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
      });
    await sendMail({
      to: session.user.email,
      subject: `A passkey was added to your ${serviceName} account`,
      text: `The passkey "${name ?? ''}" can now sign in to your account. If you did not add it, sign in, remove it at "Your account" and change your password.`,
    });
  });

  const explainRefusal = createAuthMiddleware(async (ctx) => {
    const answered = ctx.context.returned;
    if (!(answered instanceof APIError)) return;
    const code = String(answered.body?.code ?? '');
    const message = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
    if (message) throw new APIError(code === 'PASSKEY_NOT_FOUND' ? 'UNAUTHORIZED' : 'BAD_REQUEST', { code, message });
  });

  return {
    id: 'passkey-rules',
    hooks: {
      before: [{ matcher: ({ path = '' }: At) => VERIFIES.has(path), handler: checkShape }],
      after: [
        { matcher: ({ path }: At) => path === '/passkey/verify-registration', handler: checkNewPasskey },
        { matcher: ({ path }: At) => path === '/passkey/verify-authentication', handler: explainRefusal },
      ],
    },
  };
}

function isCredential(value: unknown): boolean {
  const { id, response } = (value ?? {}) as { id?: unknown; response?: unknown };
  if (typeof id !== 'string' || !CREDENTIAL_ID.test(id)) return false;
  if (typeof response !== 'object' || response === null) return false;
  const { transports = [] } = response as { transports?: unknown };
  return Array.isArray(transports) && transports.length <= MAX_TRANSPORTS && transports.every(isTransport);
}

function isTransport(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z-]{1,32}$/.test(value);
}
