// Dashboard users: sign-up, sign-in, sign-out, password reset and email change. better-auth manages them, under /auth.
import type { Log } from '../core/log.ts';
import type { Queries } from '../store/database.ts';
import { authPage, toAnswer } from './auth-pages.ts';
import { type Page, page, redirect } from './page.ts';
import { buildAuth } from './session-library.ts';

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

/** Why a user's request was refused, with a message for the user. */
export interface Refused {
  status: 'BAD_REQUEST' | 'FORBIDDEN' | 'UNPROCESSABLE_ENTITY' | 'TOO_MANY_REQUESTS';
  code: string;
  message: string;
}

/** Decisions around sessions that the account module makes. */
export interface PeopleActs {
  refuseSignUp(asked: { email: string; name: string; invite: string }): Promise<Refused | undefined>;
  onSignUp(person: Person): Promise<void>;
  onVerified(userId: string): Promise<void>;
  /** The id of the user that a welcome link signs in; each link works once. */
  openWelcome(token: string): Promise<string | undefined>;
  askEmailChange(person: Person, email: string): Promise<Refused | undefined>;
  confirmEmailChange(
    person: Person | undefined,
    token: string,
  ): Promise<'changed' | 'taken' | 'spent' | 'sign_in_first'>;
}

export interface CaptchaSettings {
  provider: 'cloudflare-turnstile' | 'hcaptcha';
  siteKey: string;
  secretKey: string;
  verifyUrl: string | null;
}

export interface SessionSettings {
  queries: Queries;
  secret: string;
  publicUrl: string;
  serviceName: string;
  captcha: CaptchaSettings | null;
  /** Whether new users get an email that asks them to confirm their address. */
  verifiesAddresses: boolean;
  sendMail(mail: Mail): Promise<void>;
  people: PeopleActs;
  log: Log;
}

export interface Sessions {
  pages: readonly Page[];
  /** The user that a cookie's session belongs to. */
  personOf(cookie: string): Promise<Person | undefined>;
}

export function createSessions(settings: SessionSettings): Sessions {
  const { people, publicUrl } = settings;
  let building: ReturnType<typeof buildAuth> | undefined;
  // Loaded for the first dashboard request: a service that only programs call never needs it.
  const auth = () => {
    building ??= buildAuth(settings);
    return building;
  };
  const personOf = async (cookie: string): Promise<Person | undefined> => {
    const session = await (await auth()).api.getSession({ headers: new Headers({ cookie }) });
    return session ? { userId: session.user.id, email: session.user.email, name: session.user.name } : undefined;
  };
  return {
    personOf,
    pages: [
      authPage(async (request) => (await auth()).handler(request), publicUrl),
      page('GET', '/welcome/:token', async ({ params }) => {
        const userId = await people.openWelcome(params.token ?? '');
        if (!userId) return redirect('/sign-in?error=link_spent');
        return toAnswer(await (await auth()).api.signInAs({ body: { userId }, asResponse: true }));
      }),
      page('GET', '/confirm-email/:token', async ({ params, headers: { cookie } }) => {
        const person = cookie ? await personOf(cookie) : undefined;
        const outcome = await people.confirmEmailChange(person, params.token ?? '');
        return redirect(outcome === 'sign_in_first' ? '/sign-in?error=confirm_email' : `/account?email=${outcome}`);
      }),
    ],
  };
}
