// A paid call that does nothing: the whole path of a request, without an engine.
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import type { MoreRoutes } from '../../src/app/app.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { creditsToMicro } from '../../src/core/money.ts';
import { json } from '../../src/http/outcome.ts';
import { route } from '../../src/http/route.ts';

const CREDITS_PER_CALL = 1;

const Body = Type.Object({
  wait_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  fail: Type.Optional(Type.Boolean()),
  credits: Type.Optional(Type.Number({ minimum: 0 })),
  /** How long the answer is. */
  letters: Type.Optional(Type.Integer({ minimum: 0 })),
});

export const paidRoute: MoreRoutes = ({ money }) => [
  route({
    method: 'POST',
    path: '/test/paid',
    summary: 'Costs one credit and does nothing',
    tag: 'test',
    scope: 'chat:write',
    billed: true,
    body: Body,
    reply: Type.Object({}),
    async run({ caller, requestId, body, signal }) {
      const amount = creditsToMicro(body.credits ?? CREDITS_PER_CALL);
      const quote = {
        module: 'test',
        model: 'noop-1',
        amount,
        minimum: amount,
        description: 'a paid call that does nothing',
      };
      const { value, receipt } = await money.charge({ ...caller, requestId }, quote, async () => {
        if (body.wait_ms) await sleep(body.wait_ms, undefined, { signal });
        if (body.fail) throw new ServiceError('engine_failed', 'It was told to fail.');
        const text = body.letters ? { text: 'x'.repeat(body.letters) } : {};
        return { value: { done: true, ...text }, cost: amount, usage: {} };
      });
      return json(value, { receipt });
    },
  }),
];
