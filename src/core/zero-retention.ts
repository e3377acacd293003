// Whether the running request or job may leave nothing behind: calls of keys and plans with zero retention.
import { AsyncLocalStorage } from 'node:async_hooks';

// Ambient (AsyncLocalStorage), because words are logged and stored deep inside every kind of work and no code path may
// forget to pass it on.
const current = new AsyncLocalStorage<true>();

export function keepingNothing<T>(isAsked: boolean | undefined, work: () => T): T {
  return isAsked ? current.run(true, work) : work();
}

export function keepsNothing(): boolean {
  return current.getStore() === true;
}
