// What must be right across the processes of a fleet, each asked through the balancer or at one node about another's doing.
import { randomUUID } from 'node:crypto';
import type { Fleet } from './fleet.ts';

export interface Finding {
  what: string;
  wanted: string;
  seen: string;
  ok: boolean;
}

type Check = (fleet: Fleet) => Promise<Finding[]>;

export const FLEET_CHECKS: readonly Check[] = [
  checkLimits,
  checkIdempotency,
  checkLedger,
  checkRevocation,
  checkJobs,
  checkLostNode,
];

interface Call {
  key: string;
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

async function send(address: string, { key, method = 'GET', body, headers = {} }: Call): Promise<Response> {
  return fetch(address, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function statusesOf(count: number, call: () => Promise<Response>): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await call();
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
}

function equal(what: string, wanted: unknown, seen: unknown): Finding {
  return { what, wanted: String(wanted), seen: String(seen), ok: String(wanted) === String(seen) };
}

const BURST = 1000;

/** A burst that crosses into the next minute rightly gets a second allowance: then another account tries again. */
async function checkLimits(fleet: Fleet): Promise<Finding[]> {
  for (;;) {
    const { liveKey } = await fleet.account({ plan: 'free' });
    const minute = Math.floor(Date.now() / 60_000);
    const statuses = await statusesOf(BURST, () => send(`${fleet.origin}/v1/account`, { key: liveKey }));
    if (Math.floor(Date.now() / 60_000) !== minute) continue;
    const passed = statuses.filter((status) => status === 200).length;
    return [equal(`limits: of ${BURST} calls at once on a plan of 10 a minute pass`, 10, passed)];
  }
}

async function checkIdempotency(fleet: Fleet): Promise<Finding[]> {
  const { liveKey, account } = await fleet.account({ credits: 10 });
  const call = { key: liveKey, method: 'POST', body: { wait_ms: 300 }, headers: { 'idempotency-key': randomUUID() } };
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(`${fleet.origin}/v1/test/paid`, call)));
  const ran = answers.filter((answer) => answer.status === 200 && !answer.headers.has('idempotent-replayed'));
  const first = await ran[0]?.text();
  const replays = await Promise.all(
    fleet.nodes.map(async ({ origin }) => (await send(`${origin}/v1/test/paid`, call)).text()),
  );
  return [
    equal('idempotency: of 100 calls with one key run', 1, ran.length),
    equal(
      'idempotency: nodes that replay it byte for byte',
      replays.length,
      replays.filter((one) => one === first).length,
    ),
    equal('idempotency: charged', 1, await entriesOf(fleet, account.id)),
  ];
}

