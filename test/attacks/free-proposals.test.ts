// Attacks on what a coding conversation costs: work that is only proposed is work all the same.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type BuilderKit, startBuilder } from '../support/builder-kit.ts';

let kit: BuilderKit;
let key: string;
let projectId: string;

before(async () => {
  kit = await startBuilder();
  ({ key } = await kit.key());
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'An app to track my bee hives', preview: false },
  });
  assert.equal(built.status, 200, built.text);
  projectId = built.json.project_id;
});

after(() => kit.close());

test('a customer gets the changed files of an edit for nothing by asking for a proposal', async () => {
  const answer = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { message: 'add a weight to hives', project_id: projectId, apply: false },
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json.applied, false);
  assert.ok(answer.json.files.length > 0);
  assert.ok(Number(answer.headers.get('x-credits-charged')) > 0, 'nothing was charged');
  assert.ok(answer.json.usage.credits > 0);
});

test('a customer without credits gets a proposal', async () => {
  const poor = await kit.key(0);
  const rich = await kit.call('GET', `/v1/builder/projects/${projectId}`, { key: poor.key });
  assert.equal(rich.status, 404);
  const { rows } = await kit.database.pool.query('update projects set account_id = $1 where id = $2 returning id', [
    poor.accountId,
    projectId,
  ]);
  assert.equal(rows.length, 1);
  const answer = await kit.call('POST', '/v1/builder/chat', {
    key: poor.key,
    body: { message: 'add a colour to hives', project_id: projectId, apply: false },
  });
  assert.equal(answer.status, 402, answer.text);
});
