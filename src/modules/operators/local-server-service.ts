// The model servers of this machine for the operator: which were found, and connecting one with one action.
import type { AuditTrail, Operator } from './audit-trail.ts';

export interface LocalServerLine {
  id: string;
  title: string;
  makes: 'text' | 'image';
  url: string;
  version: string | null;
  models: readonly string[];
  /** configured: named in the settings · gone: connected, but nothing answers there now. */
  state: 'found' | 'connected' | 'configured' | 'gone';
}

/** Searches the loopback of the machine that answers. */
export interface FoundLocally {
  list(signal: AbortSignal): Promise<readonly LocalServerLine[]>;
  connect(id: string, signal: AbortSignal): Promise<LocalServerLine>;
  disconnect(id: string): Promise<void>;
  /** Applies a change in this process at once; the other processes notice it within a second. */
  refresh(): void;
}

export class OperatorLocalServers {
  readonly #servers: FoundLocally;
  readonly #trail: AuditTrail;

  constructor(servers: FoundLocally, trail: AuditTrail) {
    this.#servers = servers;
    this.#trail = trail;
  }

  async list(signal: AbortSignal): Promise<object> {
    return { object: 'list', data: (await this.#servers.list(signal)).map(show) };
  }

  /** A file has no transaction: if the log entry cannot be written, the operator repeats the action, which changes nothing more. */
  async connect(operator: Operator, id: string, reason: string, signal: AbortSignal): Promise<object> {
    const server = await this.#servers.connect(id, signal);
    this.#servers.refresh();
    const after = { state: server.state, url: server.url, models: server.models.length };
    await this.#record(operator, { action: 'upstream.connect', target: id, reason, after });
    return show(server);
  }

  async disconnect(operator: Operator, id: string, reason: string, signal: AbortSignal): Promise<object> {
    await this.#servers.disconnect(id);
    this.#servers.refresh();
    await this.#record(operator, { action: 'upstream.disconnect', target: id, reason, after: { state: 'found' } });
    return this.list(signal);
  }

  async #record(
    operator: Operator,
    act: {
      action: 'upstream.connect' | 'upstream.disconnect';
      target: string;
      reason: string;
      after: Record<string, unknown>;
    },
  ): Promise<void> {
    const { action, target, reason, after } = act;
    const before = { state: action === 'upstream.connect' ? 'found' : 'connected' };
    await this.#trail.perform(operator, { action, target, asked: {}, reason }, async () => ({ before, after }));
  }
}

function show(server: LocalServerLine): object {
  return { object: 'operator.local_server', ...server };
}
