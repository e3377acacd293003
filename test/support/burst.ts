// Many calls at once on a small plan, within one minute of the limits' clock.
import { Agent, fetch } from 'undici';
import type { TestService } from './service.ts';

/** A busy machine needs longer than fetch allows to open a thousand connections. */
const dispatcher = new Agent({ connections: 100, connect: { timeout: 60_000 } });

/** The statuses. A burst that crosses into the next minute rightly gets a second allowance: then another account tries again. */
export async function burst(
  service: TestService,
  calls: number,
  origins: readonly string[] = [service.origin],
): Promise<number[]> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { liveKey } = await service.account({ plan: 'free' });
    const minute = Math.floor(Date.now() / 60_000);
    const call = (_: unknown, index: number) => statusOf(origins[index % origins.length] ?? '', liveKey);
    const statuses = await Promise.all(Array.from({ length: calls }, call));
    if (Math.floor(Date.now() / 60_000) === minute) return statuses;
  }
  throw new Error('five bursts in a row crossed into the next minute');
}

async function statusOf(origin: string, key: string): Promise<number> {
  const response = await fetch(`${origin}/v1/payments/balance`, {
    headers: { authorization: `Bearer ${key}` },
    dispatcher,
  });
  await response.arrayBuffer();
  return response.status;
}
