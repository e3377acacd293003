// What keeps upstreams out of turn, by their kind of work and name. Routers ask at every call; what closes is added once it exists.
import type { Gate } from '../net/gate.ts';
import type { Makes } from './live-upstreams.ts';

type WaitMs = (makes: Makes, upstream: string) => number;

export class UpstreamGates {
  readonly #closers: WaitMs[] = [];

  add(waitMs: WaitMs): void {
    this.#closers.push(waitMs);
  }

  of(makes: Makes): Gate {
    return { waitMs: (upstream) => Math.max(0, ...this.#closers.map((waitMs) => waitMs(makes, upstream))) };
  }
}
