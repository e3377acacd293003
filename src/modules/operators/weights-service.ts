// The weights on this machine: list them, pull one in the background, choose one for its use, verify one, remove one.
import { ServiceError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';

export interface WeightsLine {
  id: string;
  kind: string;
  title: string;
  licence: string;
  licenceUrl?: string;
  note?: string;
  /** What this version lacks to use the model. */
  awaits?: string;
  bytes: number;
  status: { ready: boolean; pulling: boolean; progress: number; error: string | null };
}

/** The part of the weights cache that operators use. */
export interface WeightStore {
  list(): readonly WeightsLine[];
  ensure(id: string, options: { signal: AbortSignal; acceptLicence: boolean }): Promise<unknown>;
  remove(id: string): Promise<void>;
  /** Names the damaged files. */
  verify(id: string): Promise<string[]>;
}

/** Which model answers for its use, which licence was accepted, and which model would suit the machine. */
export interface WeightsAdvisor {
  /** What the model can be chosen for; undefined if it cannot. */
  servedBy(id: string): string | undefined;
  /** In words, why it cannot. */
  whyNot(id: string): string;
  isAccepted(id: string): boolean;
  isChosen(id: string): boolean;
  /** With `isChosen` false, the service chooses again. */
  choose(id: string, isChosen: boolean): Promise<void>;
  advise(): Promise<{
    machine: {
      memoryBytes: number;
      cores: number;
      gpu: { name: string; memoryBytes: number | undefined } | undefined;
      freeDiskBytes: number | undefined;
    };
    described: string;
    choices: readonly {
      use: string;
      model: string | undefined;
      downloadBytes: number;
      reason: string;
      passedOver: readonly { model: string; why: string }[];
    }[];
  }>;
}

type Check = 'running' | 'intact' | 'damaged' | 'failed';
type ModelAct = 'model.pull' | 'model.remove' | 'model.use' | 'model.verify';

export class OperatorWeights {
  readonly #store: WeightStore;
  readonly #advisor: WeightsAdvisor;
  readonly #trail: AuditTrail;
  readonly #log: Log;
  /** Aborts the pulls that were started here when the service stops. */
  readonly #ending: AbortSignal;
  /** The last check of each model on this node. */
  readonly #checks = new Map<string, Check>();

  constructor(parts: {
    store: WeightStore;
    advisor: WeightsAdvisor;
    trail: AuditTrail;
    log: Log;
    ending: AbortSignal;
  }) {
    this.#store = parts.store;
    this.#advisor = parts.advisor;
    this.#trail = parts.trail;
    this.#log = parts.log;
    this.#ending = parts.ending;
  }

  list(): object {
    return { object: 'list', data: this.#store.list().map((line) => this.#show(line)) };
  }

  async recommend(): Promise<object> {
    const { machine, described, choices } = await this.#advisor.advise();
    const { memoryBytes, cores, gpu, freeDiskBytes } = machine;
    return {
      object: 'operator.model_recommendation',
      machine: {
        described,
        memory_bytes: Math.round(memoryBytes),
        cores,
        gpu: gpu ? { name: gpu.name, memory_bytes: gpu.memoryBytes ?? null } : null,
        free_disk_bytes: freeDiskBytes ?? null,
      },
      data: choices.map(({ use, model, downloadBytes, reason, passedOver }) => ({
        use,
        model: model ?? null,
        download_bytes: downloadBytes,
        reason,
        passed_over: passedOver,
      })),
    };
  }

  /** Returns at once; the list shows the progress, and the error if the pull failed. */
  async pull(operator: Operator, id: string, asked: { reason: string; acceptLicence: boolean }): Promise<object> {
    const line = this.#find(id);
    const { reason, acceptLicence } = asked;
    if (!this.#advisor.isAccepted(id) && !acceptLicence)
      throw new ServiceError(
        'invalid_parameter',
        `${line.title} has a licence with conditions: ${line.licence}${line.licenceUrl ? ` (${line.licenceUrl})` : ''}. Read it, and send accept_licence: true to accept it.`,
        { param: 'accept_licence' },
      );
    if (!line.status.ready) {
      const facts = acceptLicence ? { accept_licence: true } : {};
      await this.#record(operator, { action: 'model.pull', id, reason, after: 'being pulled' }, facts);
      this.#store.ensure(id, { signal: this.#ending, acceptLicence }).catch((error) => {
        if (!this.#ending.aborted) this.#log.warn({ err: error, model: id }, 'pull of weights failed');
      });
    }
    return this.#show(this.#find(id));
  }

  /** With `isChosen` false, the service chooses again. */
  async use(operator: Operator, id: string, asked: { reason: string; isChosen: boolean }): Promise<object> {
    const line = this.#find(id);
    if (this.#advisor.servedBy(id) === undefined)
      throw new ServiceError('invalid_parameter', this.#advisor.whyNot(id), { param: 'id' });
    if (asked.isChosen && !line.status.ready)
      throw new ServiceError('invalid_parameter', `"${id}" is not on this machine. Pull it first.`, { param: 'id' });
    const after = asked.isChosen ? 'chosen' : 'chosen by the service';
    await this.#record(operator, { action: 'model.use', id, reason: asked.reason, after });
    await this.#advisor.choose(id, asked.isChosen);
    return this.#show(this.#find(id));
  }

  /** Returns at once; the list shows the result. Damaged weights are not used any more. */
  async verify(operator: Operator, id: string, reason: string): Promise<object> {
    if (!this.#find(id).status.ready)
      throw new ServiceError('invalid_parameter', `"${id}" is not on this machine.`, { param: 'id' });
    if (this.#checks.get(id) !== 'running') {
      await this.#record(operator, { action: 'model.verify', id, reason, after: 'being checked' });
      this.#checks.set(id, 'running');
      this.#store.verify(id).then(
        (damaged) => this.#checks.set(id, damaged.length > 0 ? 'damaged' : 'intact'),
        (error) => {
          this.#checks.set(id, 'failed');
          this.#log.warn({ err: error, model: id }, 'check of weights failed');
        },
      );
    }
    return this.#show(this.#find(id));
  }

  async remove(operator: Operator, id: string, reason: string): Promise<object> {
    if (this.#find(id).status.pulling)
      throw new ServiceError('invalid_parameter', `"${id}" is being pulled. Remove it when the pull has ended.`, {
        param: 'id',
      });
    await this.#record(operator, { action: 'model.remove', id, reason, after: 'absent' });
    await this.#store.remove(id);
    this.#checks.delete(id);
    return this.#show(this.#find(id));
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
    { action, id, reason, after }: { action: ModelAct; id: string; reason: string; after: string },
    asked: Record<string, unknown> = {},
  ): Promise<void> {
    const before = { state: this.#find(id).status.ready ? 'present' : 'absent' };
    const change = { before, after: { state: after } };
    await this.#trail.perform(operator, { action, target: id, asked, reason }, async () => change);
  }

  #show(line: WeightsLine): object {
    const { id, kind, title, licence, licenceUrl, note, awaits, bytes, status } = line;
    return {
      object: 'operator.model',
      id,
      kind,
      title,
      licence,
      licence_url: licenceUrl ?? null,
      accepted: this.#advisor.isAccepted(id),
      note: note ?? null,
      awaits: awaits ?? null,
      bytes,
      ...status,
      use: this.#advisor.servedBy(id) ?? null,
      chosen: this.#advisor.isChosen(id),
      check: this.#checks.get(id) ?? null,
    };
  }
}
