// Webhook deliveries for the operator: failing endpoints, undelivered events, and sending an event again.
import { ServiceError } from '../../core/errors.ts';
import type { Database } from '../../store/database.ts';
import { insertDelivery, notifyDeliveriesDue } from '../../store/events.ts';
import {
  type DeliveryLine,
  type FailingEndpoint,
  findDeliveryLine,
  listDeliveryLines,
  listFailingEndpoints,
} from '../../store/operators-deliveries.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import { afterSeq, DEFAULT_LIMIT, pageBySeq, pageOf } from './page.ts';
import type { DeliveryQuery, EndpointQuery } from './schema.ts';

export class OperatorDeliveries {
  readonly #database: Database;
  readonly #trail: AuditTrail;

  constructor(database: Database, trail: AuditTrail) {
    this.#database = database;
    this.#trail = trail;
  }

  async listFailing(query: EndpointQuery): Promise<object> {
    const rows = await listFailingEndpoints(this.#database.queries, {
      limit: (query.limit ?? DEFAULT_LIMIT) + 1,
      ...(query.cursor ? { after: query.cursor } : {}),
    });
    return pageOf(rows, query.limit, { show: showEndpoint, cursorOf: ({ id }) => id });
  }

  async list(query: DeliveryQuery): Promise<object> {
    const rows = await listDeliveryLines(this.#database.queries, {
      limit: (query.limit ?? DEFAULT_LIMIT) + 1,
      ...afterSeq(query.cursor),
      ...(query.state ? { state: query.state } : {}),
      ...(query.endpoint_id ? { endpointId: query.endpoint_id } : {}),
    });
    return pageBySeq(rows, query.limit, show);
  }

  /** Sends the same event, with the same id, as a new delivery with its own attempts. */
  async replay(operator: Operator, id: string, reason: string): Promise<object> {
    const original = await this.#find(id);
    if (original.isDisabled)
      throw new ServiceError('invalid_parameter', 'This endpoint is disabled. Its account must enable it first.');
    const { eventId, endpointId, accountId } = original;
    const act = { action: 'delivery.replay', target: id, accountId, asked: {}, reason } as const;
    const entry = await this.#trail.perform(operator, act, async (trx) => {
      const replayId = await insertDelivery(trx, { eventId, endpointId, replayOf: id });
      await notifyDeliveriesDue(trx);
      return { before: { state: original.state }, after: { delivery_id: replayId } };
    });
    return show(await this.#find(String(entry.after?.delivery_id)));
  }

  async #find(id: string): Promise<DeliveryLine> {
    const delivery = await findDeliveryLine(this.#database.queries, id);
    if (!delivery) throw new ServiceError('not_found', `There is no delivery "${id}".`);
    return delivery;
  }
}

function showEndpoint(endpoint: FailingEndpoint): object {
  return {
    object: 'operator.failing_endpoint',
    id: endpoint.id,
    account_id: endpoint.accountId,
    email: endpoint.email,
    environment: endpoint.environment,
    url: endpoint.url,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_reason: endpoint.disabledReason,
    failed_deliveries: endpoint.failed,
    last_status: endpoint.lastStatus,
    last_problem: endpoint.lastProblem,
    last_failed_at: endpoint.lastFailedAt?.toISOString() ?? null,
  };
}

/** Without the body: the operator does not read customers' data. */
function show(delivery: DeliveryLine): object {
  return {
    object: 'operator.delivery',
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    endpoint_id: delivery.endpointId,
    url: delivery.url,
    account_id: delivery.accountId,
    email: delivery.email,
    environment: delivery.environment,
    state: delivery.state === 'pending' && delivery.attempts > 0 ? 'retrying' : delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: delivery.state === 'pending' ? delivery.dueAt.toISOString() : null,
    last_status: delivery.lastStatus,
    last_problem: delivery.lastProblem,
    replay_of: delivery.replayOf,
    created_at: delivery.createdAt.toISOString(),
    completed_at: delivery.endedAt?.toISOString() ?? null,
  };
}
