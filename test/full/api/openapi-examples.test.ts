// Every example of the OpenAPI document, sent to a running service as it is written: each is answered as the document says.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { WHISPER_MODEL } from '../../../src/engines/transcription/whisper/engine.ts';
import { TAGS } from '../../../src/http/openapi/tags.ts';
import { type Documented, readDocumented } from '../../support/documented-answers.ts';
import { exampleCalls, missingExample, sendExample } from '../../support/example-calls.ts';
import { ExampleWorld } from '../../support/example-world.ts';
import { llamaCpp, type StandIn } from '../../support/local-stand-ins.ts';
import { RecordedAnswers } from '../../support/recorded-answers.ts';
import { startService, type TestService } from '../../support/service.ts';
import { bringWeights, EMBEDDING_WEIGHTS, SOUND_BANK, TEXT_WEIGHTS } from '../../support/weights.ts';
import { startWeightsServer, type WeightsServer } from '../../support/weights-server.ts';

/** Operations whose example cannot succeed on a service without outside help: the documented refusal, and why. */
const REFUSED: Record<string, { status: number; why: string }> = {
  'POST /moderations': { status: 501, why: 'needs an upstream that moderates' },
  'GET /webhooks/{id}/secret': { status: 403, why: 'the secret is shown in the dashboard only' },
  ...Object.fromEntries(
    [
      'PATCH /account/members/{id}',
      'DELETE /account/members/{id}',
      'POST /account/invitations',
      'DELETE /account/invitations/{id}',
      'POST /account/invitations/preview',
      'POST /account/invitations/accept',
      'GET /account/memberships',
      'POST /account/switch',
      'POST /account/leave',
    ].map((name) => [name, { status: 403, why: 'only users who are signed in change teams' }]),
  ),
  ...Object.fromEntries(
    [
      'GET /account/export',
      'GET /account/deletion',
      'POST /account/deletion',
      'DELETE /account/deletion',
      'POST /account/handover',
    ].map((name) => [name, { status: 403, why: 'only users who are signed in export, delete and hand over' }]),
  ),
  'POST /images/variations': { status: 501, why: 'no model here paints an image anew' },
  'POST /videos/{id}/remix': { status: 501, why: 'no model here changes a finished video' },
  'POST /builder/projects/{id}/push': { status: 400, why: 'there is no such remote' },
  'POST /payments/referral': { status: 400, why: 'needs another account and a program' },
  'POST /operator/referrals/{id}/revoke': { status: 404, why: 'nobody was referred' },
  'PATCH /payments/details': { status: 403, why: 'invoices are those of live mode' },
  'POST /payments/cards': { status: 503, why: 'the sandbox has no payment provider' },
  'DELETE /payments/cards/{id}': { status: 404, why: 'the sandbox has no saved cards' },
  'POST /payments/portal': { status: 503, why: 'the sandbox has no payment provider' },
  'POST /responses/{id}/cancel': { status: 400, why: 'no response runs in the background' },
  ...Object.fromEntries(
    ['POST /api/pull', 'POST /api/push', 'POST /api/create', 'POST /api/copy', 'DELETE /api/delete'].map((name) => [
      name,
      { status: 501, why: 'the operator manages the models' },
    ]),
  ),
};
/** Streams that last until their reader leaves, or as long as a job. */
const LASTING = ['GET /webhooks/events', 'GET /jobs/{id}/events'];
/** What ends or spends an object comes after everything that reads it. */
const ENDING = [/\/(cancel|disconnect|suspend|unsuspend|remove|rotate|change)$/, /^DELETE /];

let service: TestService;
let weights: WeightsServer;
let beside: StandIn;
let folder: string;
let documented: Documented;
let world: ExampleWorld;
const recorded = new RecordedAnswers();

