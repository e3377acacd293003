// The weights on this machine: list them, pull one in the background, remove one.
import { ServiceError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';

export interface WeightsLine {
  id: string;
  kind: string;
  title: string;
  licence: string;
  note?: string;
  bytes: number;
  status: { ready: boolean; pulling: boolean; progress: number; error: string | null };
}

/** The part of the weights cache that operators use. */
export interface WeightStore {
  list(): readonly WeightsLine[];
  ensure(id: string, options: { signal: AbortSignal }): Promise<unknown>;
  remove(id: string): Promise<void>;
}

export class OperatorWeights {
  readonly #store: WeightStore;
  readonly #trail: AuditTrail;
  readonly #log: Log;
  /** Aborts the pulls that were started here when the service stops. */
  readonly #ending: AbortSignal;

  constructor(parts: { store: WeightStore; trail: AuditTrail; log: Log; ending: AbortSignal }) {
    this.#store = parts.store;
    this.#trail = parts.trail;
    this.#log = parts.log;
    this.#ending = parts.ending;
  }

  list(): object {
    return { object: 'list', data: this.#store.list().map(show) };
  }

  /** Returns at once; the list shows the progress, and the error if the pull failed. */
  async pull(operator: Operator, id: string, reason: string): Promise<object> {
    const { status } = this.#find(id);
    if (!status.ready) {
      await this.#record(operator, { action: 'model.pull', id }, reason);
      this.#store.ensure(id, { signal: this.#ending }).catch((error) => {
        if (!this.#ending.aborted) this.#log.warn({ err: error, model: id }, 'pull of weights failed');
      });
    }
    return show(this.#find(id));
  }

  async remove(operator: Operator, id: string, reason: string): Promise<object> {
    if (this.#find(id).status.pulling)
      throw new ServiceError('invalid_parameter', `"${id}" is being pulled. Remove it when the pull has ended.`, {
        param: 'id',
      });
    await this.#record(operator, { action: 'model.remove', id }, reason);
    await this.#store.remove(id);
    return show(this.#find(id));
  }

  #find(id: string): WeightsLine {
    const line = this.#store.list().find((one) => one.id === id);
    if (!line)
      throw new ServiceError(
        'not_found',
        `There is no model "${id}" in the catalogue. GET /operator/models lists the catalogue.`,
      );
    return line;
  }

  /** Files have no transactions: the action is logged first, so that no action is missing from the log. */
  async #record(
    operator: Operator,
    { action, id }: { action: 'model.pull' | 'model.remove'; id: string },
    reason: string,
  ): Promise<void> {
    const before = { state: this.#find(id).status.ready ? 'present' : 'absent' };
    const change = { before, after: { state: action === 'model.pull' ? 'being pulled' : 'absent' } };
    await this.#trail.perform(operator, { action, target: id, asked: {}, reason }, async () => change);
  }
}

function show({ id, kind, title, licence, note, bytes, status }: WeightsLine): object {
  return { object: 'operator.model', id, kind, title, licence, note: note ?? null, bytes, ...status };
}
