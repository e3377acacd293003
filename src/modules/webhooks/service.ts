// A customer's webhook endpoints: create, change, rotate, test and delete.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { allows } from '../../core/scopes.ts';
import { checkUrl } from '../../net/guarded-fetch.ts';
import type { Seal } from '../../outbox/seal.ts';
import { newSigningSecret } from '../../outbox/sign.ts';
import { type Actor, insertLog } from '../../store/account-log.ts';
import type { Database, Queries } from '../../store/database.ts';
import {
  deleteEndpoint,
  type Endpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from '../../store/webhook-endpoints.ts';
import { isLoopbackHost } from './loopback-host.ts';
import type { EndpointChangeBody, NewEndpointBody } from './schema.ts';

export interface EndpointParts {
  database: Database;
  seal: Seal;
  allowPrivate: boolean;
  httpsOnly: boolean;
}

const MAX_ENDPOINTS = 50;
const DEFAULT_OVERLAP_SECONDS = 24 * 3600;

export class EndpointService {
  readonly #parts: EndpointParts;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  async list(caller: Caller) {
    const endpoints = await listEndpoints(this.#parts.database.queries, caller);
    const mayReadAll = caller.isOwner && allows(caller.scopes, 'operator:read');
    return { object: 'list', data: endpoints.filter(({ scope }) => scope === 'account' || mayReadAll).map(show) };
  }

  async find(caller: Caller, id: string) {
    return show(await findAllowed(this.#parts.database.queries, { caller, id, scope: 'operator:read' }));
  }

  async create(actor: Actor, body: NewEndpointBody) {
    const scope = body.scope ?? 'account';
    refuseServiceWide(actor, scope, 'operator:write');
    const secret = newSigningSecret();
    const { accountId, environment } = actor;
    const fresh = {
      accountId,
      environment,
      scope,
      url: checkEndpoint(body.url, this.#parts),
      events: body.events ?? ['*'],
      description: body.description ?? '',
      secret: this.#parts.seal.close(secret),
      memberId: actor.member?.id ?? null,
    };
    const endpoint = await this.#parts.database.transaction(async (trx) => {
      const made = await insertEndpoint(trx, fresh, MAX_ENDPOINTS);
      if (made) await insertLog(trx, actor, { action: 'webhook.create', target: made.id, after: logged(made) });
      return made;
    });
    if (!endpoint)
      throw new ServiceError(
        'invalid_parameter',
        `An account may have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
      );
    return { ...show(endpoint), secret };
  }

  async change(actor: Actor, id: string, body: EndpointChangeBody) {
    const current = await this.#changeable(actor, id);
    const wanted = {
      url: body.url === undefined ? current.url : checkEndpoint(body.url, this.#parts),
      events: body.events ?? current.events,
      description: body.description ?? current.description,
      isEnabled: body.enabled ?? current.disabledAt === null,
      memberId: actor.member?.id ?? null,
    };
    return this.#parts.database.transaction(async (trx) => {
      const changed = (await updateEndpoint(trx, { ...actor, id }, wanted)) ?? missing(id);
      const facts = { before: logged(current), after: logged(changed) };
      await insertLog(trx, actor, { action: 'webhook.change', target: id, ...facts });
      return show(changed);
    });
  }

  async rotate(actor: Actor, id: string, overlapSeconds = DEFAULT_OVERLAP_SECONDS) {
    await this.#changeable(actor, id);
    const secret = newSigningSecret();
    const next = { secret: this.#parts.seal.close(secret), overlapSeconds };
    return this.#parts.database.transaction(async (trx) => {
      const endpoint = (await rotateSecret(trx, { ...actor, id }, next)) ?? missing(id);
      await insertLog(trx, actor, { action: 'webhook.rotate', target: id });
      return { ...show(endpoint), secret };
    });
  }

  /** For users of the dashboard only: a leaked key must not expose the signing secrets as well. */
  async reveal(caller: Caller, id: string) {
    if (caller.keyId !== null)
      throw new ServiceError(
        'access_denied',
        'The secret can be read in the dashboard only. With an API key, rotate it instead.',
      );
    const endpoint = await this.#changeable(caller, id);
    return { object: 'webhook_secret', secret: this.#parts.seal.open(endpoint.secret) };
  }

  async remove(actor: Actor, id: string) {
    const current = await this.#changeable(actor, id);
    return this.#parts.database.transaction(async (trx) => {
      if (!(await deleteEndpoint(trx, actor, id))) missing(id);
      await insertLog(trx, actor, { action: 'webhook.delete', target: id, before: logged(current) });
      return { id, deleted: true };
    });
  }

  #changeable(caller: Caller, id: string): Promise<Endpoint> {
    return findAllowed(this.#parts.database.queries, { caller, id, scope: 'operator:write' });
  }
}

/** The caller's endpoint; one that receives the events of every account also needs the operator's scope. */
export async function findAllowed(
  queries: Queries,
  { caller, id, scope }: { caller: Caller; id: string; scope: 'operator:read' | 'operator:write' },
): Promise<Endpoint> {
  const endpoint = (await findEndpoint(queries, caller, id)) ?? missing(id);
  refuseServiceWide(caller, endpoint.scope, scope);
  return endpoint;
}

function refuseServiceWide(caller: Caller, scope: Endpoint['scope'], needed: 'operator:read' | 'operator:write'): void {
  if (scope !== 'service') return;
  if (!caller.isOwner)
    throw new ServiceError(
      'access_denied',
      'Only the operator of the service may receive the events of every account.',
      {
        param: 'scope',
      },
    );
  if (!allows(caller.scopes, needed))
    throw new ServiceError(
      'scope_missing',
      `An endpoint that receives the events of every account needs the scope "${needed}". "*" does not include it.`,
      { param: 'scope' },
    );
}

/** Without the URL's path, which may be a secret. */
function logged({ url, events, disabledAt, environment }: Endpoint) {
  return { host: new URL(url).host, events, enabled: disabledAt === null, environment };
}

function missing(id: string): never {
  throw new ServiceError('not_found', `There is no webhook endpoint "${id}".`);
}

function show(endpoint: Endpoint) {
  const { id, url, events, description, scope, disabledAt, disabledReason, previousValidUntil, createdAt } = endpoint;
  const isOverlapping = previousValidUntil !== null && previousValidUntil.getTime() > Date.now();
  return {
    id,
    object: 'webhook_endpoint',
    url,
    events,
    description,
    scope,
    enabled: disabledAt === null,
    disabled_reason: disabledReason,
    previous_secret_valid_until: isOverlapping ? previousValidUntil.toISOString() : null,
    created_at: createdAt.toISOString(),
  };
}

/** Of `http://localhost` the https rule is not what is in the way, and the word for what helps is a command. */
function checkEndpoint(url: string, rules: Pick<EndpointParts, 'allowPrivate' | 'httpsOnly'>): string {
  if (!rules.allowPrivate && isLoopbackHost(url))
    throw new ServiceError(
      'unsafe_url',
      'This service cannot reach your own machine. Run "npx atelier webhooks listen --forward-to <your URL>" there instead: it brings every event to a local address, without an endpoint.',
      { param: 'url' },
    );
  return checkUrl(url, rules).href;
}
