// The deliveries of an endpoint: list them, send one again, send a test event.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { cutPage, pageBody } from '../../core/page.ts';
import { type EventType, emitTestIn } from '../../outbox/events.ts';
import type { Database } from '../../store/database.ts';
import {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../../store/deliveries.ts';
import { insertDelivery, notifyDeliveriesDue } from '../../store/events.ts';
import type { Endpoint } from '../../store/webhook-endpoints.ts';
import type { DeliveryListQuery } from './schema.ts';
import { findAllowed } from './service.ts';
import { testDataFor } from './test-data.ts';

const DEFAULT_LIMIT = 20;

export class DeliveryService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(caller: Caller, endpointId: string, query: DeliveryListQuery) {
    await findAllowed(this.#database.queries, { caller, id: endpointId, scope: 'operator:read' });
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listDeliveries(this.#database.queries, {
      endpointId,
      limit: limit + 1,
      ...(query.cursor ? { beforeSeq: Number(query.cursor) } : {}),
      ...(query.status ? { state: query.status } : {}),
    });
    const { page, next } = cutPage(rows, limit, ({ seq }) => String(seq));
    return pageBody(await this.#show(page), next);
  }

  /** Sends the same event, with the same id, as a new delivery with its own attempts. */
  async replay(caller: Caller, endpointId: string, deliveryId: string) {
    this.#refuseDisabled(await this.#changeable(caller, endpointId));
    const original = await findDelivery(this.#database.queries, endpointId, deliveryId);
    if (!original) throw new ServiceError('not_found', `There is no delivery "${deliveryId}".`);
    const id = await this.#database.transaction(async (trx) => {
      const replayId = await insertDelivery(trx, { eventId: original.eventId, endpointId, replayOf: original.id });
      await notifyDeliveriesDue(trx);
      return replayId;
    });
    return this.#delivery(endpointId, id);
  }

  async sendTest(caller: Caller, endpointId: string, type: EventType = 'generation.completed') {
    this.#refuseDisabled(await this.#changeable(caller, endpointId));
    const { accountId, environment } = caller;
    const event = { accountId, environment, type, data: testDataFor(type, caller) };
    const id = await this.#database.transaction((trx) => emitTestIn(trx, event, endpointId));
    return this.#delivery(endpointId, id);
  }

  async #delivery(endpointId: string, id: string) {
    const delivery = await findDelivery(this.#database.queries, endpointId, id);
    const [shown] = delivery ? await this.#show([delivery]) : [];
    if (!shown) throw new Error(`delivery ${id} vanished`);
    return shown;
  }

  async #show(deliveries: readonly DeliveryRow[]) {
    const attempts = await listAttempts(
      this.#database.queries,
      deliveries.map(({ id }) => id),
    );
    const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
    return deliveries.map((delivery) => show(delivery, byDelivery.get(delivery.id) ?? []));
  }

  #refuseDisabled(endpoint: Endpoint): void {
    if (endpoint.disabledAt)
      throw new ServiceError(
        'invalid_parameter',
        'This endpoint is disabled. Enable it first (PATCH with enabled: true).',
      );
  }

  #changeable(caller: Caller, id: string): Promise<Endpoint> {
    return findAllowed(this.#database.queries, { caller, id, scope: 'operator:write' });
  }
}

function show(delivery: DeliveryRow, attempts: readonly AttemptRow[]) {
  const isPending = delivery.state === 'pending';
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: isPending ? delivery.dueAt.toISOString() : null,
    response_status: delivery.lastStatus,
    replay_of: delivery.replayOf,
    created_at: delivery.createdAt.toISOString(),
    completed_at: delivery.endedAt?.toISOString() ?? null,
    request_body: delivery.body,
    log: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      at: attempt.at.toISOString(),
      duration_ms: attempt.durationMs,
      status: attempt.status,
      problem: attempt.problem,
      request_headers: attempt.requestHeaders,
      response_excerpt: attempt.responseExcerpt,
    })),
  };
}
