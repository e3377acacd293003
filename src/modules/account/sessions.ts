// Dashboard users: sign-up, sign-in, sign-out, password reset and email change. better-auth manages them, under /auth.
import { type Confirmation, confirmEmailChange } from './email-change.ts';
import { buildAuth } from './session-library.ts';
import type { SessionSettings } from './session-settings.ts';
import { openWelcome } from './welcome-link.ts';

export class Sessions {
  readonly #settings: SessionSettings;
  #building: ReturnType<typeof buildAuth> | undefined;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  /** The user of a cookie's session. */
  async personOf(cookie: string): Promise<{ userId: string; email: string; sessionId: string } | undefined> {
    const session = await (await this.#auth()).api.getSession({ headers: new Headers({ cookie }) });
    return session ? { userId: session.user.id, email: session.user.email, sessionId: session.session.id } : undefined;
  }

  /** Answers a request to the session API. */
  async handle(request: Request): Promise<Response> {
    return (await this.#auth()).handler(request);
  }

  /** Signs in the user that a welcome link belongs to; undefined if the link has been used. */
  async signInWithLink(token: string): Promise<Response | undefined> {
    const userId = await openWelcome(this.#settings.database, token);
    return userId ? (await this.#auth()).api.signInAs({ body: { userId }, asResponse: true }) : undefined;
  }

  async confirmEmail(cookie: string | undefined, token: string): Promise<Confirmation> {
    const person = cookie ? await this.personOf(cookie) : undefined;
    return confirmEmailChange(this.#settings, person, token);
  }

  /** Loaded for the first dashboard request: a service that only programs call never needs it. */
  #auth(): ReturnType<typeof buildAuth> {
    this.#building ??= buildAuth(this.#settings);
    return this.#building;
  }
}