before(async () => {
  for (const id of [TEXT_WEIGHTS, EMBEDDING_WEIGHTS, SOUND_BANK, KOKORO_MODEL, WHISPER_MODEL]) await bringWeights(id);
  beside = await llamaCpp();
  weights = await startWeightsServer();
  weights.files.set('maker/toy/resolve/main/toy.bin', Buffer.alloc(4_000, 'weights'));
  folder = await mkdtemp(join(tmpdir(), 'atelier-examples-'));
  const toy = { 'toy.bin': { bytes: 4_000, sources: ['hf:maker/toy@main/toy.bin'] } };
  const config = { models: { [ExampleWorld.WEIGHTS]: { title: 'A toy', kind: 'other', files: toy } } };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({
    CONFIG: join(folder, 'config.json'),
    HF_ENDPOINT: weights.url,
    LOCAL_SERVERS: `${ExampleWorld.LOCAL_SERVER}:${beside.port}`,
  });
  documented = readDocumented((await service.call('GET', '/openapi.json')).json);
  world = await ExampleWorld.open(service, documented);
});
after(async () => {
  await service.stop();
  await Promise.all([weights.close(), beside.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test('every operation has the examples that a call needs', () => {
  const missing = [...documented.operations].flatMap(([name, { operation }]) => {
    const fault = missingExample(operation);
    return fault ? [`${name}: ${fault}. Add it to \`example\` of its route(…).`] : [];
  });
  assert.deepEqual(missing, []);
});

test('every operation belongs to a tag whose examples are sent below', () => {
  const others = [...documented.operations].filter(
    ([, { operation }]) => !Object.hasOwn(TAGS, operation.tags[0] ?? ''),
  );
  assert.deepEqual(
    others.map(([name]) => name),
    [],
  );
});

for (const tag of Object.keys(TAGS))
  test(`the examples of ${tag} are answered as the document says`, { timeout: 300_000 }, async (context) => {
    const own = [...documented.operations].filter(([, { operation }]) => operation.tags[0] === tag);
    const rank = ([name]: [string, unknown]) => ENDING.findLastIndex((pattern) => pattern.test(name));
    // What belongs to an object ends before the object itself.
    const inside = ([name]: [string, unknown]) => (rank([name, undefined]) < 0 ? 0 : -name.split('/').length);
    const names = own.toSorted((a, b) => rank(a) - rank(b) || inside(a) - inside(b)).map(([name]) => name);
    const faults: string[] = [];
    let sent = 0;
    for (const name of names) {
      const { faults: found, calls } = await runExamples(name).catch((error: Error) => ({
        faults: [`${name} cannot be run: ${error.message}`],
        calls: 0,
      }));
      faults.push(...found);
      sent += calls;
    }
    context.diagnostic(`${sent} examples of ${names.length} operations of ${tag}`);
    if (process.env.UPDATE === '1') recorded.write();
    assert.deepEqual(faults, []);
  });

test('the document shows an answer of each', (context) => {
  context.diagnostic(`${recorded.count} answers`);
  assert.deepEqual(
    recorded.missing(),
    [],
    'UPDATE=1 npm run test:full -- test/full/api/openapi-examples.test.ts records them anew',
  );
});

async function runExamples(name: string): Promise<{ faults: string[]; calls: number }> {
  const one = documented.operations.get(name);
  if (!one) throw new Error('the document has no such operation');
  const faults: string[] = [];
  const calls = exampleCalls(one, await world.paramsFor(name));
  for (const call of calls) {
    const answer = await sendExample(service, await world.addressed(name, call), {
      fileOf: (file) => world.file(file),
      isEndless: LASTING.includes(name),
    });
    world.remember(name, answer);
    recorded.add(name, answer);
    const refused = REFUSED[name];
    const isExpected = refused ? answer.status === refused.status : answer.status < 300;
    if (!isExpected) faults.push(`${name} (${call.type ?? 'no body'}): ${answer.status} ${answer.text.slice(0, 300)}`);
    const fault = documented.faultOf(name, answer);
    if (fault) faults.push(`${name} (${call.type ?? 'no body'}): ${fault}`);
  }
  return { faults, calls: calls.length };
}