async function checkLedger(fleet: Fleet): Promise<Finding[]> {
  const { liveKey, account } = await fleet.account({ credits: 50 });
  const pay = { key: liveKey, method: 'POST', body: {} };
  const statuses = await statusesOf(200, () => send(`${fleet.origin}/v1/test/paid`, pay));
  const { rows } = await fleet.database.pool.query(
    `select b.balance, b.held, (select sum(amount)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [account.id],
  );
  const { balance, held, sum } = rows[0];
  return [
    equal('ledger: of 200 paid calls on 50 credits succeed', 50, statuses.filter((status) => status === 200).length),
    equal('ledger: balance, held, sum of its rows', '0 0 0', `${balance} ${held} ${sum}`),
  ];
}

const REVOCATION_MS = 1_000;

async function checkRevocation(fleet: Fleet): Promise<Finding[]> {
  const { liveKey } = await fleet.account();
  const [first] = fleet.nodes;
  const made = await send(`${first?.origin}/v1/account/keys`, {
    key: liveKey,
    method: 'POST',
    body: { name: 'short' },
  });
  const { id, key } = (await made.json()) as { id: string; key: string };
  // Every node knows it by now, and has it in its cache.
  for (const { origin } of fleet.nodes) await send(`${origin}/v1/account`, { key });
  await send(`${first?.origin}/v1/account/keys/${id}`, { key: liveKey, method: 'DELETE' });
  const revokedMs = performance.now();
  const times = await Promise.all(
    fleet.nodes.map(async ({ origin }) => {
      while ((await send(`${origin}/v1/account`, { key })).status === 200 && performance.now() < revokedMs + 10_000);
      return performance.now() - revokedMs;
    }),
  );
  const slowest = Math.max(...times);
  return [
    {
      what: 'revocation: ms until every node refuses the key',
      wanted: `< ${REVOCATION_MS}`,
      seen: slowest.toFixed(0),
      ok: slowest < REVOCATION_MS,
    },
  ];
}

const JOBS = 8;

async function checkJobs(fleet: Fleet): Promise<Finding[]> {
  const { liveKey, account } = await fleet.account();
  const order = { prompt: 'two red balloons above a lake', width: 256, height: 256 };
  const ordered = await Promise.all(
    Array.from({ length: JOBS }, async (_, index) => {
      const answer = await send(`${fleet.nodes[index % fleet.nodes.length]?.origin}/v1/image/generate`, {
        key: liveKey,
        method: 'POST',
        body: order,
        headers: { prefer: 'respond-async' },
      });
      return (await answer.json()) as { id: string };
    }),
  );
  // Each is followed at another node than the one that took the order.
  const streams = await Promise.all(
    ordered.map(async ({ id }, index) => {
      const other = fleet.nodes[(index + 1) % fleet.nodes.length]?.origin;
      return (await send(`${other}/v1/jobs/${id}/events`, { key: liveKey })).text();
    }),
  );
  const completed = streams.filter((text) => /event: completed\n/.test(text));
  const { rows } = await fleet.database.pool.query(
    'select count(distinct worker) as workers, min(attempt) as least, max(attempt) as most from jobs where account_id = $1',
    [account.id],
  );
  const [{ workers, least, most }] = rows;
  return [
    equal('jobs: ordered at every node, followed to their end at another', JOBS, completed.length),
    equal('jobs: workers that took part', fleet.workers.length, workers),
    equal('jobs: attempts of each', '1 to 1', `${least} to ${most}`),
    equal('jobs: charged', JOBS, await entriesOf(fleet, account.id)),
    await checkFile(fleet, completed[0] ?? ''),
  ];
}

/** A worker made it, on a disk of its own: the nodes can only have it from the bucket. */
async function checkFile(fleet: Fleet, stream: string): Promise<Finding> {
  const path = /\/files\/[0-9a-z]{26}\.[a-z]+/.exec(stream)?.[0] ?? '/files/none';
  const sizes = await Promise.all(
    fleet.nodes.map(async ({ origin }) => {
      const answer = await fetch(`${origin}${path}`);
      return answer.ok ? (await answer.arrayBuffer()).byteLength : 0;
    }),
  );
  const isSame = sizes.every((size) => size > 0 && size === sizes[0]);
  return {
    what: "files: bytes of a worker's file at each node",
    wanted: 'all the same',
    seen: sizes.join(' '),
    ok: isSame,
  };
}

/** The last check: it costs a node. */
async function checkLostNode(fleet: Fleet): Promise<Finding[]> {
  const { liveKey } = await fleet.account({ credits: 100 });
  await fleet.nodes.at(-1)?.stop('SIGKILL');
  if (fleet.balancer !== 'nginx') return [];
  const pay = { key: liveKey, method: 'POST', body: {} };
  const statuses = await statusesOf(50, () => send(`${fleet.origin}/v1/test/paid`, pay));
  return [
    equal('a node is killed: of the next 50 paid calls succeed', 50, statuses.filter((one) => one === 200).length),
  ];
}

async function entriesOf(fleet: Fleet, accountId: string): Promise<number> {
  const { rows } = await fleet.database.pool.query(
    `select count(*) as entries from ledger where account_id = $1 and type = 'usage'`,
    [accountId],
  );
  return rows[0].entries;
}
