// What is sent upstream is what is held for: an upstream that counts every byte it receives is always paid, or nothing was sent to it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { configWith } from '../../support/config-file.ts';
import { readDocumented } from '../../support/documented-answers.ts';
import { startGreedyUpstream } from '../../support/greedy-upstream.ts';
import { pricesWithoutRequestLimits } from '../../support/hostile-target.ts';
import { moneyOf } from '../../support/paid-calls.ts';
import { startService } from '../../support/service.ts';
import { NATIVE_MODEL, TextRequestMaker } from '../../support/text-requests.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 1_500);
const SEED = Number(process.env.SEED ?? 20_264);
/** Micro-credits per token, by the price list. */
const INPUT = 20;
const OUTPUT = 60;
const READING = 2;

test('random requests of every text operation pay what the upstream reports, or are refused before it hears of them', {
  timeout: 900_000,
}, async (context) => {
  const greedy = await startGreedyUpstream();
  const native = {
    name: 'native',
    base_url: greedy.baseUrl,
    responses: true,
    list_models: false,
    models: [{ id: NATIVE_MODEL, context_window: 4_000_000 }],
  };
  const service = await startService({
    TEST_WORKER: '0',
    OPENAI_BASE_URL: greedy.baseUrl,
    CONFIG: await configWith([native]),
    PRICES: await pricesWithoutRequestLimits('/tmp'),
  });
  try {
    const who = await service.account({ plan: 'enterprise', credits: 1_000_000 });
    const maker = new TextRequestMaker(readDocumented((await service.call('GET', '/openapi.json')).json), SEED);
    const counts = { paid: 0, refused: 0, failed: 0 };
    const paidNames = new Set<string>();
    const faults: string[] = [];
    for (let index = 0; index < REQUESTS; index += 1) {
      const { name, url, body } = maker.make(index);
      const calls = greedy.calls.length;
      const { balance } = await moneyOf(service, who.id);
      const answer = await service.call('POST', url, { key: who.liveKey, body });
      const spent = balance - (await moneyOf(service, who.id)).balance;
      const sent = greedy.calls.slice(calls);
      const reported = sent.reduce((sum, call) => sum + costOf(call), 0);
      if (sent.length === 0) counts.refused += 1;
      else if (answer.status >= 500) counts.failed += 1;
      else if (spent >= reported) {
        counts.paid += 1;
        paidNames.add(name);
        if (sent.some(({ path }) => path === 'responses')) paidNames.add('responses, natively');
      } else
        faults.push(
          `${index} ${name} ${answer.status}: ${spent} paid for ${reported}: ${JSON.stringify(body).slice(0, 300)}`,
        );
      // Whatever was sent and not paid for is a fault of ours, never of the request.
      if (sent.length > 0 && answer.status >= 400 && answer.status < 500 && spent < reported)
        faults.push(`${index} ${name}: refused with ${answer.status} after it was sent`);
    }
    context.diagnostic(
      `${REQUESTS} requests to ${maker.names.length} operations, seed ${SEED}: ${JSON.stringify(counts)}`,
    );
    assert.deepEqual(faults, []);
    assert.ok(counts.paid > REQUESTS / 10, `only ${counts.paid} were paid`);
    assert.deepEqual(
      [...maker.names, 'responses, natively'].filter((name) => !paidNames.has(name)),
      [],
      'operations of which no request reached the upstream',
    );
    assert.ok(counts.failed < REQUESTS / 100, `${counts.failed} failed`);
  } finally {
    await service.stop();
    await greedy.close();
  }
});

function costOf({
  path,
  promptTokens,
  completionTokens,
}: {
  path: string;
  promptTokens: number;
  completionTokens: number;
}): number {
  const isReading = path === 'embeddings' || path === 'rerank';
  return isReading ? promptTokens * READING : promptTokens * INPUT + completionTokens * OUTPUT;
}
