// Moderation by an upstream's /moderations route.
import { ServiceError } from '../../core/errors.ts';
import { callProvider, type Provider } from '../../net/provider-call.ts';
import type { UpstreamIds } from '../../net/upstream-ids.ts';
import type { ModerationEngine } from './port.ts';

const MODERATES = /moderation/i;

export class UpstreamModerationEngine implements ModerationEngine {
  readonly name: string;
  readonly #provider: Provider;
  readonly #ids: UpstreamIds;

  constructor(provider: Provider, ids: UpstreamIds) {
    this.name = provider.name;
    this.#provider = provider;
    this.#ids = ids;
  }

  models(): readonly string[] {
    return this.#ids.matching(MODERATES);
  }

  async moderate(body: { model: string; input: unknown }, signal: AbortSignal): Promise<Record<string, unknown>> {
    const call = { path: 'moderations', body, field: 'input' };
    const reply = await callProvider<Record<string, unknown>>(this.#provider, call, signal);
    if (Array.isArray(reply?.results)) return reply;
    throw new ServiceError('engine_failed', `The upstream "${this.name}" sent no moderation results.`);
  }
}
