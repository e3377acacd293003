// Random lives of codes, coupons, referrals and refunds, and two hundred accounts that want one single-use coupon.
import assert from 'node:assert/strict';
import test from 'node:test';
import { proveOffers } from '../../support/offer-histories.ts';
import { openDesk } from '../../support/operator-kit.ts';
import { startService } from '../../support/service.ts';

test('a hundred random lives end with the balances that they imply', () => proveOffers(100));

test('200 accounts race for one single-use coupon: exactly one gets the price, and pays it', async () => {
  const service = await startService();
  try {
    const desk = await openDesk(service);
    const accounts = await Promise.all(Array.from({ length: 200 }, () => service.account({ credits: 0 })));
    const { code } = (await desk.act('/coupons', { percent_off: 50, max_uses: 1, reason: 'a race' })).json;
    const answers = await Promise.all(
      accounts.map((account) =>
        service.call('POST', '/v1/payments/checkout', { key: account.liveKey, body: { credits: 1000, coupon: code } }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    assert.ok(answers.every(({ status }) => status === 200 || status === 400));
    assert.equal(winners[0]?.json.amount, 500);
  } finally {
    await service.stop();
  }
});
