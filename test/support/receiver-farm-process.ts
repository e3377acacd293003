// Many receivers in a process of their own, so that they take no time from whoever delivers to them.
import { startReceiver } from './receiver.ts';

const [count = 0, each = 0] = process.argv.slice(2).map(Number);
const receivers = await Promise.all(Array.from({ length: count }, () => startReceiver()));
process.send?.({ urls: receivers.map(({ url }) => url) });
await Promise.all(receivers.map((receiver) => receiver.got(each)));
process.send?.({
  distinct: receivers.map(({ received }) => new Set(received.map(({ headers }) => headers['webhook-id'])).size),
});
