// The proof of a ledger: whoever has it finds every entry that was altered, removed, added or moved, without asking the service.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../src/core/log.ts';
import { postEntry } from '../../src/money/entries.ts';
import { LEDGER_KEYS, SealKeys } from '../../src/money/proof/seal-keys.ts';
import { LedgerSealing } from '../../src/money/proof/sealing.ts';
import { createSeal } from '../../src/outbox/seal.ts';
import { pay } from '../support/paid-calls.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const SECRET = 'a secret of this test, sixteen and more';
const SCRIPT = join(import.meta.dirname, '..', '..', 'examples', 'verify-ledger.mjs');
const folder = mkdtempSync(join(tmpdir(), 'atelier-proof-'));
let service: TestService;
before(async () => {
  service = await startService({ SECRET }, paidRoute);
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const proofOf = async ({ liveKey }: TestAccount, query = '') => {
  const answer = await service.call('GET', `/v1/payments/ledger-proof${query}`, { key: liveKey });
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
};
const publishedKeys = async () => (await service.call('GET', '/.well-known/ledger-keys.json')).text;

let files = 0;
/** What the script says about a proof; the texts are files for it. */
function verify(...texts: string[]): { isGood: boolean; said: string } {
  const paths = texts.map((text) => {
    files += 1;
    const path = join(folder, `${files}.ndjson`);
    writeFileSync(path, text);
    return path;
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...paths], { encoding: 'utf8' });
  return { isGood: status === 0, said: `${stdout}${stderr}` };
}

function sealing(): LedgerSealing {
  const { database } = service.app;
  const keys = new SealKeys({ database, seal: createSeal(SECRET, LEDGER_KEYS), log: createLog({ level: 'silent' }) });
  return new LedgerSealing({ database, keys });
}

async function accountWithHistory(): Promise<TestAccount> {
  const account = await service.account({ credits: 100 });
  for (let call = 0; call < 6; call += 1) assert.equal(await pay(service.origin, account.liveKey), 200);
  return account;
}

test('an untouched proof is good; altered, removed, moved, added and cut entries are found', async () => {
  const [proof, keys] = [await proofOf(await accountWithHistory()), await publishedKeys()];
  const good = verify(proof, keys);
  assert.ok(good.isGood, good.said);
  assert.match(good.said, /^7 entries are as sealed at \S+; the balance is 94 credits/);
  const lines = proof.trimEnd().split('\n');
  const [head = '', first = '', second = '', third = ''] = lines;
  const tail = lines.slice(-3);
  const joined = (...parts: string[]) => `${parts.join('\n')}\n`;
  const without = (at: number) => joined(...lines.filter((_, index) => index !== at));
  const renumbered = [...lines.slice(1, -1).filter((_, index) => index !== 2)].map((line, index) =>
    JSON.stringify({ ...JSON.parse(line), n: index + 1 }),
  );
  const seal = JSON.parse(lines.at(-1) ?? '');
  const attacks: Record<string, string> = {
    altered: proof.replace('"type":"usage"', '"type":"grant"'),
    'altered in its words': proof.replace(/"description":"[^"]*"/, '"description":"x"'),
    removed: without(3),
    'removed and numbered anew': joined(head, ...renumbered, lines.at(-1) ?? ''),
    'the last removed': without(lines.length - 2),
    moved: joined(head, second, first, ...lines.slice(3)),
    added: joined(head, first, second, third, third, ...lines.slice(4)),
    'without its seal': joined(...lines.slice(0, -1)),
    'with another statement': joined(
      ...lines.slice(0, -1),
      JSON.stringify({ ...seal, statement: seal.statement.replace('"balance":94000000', '"balance":94000001') }),
    ),
    'from the middle': joined(head, ...tail),
  };
  for (const [attack, text] of Object.entries(attacks)) {
    assert.notEqual(text, proof, attack);
    const { isGood, said } = verify(text, keys);
    assert.ok(!isGood, `${attack}: ${said}`);
    assert.doesNotMatch(said, /\bat (file|node):/, `${attack} is said in words`);
  }
  const stranger = await proofOf(await accountWithHistory());
  assert.ok(
    !verify(joined(head, ...stranger.trimEnd().split('\n').slice(1)), keys).isGood,
    "another account's entries",
  );
  const { keys: published } = JSON.parse(keys);
  const forged = {
    keys: [{ ...published[0], jwk: { ...published[0].jwk, x: Buffer.alloc(32, 7).toString('base64url') } }],
  };
  assert.ok(!verify(proof, JSON.stringify(forged)).isGood, 'another key');
});

test('an operator who alters the database and seals it anew is found by an earlier proof', async () => {
  const account = await accountWithHistory();
  const [earlier, keys] = [await proofOf(account), await publishedKeys()];
  assert.equal(await pay(service.origin, account.liveKey), 200);
  const honest = verify(await proofOf(account), keys, earlier);
  assert.ok(honest.isGood, honest.said);
  assert.match(honest.said, /They continue the 7 entries of the earlier proof/);
  const { pool } = service.app.database;
  await pool.query('alter table ledger disable trigger ledger_is_append_only');
  await pool.query(`update ledger set request_id = 'req_another' where account_id = $1 and type = 'usage'`, [
    account.id,
  ]);
  await pool.query('alter table ledger enable trigger ledger_is_append_only');
  const stale = verify(await proofOf(account), keys);
  assert.ok(!stale.isGood, 'the seals of before do not fit');
  await pool.query('delete from ledger_seals where account_id = $1', [account.id]);
  const resealed = await proofOf(account);
  assert.ok(verify(resealed, keys).isGood, 'alone it looks right');
  const { isGood, said } = verify(resealed, keys, earlier);
  assert.ok(!isGood);
  assert.match(said, /differs from the earlier proof/);
});

test('a proof from a day on begins with the seal of then, and continues the proof of then', async () => {
  const account = await accountWithHistory();
  const [earlier, keys] = [await proofOf(account), await publishedKeys()];
  const { pool } = service.app.database;
  await pool.query(`update ledger_seals set day = day - 3 where account_id = $1`, [account.id]);
  assert.equal(await pay(service.origin, account.liveKey), 200);
  const today = new Date().toISOString().slice(0, 10);
  const part = await proofOf(account, `?from=${today}`);
  assert.equal(part.trimEnd().split('\n').length, 3, 'one entry between its beginning and its seal');
  const { isGood, said } = verify(part, keys, earlier);
  assert.ok(isGood, said);
  assert.ok(!verify(part.replace('"entries":7', '"entries":8'), keys).isGood);
  const refused = await service.call('GET', '/v1/payments/ledger-proof?from=2026-02-31x', { key: account.liveKey });
  assert.equal(refused.status, 400);
});

test('the chore seals every account that has moved, once, on several nodes, and no entry that is committed late is passed by', async () => {
  const { database } = service.app;
  const late = await service.account({ credits: 5 });
  const committed = Promise.withResolvers<void>();
  const posted = Promise.withResolvers<void>();
  const slow = database.transaction(async (trx) => {
    const grant = { accountId: late.id, environment: 'live', type: 'grant', contra: 'grants' } as const;
    await postEntry(trx, { ...grant, amount: 3_000_000, description: 'late' });
    posted.resolve();
    await committed.promise;
  });
  await posted.promise;
  const busy = await Promise.all(Array.from({ length: 4 }, () => accountWithHistory()));
  const nodes = [sealing(), sealing(), sealing()];
  for (let round = 0; round < 4; round += 1) await Promise.all(nodes.map((node) => node.run()));
  const { rows: swept } = await database.pool.query('select swept_seq from ledger_sealing');
  committed.resolve();
  await slow;
  await nodes[0]?.run();
  const { rows } = await database.pool.query(
    `select l.account_id, count(*) as entries, sum(l.amount) as amount,
       (select s.entries from ledger_seals s where s.account_id = l.account_id and s.environment = 'live' order by day desc limit 1) as sealed,
       (select sum(m.amount) from ledger_months m where m.account_id = l.account_id and m.environment = 'live') as summed
     from ledger l where l.environment = 'live' group by l.account_id`,
  );
  assert.ok(rows.length >= busy.length + 1);
  for (const row of rows) assert.deepEqual([row.sealed, row.summed], [row.entries, row.amount], row.account_id);
  const { rows: passed } = await database.pool.query(
    'select max(seq) >= $2 as is_passed from ledger where account_id = $1',
    [late.id, swept[0].swept_seq],
  );
  assert.equal(passed[0].is_passed, true, 'the mark waited for the transaction that was running');
  const { isGood, said } = verify(await proofOf(late), await publishedKeys());
  assert.ok(isGood, said);
});

test('the sandbox has a ledger and a proof of its own, and one key signs for all nodes', async () => {
  const account = await accountWithHistory();
  const sandbox = await service.call('GET', '/sandbox/v1/payments/ledger-proof', { key: account.testKey });
  const keys = await publishedKeys();
  assert.match(sandbox.text, /"environment":"test"/);
  assert.ok(verify(sandbox.text, keys).isGood);
  assert.equal(JSON.parse(keys).keys.length, 1);
  assert.doesNotMatch(keys, /"d"/, 'the private half is not published');
});
