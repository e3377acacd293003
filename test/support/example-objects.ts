// Real objects for the path parameters of every route, so that the examples of the documentation can be sent to a real service.
import { newId, randomToken } from '../../src/core/ids.ts';
import { addVersion } from '../../src/store/projects.ts';
import { openDesk } from './operator-kit.ts';
import { plain } from './pictures.ts';
import type { CallAnswer, TestAccount, TestService } from './service.ts';

type PathParams = Record<string, string>;

export interface ExampleObjects {
  account: TestAccount;
  /** A key of the operator with operator scopes. */
  operatorKey: string;
  /** A fresh object for the path, in the live environment. */
  make(path: string): Promise<PathParams>;
}

/** Objects that would take weights, rendering or a payment: their routes answer with a documented error instead. */
const UNKNOWN = '0'.repeat(26);

export async function prepareObjects(service: TestService, model: string): Promise<ExampleObjects> {
  const account = await service.account({ credits: 100_000 });
  const other = await service.account({ plan: 'free' });
  const desk = await openDesk(service);
  const key = account.liveKey;
  const post = async (path: string, body: object, headers = {}): Promise<CallAnswer> => {
    const answer = await service.call('POST', `/v1${path}`, { key, body, headers });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const job = async () =>
    (await post('/image/generate', { prompt: 'A hill', size: '512x512' }, { prefer: 'respond-async' })).json
      .id as string;
  const endpoint = async () => (await post('/webhooks', { url: 'https://example.org/hooks' })).json.id as string;
  const delivery = async (id: string) => (await post(`/webhooks/${id}/test`, {})).json.id as string;
  const build = () => storeProject(service, account.id);
  const makers: [RegExp, () => Promise<PathParams>][] = [
    [
      /^\/webhooks\/.*:delivery_id/,
      async () => {
        const id = await endpoint();
        return { id, delivery_id: await delivery(id) };
      },
    ],
    [/^\/webhooks\/:id/, async () => ({ id: await endpoint() })],
    [/^\/operator\/accounts/, async () => ({ id: other.id })],
    [
      /^\/operator\/codes/,
      async () => ({ id: (await desk.act('/codes', { credits: 1, reason: 'an example' })).json.batch_id }),
    ],
    [
      /^\/operator\/coupons/,
      async () => ({ id: (await desk.act('/coupons', { percent_off: 5, reason: 'an example' })).json.id }),
    ],
    [/^\/operator\/jobs/, async () => ({ id: await job() })],
    [/^\/operator\/deliveries/, async () => ({ id: await delivery(await endpoint()) })],
    [/^\/jobs\/:id/, async () => ({ id: await job() })],
    [/^\/account\/keys/, async () => ({ id: (await post('/account/keys', { name: 'made for an example' })).json.id })],
    [/^\/payments\/checkout/, async () => ({ id: (await post('/payments/checkout', { credits: 500 })).json.id })],
    [
      /^\/chat\/conversations/,
      async () => {
        const messages = [{ role: 'user', content: 'Hello' }];
        return {
          id: (await post('/chat/completions', { model, messages, conversation_id: 'new' })).json.conversation_id,
        };
      },
    ],
    [
      /^\/uploads\/:id/,
      async () => ({ id: (await post('/uploads', { bytes: 10, filename: 'a.png', purpose: 'vision' })).json.id }),
    ],
    [/^\/files\/:id/, async () => ({ id: (await upload(service, key)).id })],
    [/^\/requests\/:id/, async () => ({ id: await logRequest(service, account.id) })],
    [
      /^\/builder\/projects\/:id\/shares\/:share/,
      async () => {
        const id = await build();
        return { id, share: (await post(`/builder/projects/${id}/shares`, {})).json.id };
      },
    ],
    [
      /^\/builder\/projects\/:id\/variables\/:name/,
      async () => {
        const id = await build();
        await service.call('PUT', `/v1/builder/projects/${id}/variables/VITE_TITLE`, { key, body: { value: 'Hives' } });
        return { id, name: 'VITE_TITLE' };
      },
    ],
    [/^\/builder\/projects\/:id/, async () => ({ id: await build() })],
    [
      /^\/library\/:id\/shares\/:share/,
      async () => {
        const id = await build();
        return { id, share: (await post(`/library/${id}/shares`, {})).json.id };
      },
    ],
    [/^\/library\/:id/, async () => ({ id: await build() })],
    [/^\/models\/:/, async () => ({ id: model, model })],
  ];
  return {
    account,
    operatorKey: desk.key,
    async make(path) {
      const names = [...path.matchAll(/(?<!:):(\w+)/g)].map(([, name = '']) => name);
      if (names.length === 0) return {};
      const maker = makers.find(([pattern]) => pattern.test(path))?.[1];
      return maker ? maker() : Object.fromEntries(names.map((name) => [name, UNKNOWN]));
    },
  };
}

/** A project of two versions, as a build and an edit would leave it. */
async function storeProject(service: TestService, accountId: string): Promise<string> {
  const id = newId('proj');
  const project = {
    id,
    accountId,
    environment: 'live',
    name: 'To-do',
    framework: 'react',
    previewId: randomToken(),
  } as const;
  for (const content of ['# To-do\n', '# To-do\n\nNow with due dates.\n'])
    await service.app.database.transaction((trx) =>
      addVersion(trx, project, {
        prompt: 'A to-do list',
        summary: 'A list with a form',
        engine: 'blueprint-1',
        files: [{ path: 'README.md', content }],
        changed: ['README.md'],
        projectId: id,
        blueprint: null,
        requested: null,
        archivePath: null,
        archiveId: null,
        jobId: null,
      }),
    );
  return id;
}

/** A request of the log, as a chat would leave it. */
async function logRequest(service: TestService, accountId: string): Promise<string> {
  const id = newId('req');
  await service.app.database.pool.query(
    `insert into request_log (id, account_id, environment, method, route, module, status, outcome, model, request_bytes, response_bytes, streamed, duration_ms, started_at)
     values ($1, $2, 'live', 'POST', '/chat/completions', 'chat', 200, 'ok', 'a-model', 10, 20, false, 5, now())`,
    [id, accountId],
  );
  return id;
}

async function upload(service: TestService, key: string): Promise<{ id: string }> {
  const answer = await fetch(`${service.origin}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: await uploadForm('file', 'cat.png'),
  });
  return (await answer.json()) as { id: string };
}

async function uploadForm(field: string, fileName: string): Promise<FormData> {
  const form = new FormData();
  const bytes = await plain(64, 64, '#4080c0');
  form.append(field, new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}
