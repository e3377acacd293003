// Starts receivers in another process and hears from it when all of them have got theirs.
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface ReceiverFarm {
  urls: readonly string[];
  /** How many different events each receiver has, once every one has had `each` deliveries. */
  full(): Promise<number[]>;
  close(): void;
}

export async function startReceiverFarm(count: number, each: number): Promise<ReceiverFarm> {
  const child = fork(new URL('./receiver-farm-process.ts', import.meta.url), [String(count), String(each)]);
  const [{ urls }] = (await once(child, 'message')) as [{ urls: string[] }];
  const told = once(child, 'message') as Promise<[{ distinct: number[] }]>;
  return {
    urls,
    full: async () => (await told)[0].distinct,
    close: () => child.kill(),
  };
}
