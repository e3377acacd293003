// The libraries of OpenAI, Anthropic and Google against models of every kind of upstream; test/long/clients.test.ts runs all others.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { loadDriver, type Matrix, modelOf, startMatrix } from '../../support/client-matrix.ts';
import { CELLS, UPSTREAM_KINDS } from '../../support/client-results.ts';

let matrix: Matrix;
before(async () => {
  matrix = await startMatrix();
});
after(() => matrix.close());

test('instructions in the middle of a conversation, as agents send them, reach every kind of upstream in their place', async () => {
  for (const kind of UPSTREAM_KINDS) {
    const { status, text } = await matrix.service.call('POST', '/v1/chat/completions', {
      key: matrix.key,
      body: {
        model: modelOf(kind),
        messages: [
          { role: 'system', content: 'FIRST' },
          { role: 'user', content: 'SECOND' },
          { role: 'system', content: 'THIRD' },
          { role: 'user', content: 'FOURTH' },
        ],
      },
    });
    assert.equal(status, 200, `${kind}: ${text}`);
    assert.match(matrix.upstreams[kind].heard.at(-1)?.text ?? '', /FIRST.*SECOND.*THIRD.*FOURTH/s, kind);
  }
});

for (const name of ['openai-chat', 'openai-responses', 'anthropic', 'google'])
  test(`${name}: ${CELLS.join(', ')}, with every kind of upstream`, async () => {
    const driver = await loadDriver(name);
    const cells = UPSTREAM_KINDS.flatMap((kind) => CELLS.map((cell) => ({ kind, cell })));
    const ended = await Promise.allSettled(cells.map(({ kind, cell }) => matrix.run(driver, kind, cell)));
    const failed = ended.flatMap((end, index) =>
      end.status === 'rejected' ? [`${cells[index]?.cell} with ${cells[index]?.kind}: ${end.reason}`] : [],
    );
    assert.deepEqual(failed, []);
  });
