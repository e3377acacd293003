// An owner with a key for the operator's routes, short ways to call them, and people at the dashboard.
import { makeWelcomeToken } from '../../src/modules/account/welcome-link.ts';
import { findAccountByEmail } from '../../src/store/accounts.ts';
import { insertKey } from '../../src/store/keys.ts';
import type { CallAnswer, TestAccount, TestService } from './service.ts';

export interface OperatorKit {
  owner: TestAccount;
  key: string;
  read(path: string): Promise<CallAnswer>;
  act(path: string, body?: object, headers?: Record<string, string>): Promise<CallAnswer>;
}

export async function openDesk(service: TestService): Promise<OperatorKit> {
  const owner = await service.account({ isOwner: true });
  const { secret: key } = await insertKey(
    service.app.database.queries,
    { accountId: owner.id, environment: 'live' },
    { name: 'desk', scopes: ['operator'] },
  );
  return {
    owner,
    key,
    read: (path) => service.call('GET', `/v1/operator${path}`, { key }),
    act: (path, body = {}, headers = {}) => service.call('POST', `/v1/operator${path}`, { key, body, headers }),
  };
}

/** The cookie of a person who came by the welcome link. */
export async function signIn(service: TestService, account: { email: string }): Promise<string> {
  const { queries } = service.app.database;
  const found = await findAccountByEmail(queries, account.email);
  const token = await makeWelcomeToken(queries, found?.id ?? '');
  const welcome = await fetch(`${service.origin}/welcome/${token}`, { redirect: 'manual' });
  return welcome.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}

export function asDashboard(service: TestService, cookie: string): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin', origin: service.origin };
}
