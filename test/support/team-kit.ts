// Teams in tests: users with accounts of their own and a session, who invite each other.
import assert from 'node:assert/strict';
import type { Role } from '../../src/core/roles.ts';
import { makeWelcomeToken } from '../../src/modules/account/welcome-link.ts';
import { fromDashboard, openLink } from './people.ts';
import type { CallAnswer, CallOptions, TestAccount, TestService } from './service.ts';

export interface Person {
  /** The account that was opened for this user. */
  home: TestAccount;
  email: string;
  cookie: string;
  /** A call by session, to /v1 unless the path says otherwise. */
  call(method: string, path: string, body?: object): Promise<CallAnswer>;
}

/** A user who is signed in. Without a password: hashing one takes longer than the rest. */
export async function makePerson(service: TestService, terms: { isOwner?: boolean } = {}): Promise<Person> {
  const home = await service.account(terms);
  return { home, ...(await signInTo(service, home)) };
}

/** Another session of the user whom the account was opened for. */
export async function signInTo(service: TestService, home: TestAccount): Promise<Omit<Person, 'home'>> {
  const token = await makeWelcomeToken(service.app.database.queries, home.id);
  const cookie = await openLink(`${service.origin}/welcome/${token}`);
  const call = (method: string, path: string, body?: object) => {
    const options: CallOptions = { headers: fromDashboard(service, cookie), ...(body ? { body } : {}) };
    return service.call(method, path.startsWith('/sandbox') ? path : `/v1${path}`, options);
  };
  return { email: home.email, cookie, call };
}

export function tokenIn(url: string): string {
  return url.split('/').at(-1) ?? '';
}

/** Invites by link; answers with the token. */
export async function invite(inviter: Person, role: Role, more: object = {}): Promise<string> {
  const { status, json, text } = await inviter.call('POST', '/account/invitations', { role, ...more });
  assert.equal(status, 201, text);
  return tokenIn(json.url);
}

/** A new user who joined the inviter's account and acts for it; answers with their member id. */
export async function join(service: TestService, inviter: Person, role: Role): Promise<Person & { memberId: string }> {
  const person = await makePerson(service);
  const accepted = await person.call('POST', '/account/invitations/accept', { token: await invite(inviter, role) });
  assert.equal(accepted.status, 200, accepted.text);
  return { ...person, memberId: accepted.json.member_id };
}

export async function makeKey(person: Person, terms: object = {}): Promise<{ id: string; secret: string }> {
  const { status, json, text } = await person.call('POST', '/account/keys', { name: 'a key', ...terms });
  assert.equal(status, 201, text);
  return { id: json.id, secret: json.key };
}
