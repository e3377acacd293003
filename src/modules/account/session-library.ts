// The settings of better-auth: tables, email, rate limits, cookies, and the hooks around a sign-up.
import { takeAttempt } from '../../store/sign-in-attempts.ts';
import { RECENT_SIGN_IN_SECONDS } from './recent-sign-in.ts';
import { captchaOf } from './session-captcha.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { firstPassword } from './session-first-password.ts';
import { mailLimit } from './session-mail-limit.ts';
import { passkeyEndpoints } from './session-passkey-endpoints.ts';
import { passkeyRules, passkeys } from './session-passkeys.ts';
import { recentSignIn } from './session-paths.ts';
import { mailboxProof } from './session-proof.ts';
import { signInProviders } from './session-providers.ts';
import { ownRedirects } from './session-redirects.ts';
import { secondFactor, secondFactorRules } from './session-second-factor.ts';
import { securityEndpoints } from './session-security.ts';
import { MAX_PASSWORD, MIN_PASSWORD, type SessionSettings } from './session-settings.ts';
import { signInLinks } from './session-sign-in-links.ts';
import { TABLE_NAMES } from './session-tables.ts';
import { openAccountFor, payPendingGrant, refuseSignUp } from './sign-up.ts';

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

export async function buildAuth(settings: SessionSettings) {
  const { betterAuth } = await import('better-auth');
  const { APIError, getOAuthState } = await import('better-auth/api');
  const { database, rules, secret, publicUrl, serviceName, sendMail, log } = settings;
  const isSecure = publicUrl.startsWith('https://');
  return betterAuth({
    appName: serviceName,
    database: { db: database.queries, type: 'postgres' },
    secret,
    baseURL: publicUrl,
    basePath: '/auth',
    trustedOrigins: [publicUrl],
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug'](`sign-in: ${message}`) },
    // Per IP address: enough for a family behind one router, too few for guessing passwords. Counted for all nodes together.
    rateLimit: {
      enabled: true,
      customStorage: { consume: (key, rule) => takeAttempt(database.queries, withoutToken(key), rule) },
      window: 60,
      max: 60,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/sign-up/email': { window: 60, max: 10 },
        '/sign-in/social': { window: 60, max: 20 },
        '/request-sign-in-link': { window: 60, max: 5 },
        '/sign-in-link': { window: 60, max: 10 },
        '/passkey/verify-authentication': { window: 60, max: 10 },
        '/passkey/generate-authenticate-options': { window: 60, max: 20 },
        // The dashboard calls it all the time, and it reveals nothing to an attacker.
        '/get-session': false,
      },
    },
    // Browsers accept a __Host- cookie only from this exact host, over TLS and for all paths: no sibling domain can set one.
    advanced: {
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-atelier' : 'atelier',
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/', secure: isSecure },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) =>
        sendMail({
          to: user.email,
          subject: `Reset your ${serviceName} password`,
          text: `Open this link within an hour to choose a new password:\n\n${url}\n\nIf you did not request this, ignore this email: nothing has changed.`,
        }),
    },
    emailVerification: {
      sendOnSignUp: rules.verifiesAddresses,
      sendVerificationEmail: ({ user, url }) =>
        sendMail({
          to: user.email,
          subject: `Confirm your email address for ${serviceName}`,
          text: `Open this link within an hour, in the browser where you are signed in, to confirm your email address and get your free credits:\n\n${url}\n\nIf you did not sign up, ignore this email.`,
        }),
      // Runs before the address is marked as verified: after a crash in between, the link can be opened again.
      beforeEmailVerification: (user) => payPendingGrant(database, user.id),
    },
    ...TABLE_NAMES,
    session: { ...TABLE_NAMES.session, freshAge: RECENT_SIGN_IN_SECONDS },
    account: {
      ...TABLE_NAMES.account,
      updateAccountOnSignIn: false,
      // Both sides must have verified the address; otherwise a person who signs up with another's address would share
      // the account.
      accountLinking: {
        enabled: true,
        trustedProviders: [],
        requireLocalEmailVerified: true,
        allowDifferentEmails: false,
      },
    },
    // Throws errors that are not meant for the client, so that our own error handling logs and answers them.
    onAPIError: { errorURL: `${publicUrl}/sign-in`, throw: true },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            // A user who returns from another service sent the invite before the redirect.
            const { invite } = ((await getOAuthState()) ?? context?.body ?? {}) as { invite?: unknown };
            const asked = {
              email: user.email,
              name: user.name,
              invite: typeof invite === 'string' ? invite : '',
              getsMail: rules.verifiesAddresses && !user.emailVerified,
            };
            const refused = await refuseSignUp(database.queries, rules, asked);
            if (refused) throw new APIError(refused.status, { code: refused.code, message: refused.message });
          },
          after: async ({ id: userId, email, name, emailVerified: isVerified }) =>
            openAccountFor(database, { userId, email, name, isVerified }, settings),
        },
        // An address that another service verified later.
        update: { after: async ({ id, emailVerified }) => (emailVerified ? payPendingGrant(database, id) : undefined) },
      },
      // The service only learns who the user is and does not need their tokens.
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, ...NO_TOKENS },
          }),
        },
        update: {
          before: async (account) => ({ data: { ...account, ...NO_TOKENS } }),
        },
      },
    },
    plugins: [
      await ownRedirects(settings),
      await mailLimit(settings),
      await mailboxProof(settings),
      await sessionEndpoints(settings),
      await securityEndpoints(settings),
      await secondFactor(settings),
      await secondFactorRules(settings),
      await signInProviders(settings),
      // Before the passkeys plugin, because its message says what to do.
      await recentSignIn(),
      await firstPassword(settings),
      await signInLinks(settings),
      await passkeyRules(settings),
      await passkeys(settings),
      await passkeyEndpoints(settings),
      ...(await captchaOf(settings.captcha)),
    ],
  });
}

/** All reset links of an address share one limit: each has its own path, and anybody can invent one. */
function withoutToken(key: string): string {
  return key.replace(/\/reset-password\/.*$/, '/reset-password/');
}
