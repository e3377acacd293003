// Every path that better-auth offers is classified: a new version cannot bring a change of a way in past the gate.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildAuth } from '../../src/modules/account/session-library.ts';
import { HIDDEN_PATHS, SESSION_PATHS } from '../../src/modules/account/session-paths.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

async function libraryPaths(): Promise<string[]> {
  const { app, config } = service;
  const { api } = await buildAuth({
    database: app.database,
    secret: 'a secret of this test, long enough',
    publicUrl: config.publicUrl,
    serviceName: 'Test',
    captcha: null,
    providers: [
      {
        kind: 'github',
        id: 'github',
        label: 'GitHub',
        url: 'http://127.0.0.1:9',
        apiUrl: 'http://127.0.0.1:9',
        clientId: 'x',
        clientSecret: 'x',
      },
    ],
    rules: { mode: 'open', domains: [], freeCredits: 0, verifiesAddresses: false },
    announce: async () => undefined,
    sendMail: async () => undefined,
    log: {
      debug() {},
      info() {},
      warn() {},
      error() {},
      fatal() {},
      child() {
        return this;
      },
    } as never,
  });
  const endpoints = Object.values(api) as { path?: string }[];
  return [...new Set(endpoints.flatMap(({ path }) => (path ? [path] : [])))].sort();
}

test('every path of the library is either classified or hidden, and no list names a path that is gone', async () => {
  const listed = [...Object.keys(SESSION_PATHS), ...HIDDEN_PATHS].sort();
  assert.deepEqual(listed, await libraryPaths());
  for (const path of HIDDEN_PATHS) {
    const answer = await fetch(`${service.origin}/auth${path}`, { method: 'POST', body: '{}' });
    assert.equal(answer.status, 404, path);
  }
});
