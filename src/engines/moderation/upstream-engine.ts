// Moderation by an upstream's /moderations route.

import { isRecord } from '../../core/unknown-json.ts';
import { failedAt } from '../../core/upstream-failure.ts';
import { callProvider, type Provider } from '../../net/provider-call.ts';
import type { UpstreamIds } from '../../net/upstream-ids.ts';
import type { ModerationEngine } from './port.ts';

const MODERATES = /moderation/i;
const MAX_REPLY_BYTES = 4 * 1024 * 1024;
/** Some fifty fields for each of 2,048 inputs. */
const SHAPE = { keys: 150_000, values: 300_000 };

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
    const call = { path: 'moderations', body, field: 'input', maxBytes: MAX_REPLY_BYTES, shape: SHAPE };
    const reply = await callProvider<Record<string, unknown>>(this.#provider, call, signal);
    const { results } = reply;
    // What else such servers send tells which they are.
    if (Array.isArray(results) && results.every(isResult)) return { id: reply.id, model: body.model, results };
    throw failedAt(this.name, 'The model sent no moderation results.');
  }
}

function isResult(one: unknown): boolean {
  return isRecord(one) && typeof one.flagged === 'boolean' && isRecord(one.categories);
}
