// An owner with a key for the operator's routes, and short ways to call them.
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
