// The operator's calls: accounts, engines, models, the queue and deliveries of the whole service. They exist at /v1 only.
import type { Api, Body, OperationName, Query, Reply } from './api.ts';
import { Pages } from './pages.ts';
import type { CallOptions } from './transport.ts';

type Listing = Extract<OperationName, `GET /operator/${string}`>;
type ItemOf<N extends Listing> = Reply<N> extends { data: (infer Item)[] } ? Item : never;
type Act = Extract<OperationName, `${'POST' | 'PUT'} /operator/${string}`>;

export function operatorOf(api: Api) {
  const list =
    <N extends Listing>(name: N) =>
    (query?: Query<N>, options?: CallOptions) =>
      new Pages<ItemOf<N>>(api, name, { query: query ?? undefined }, options);
  const act =
    <N extends Act>(name: N) =>
    (id: string, body: Body<N>, options?: CallOptions) =>
      api.call(name, { params: { id }, body: body ?? undefined }, options);
  return {
    accounts: {
      list: list('GET /operator/accounts'),
      get: (id: string, options?: CallOptions) => api.call('GET /operator/accounts/{id}', { params: { id } }, options),
      changePlan: act('POST /operator/accounts/{id}/plan'),
      /** In thousandths of the list price; null: that of the plan. */
      changePriceFactor: act('POST /operator/accounts/{id}/price-factor'),
      revertPriceFactor: act('POST /operator/accounts/{id}/price-factor/revert'),
      /** Adds credits, or removes them if the number is negative. */
      credits: act('POST /operator/accounts/{id}/credits'),
      suspend: act('POST /operator/accounts/{id}/suspend'),
      unsuspend: act('POST /operator/accounts/{id}/unsuspend'),
      deletion: (id: string, options?: CallOptions) =>
        api.call('GET /operator/accounts/{id}/deletion', { params: { id } }, options),
      delete: act('POST /operator/accounts/{id}/deletion'),
      keep: act('POST /operator/accounts/{id}/deletion/undo'),
      /** Everything of the account, as a zip file. */
      export: (id: string, body: Body<'POST /operator/accounts/{id}/export'>, options?: CallOptions) =>
        api.bytes('POST /operator/accounts/{id}/export', { params: { id }, body }, options),
    },
    /** A link that lets one person sign up. */
    invite: (body: Body<'POST /operator/invites'> = {}, options?: CallOptions) =>
      api.call('POST /operator/invites', { body }, options),
    codes: {
      list: list('GET /operator/codes'),
      /** Only this response contains the codes. */
      create: (body: Body<'POST /operator/codes'>, options?: CallOptions) =>
        api.call('POST /operator/codes', { body }, options),
      /** Revokes one code, or a whole batch. */
      revoke: act('POST /operator/codes/{id}/revoke'),
    },
    coupons: {
      list: list('GET /operator/coupons'),
      create: (body: Body<'POST /operator/coupons'>, options?: CallOptions) =>
        api.call('POST /operator/coupons', { body }, options),
      disable: act('POST /operator/coupons/{id}/disable'),
    },
    referrals: {
      list: list('GET /operator/referrals'),
      revoke: act('POST /operator/referrals/{id}/revoke'),
    },
    /** Deletes the answers that are kept for identical calls, of one model or of all. */
    emptyAnswerCache: (body: Body<'POST /operator/answer-cache/empty'> = {}, options?: CallOptions) =>
      api.call('POST /operator/answer-cache/empty', { body }, options),
    audit: list('GET /operator/audit'),
    engines: (options?: CallOptions) => api.call('GET /operator/engines', {}, options),
    /** Each upstream model's cost and price, and why one is not offered. */
    prices: (options?: CallOptions) => api.call('GET /operator/prices', {}, options),
    models: {
      list: (options?: CallOptions) => api.call('GET /operator/models', {}, options),
      /** Models that suit the service's machine. */
      recommendation: (options?: CallOptions) => api.call('GET /operator/models/recommendation', {}, options),
      pull: act('POST /operator/models/{id}/pull'),
      /** Chooses a model for its use; with `chosen: false` the service chooses again. */
      use: act('POST /operator/models/{id}/use'),
      verify: act('POST /operator/models/{id}/verify'),
      remove: act('POST /operator/models/{id}/remove'),
    },
    /** Model servers on the machine of the service, such as Ollama. */
    localServers: {
      list: (options?: CallOptions) => api.call('GET /operator/local-servers', {}, options),
      connect: act('POST /operator/local-servers/{id}/connect'),
      disconnect: act('POST /operator/local-servers/{id}/disconnect'),
    },
    /** Upstreams from the files, and those changed while the service runs. */
    upstreams: {
      list: (options?: CallOptions) => api.call('GET /operator/upstreams', {}, options),
      create: (body: Body<'POST /operator/upstreams'>, options?: CallOptions) =>
        api.call('POST /operator/upstreams', { body }, options),
      change: act('PUT /operator/upstreams/{id}'),
      remove: act('POST /operator/upstreams/{id}/remove'),
      /** Sends one call now: its answer, latency, price and cost. */
      try: act('POST /operator/upstreams/{id}/try'),
    },
    /** Usage, cost and margin of all accounts. */
    usage: (query?: Query<'GET /operator/usage'>, options?: CallOptions) =>
      api.call('GET /operator/usage', { query: query ?? undefined }, options),
    books: {
      get: (query?: Query<'GET /operator/books'>, options?: CallOptions) =>
        api.call('GET /operator/books', { query: query ?? undefined }, options),
      /** As CSV. */
      export: (query: Query<'GET /operator/books/export'>, options?: CallOptions) =>
        api.bytes('GET /operator/books/export', { query }, options),
    },
    /** What is stored where and how long, and who else receives it; and a template of an agreement. */
    dataProtection: {
      get: (query?: Query<'GET /operator/data-protection'>, options?: CallOptions) =>
        api.call('GET /operator/data-protection', { query: query ?? undefined }, options),
      /** As Markdown or HTML. */
      agreement: (query?: Query<'GET /operator/data-protection/agreement'>, options?: CallOptions) =>
        api.bytes('GET /operator/data-protection/agreement', { query: query ?? undefined }, options),
    },
    /** The price list and the settings of the service. */
    settings: {
      get: (options?: CallOptions) => api.call('GET /operator/settings', {}, options),
      change: act('PUT /operator/settings/{id}'),
    },
    /** Every change of a live setting, with before and after. */
    settingChanges: {
      list: list('GET /operator/settings/changes'),
      revert: act('POST /operator/settings/changes/{id}/revert'),
    },
    queue: (options?: CallOptions) => api.call('GET /operator/queue', {}, options),
    jobs: { list: list('GET /operator/jobs'), cancel: act('POST /operator/jobs/{id}/cancel') },
    endpoints: list('GET /operator/endpoints'),
    /** Without error messages and bodies. */
    requests: list('GET /operator/requests'),
    deliveries: { list: list('GET /operator/deliveries'), replay: act('POST /operator/deliveries/{id}/replay') },
  };
}
