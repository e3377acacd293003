// People at the dashboard: sign-up, sign-in, sign-out, reset and e-mail change, kept by better-auth under /auth.
import { randomBytes } from 'node:crypto';
import type { Log } from '../core/log.ts';
import type { Queries } from '../store/database.ts';
import { type Page, type PageAnswer, page, redirect, type Visit } from './page.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Person {
  userId: string;
  email: string;
  name: string;
}

export interface SessionSettings {
  queries: Queries;
  secret: string;
  publicUrl: string;
  serviceName: string;
  sendMail(mail: Mail): Promise<void>;
  /** Whether a stranger may sign up with this address: not with one that has an account already. */
  isFree(email: string): Promise<boolean>;
  /** A person signed up: their account is opened, or found when we signed them up ourselves. */
  onSignUp(person: Person): Promise<void>;
  onEmailChange(person: Person): Promise<void>;
  /** The address that a welcome link was made for; each is good once. */
  takeWelcome(token: string): Promise<string | undefined>;
  log: Log;
}

export interface Sessions {
  pages: readonly Page[];
  /** The person behind a cookie. */
  personOf(cookie: string): Promise<Person | undefined>;
}

const LINK_SECONDS = 24 * 3600;
const MAX_BODY_BYTES = 64 * 1024;

export function createSessions(settings: SessionSettings): Sessions {
  // The addresses that we make a link for right now, and who waits for it.
  const links = new Map<string, (url: string) => void>();
  let building: ReturnType<typeof buildAuth> | undefined;
  // Loaded when the first person comes: an API that only programs use never needs it.
  const auth = () => {
    building ??= buildAuth({
      ...settings,
      isFree: async (email) => links.has(email) || settings.isFree(email),
      onLink: (email, url) => links.get(email)?.(url),
    });
    return building;
  };
  return {
    pages: [
      authPage(async (request) => (await auth()).handler(request), settings.publicUrl),
      page('GET', '/welcome/:token', async ({ params }) => {
        const email = await settings.takeWelcome(params.token ?? '');
        return redirect(email ? await signInLink(await auth(), links, email) : '/');
      }),
    ],
    async personOf(cookie) {
      const session = await (await auth()).api.getSession({ headers: new Headers({ cookie }) });
      return session ? { userId: session.user.id, email: session.user.email, name: session.user.name } : undefined;
    },
  };
}

async function signInLink(
  auth: Awaited<ReturnType<typeof buildAuth>>,
  links: Map<string, (url: string) => void>,
  email: string,
): Promise<string> {
  const url = new Promise<string>((resolve) => links.set(email, resolve));
  try {
    const context = await auth.$context;
    const existing = await context.internalAdapter.findUserByEmail(email);
    // Nobody knows this password: the holder comes in by the link and sets one.
    if (!existing)
      await auth.api.signUpEmail({ body: { email, name: email, password: randomBytes(24).toString('base64url') } });
    await auth.api.signInMagicLink({ body: { email, callbackURL: '/' }, headers: new Headers() });
    return await url;
  } finally {
    links.delete(email);
  }
}

async function buildAuth(settings: SessionSettings & { onLink(email: string, url: string): void }) {
  const { betterAuth } = await import('better-auth');
  const { APIError } = await import('better-auth/api');
  const { magicLink } = await import('better-auth/plugins/magic-link');
  const { queries, secret, publicUrl, serviceName, sendMail, log } = settings;
  return betterAuth({
    appName: serviceName,
    database: { db: queries, type: 'postgres' },
    secret,
    baseURL: publicUrl,
    basePath: '/auth',
    trustedOrigins: [publicUrl],
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug'](`sign-in: ${message}`) },
    // Per address: enough for a family behind one router, too little for guessing.
    rateLimit: {
      enabled: true,
      window: 60,
      max: 60,
      customRules: { '/sign-in/email': { window: 60, max: 10 }, '/sign-up/email': { window: 60, max: 10 } },
    },
    advanced: { cookiePrefix: 'atelier', defaultCookieAttributes: { sameSite: 'lax', httpOnly: true } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 200,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) =>
        sendMail({
          to: user.email,
          subject: `Reset your ${serviceName} password`,
          text: `Open this link within an hour to choose a new password:\n\n${url}\n\nIf you did not ask for it, nothing has changed.`,
        }),
    },
    emailVerification: {
      sendVerificationEmail: ({ user, url }) =>
        sendMail({
          to: user.email,
          subject: `Confirm your e-mail address for ${serviceName}`,
          text: `Open this link to confirm the address:\n\n${url}`,
        }),
    },
    user: {
      modelName: 'auth_users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      changeEmail: { enabled: true, updateEmailWithoutVerification: true },
    },
    session: {
      modelName: 'auth_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'auth_credentials',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            if (!(await settings.isFree(user.email)))
              throw new APIError('UNPROCESSABLE_ENTITY', { message: 'There is an account with this address already.' });
          },
          after: async (user) => settings.onSignUp({ userId: user.id, email: user.email, name: user.name }),
        },
        update: {
          after: async (user) => settings.onEmailChange({ userId: user.id, email: user.email, name: user.name }),
        },
      },
    },
    plugins: [
      magicLink({
        expiresIn: LINK_SECONDS,
        disableSignUp: true,
        sendMagicLink: async ({ email, url }) => settings.onLink(email, url),
      }),
    ],
  });
}

type Handler = (request: Request) => Promise<Response>;

function authPage(handle: Handler, publicUrl: string): Page {
  const run = (visit: Visit) => passOn(visit, handle, publicUrl);
  return page(['GET', 'POST'], '/auth/*', run, { bodyLimitBytes: MAX_BODY_BYTES });
}

/** Translates a visit to the web's own Request, and the Response back. */
async function passOn(visit: Visit, handle: Handler, publicUrl: string): Promise<PageAnswer> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(visit.headers)) if (typeof value === 'string') headers.set(name, value);
  headers.set('x-forwarded-for', visit.ip);
  const response = await handle(
    new Request(new URL(visit.url, publicUrl), {
      method: visit.method,
      headers,
      ...(visit.body && visit.method === 'POST' ? { body: new Uint8Array(visit.body) } : {}),
    }),
  );
  const answered: PageAnswer['headers'] = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') answered[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) answered['set-cookie'] = cookies;
  return { status: response.status, headers: answered, body: new Uint8Array(await response.arrayBuffer()) };
}
