// The account: keys, usage, payments, webhooks, files and batches.
import type { Api, Body, Query, Reply } from './api.ts';
import { type ListenOptions, listenToEvents } from './listen.ts';
import { Pages } from './pages.ts';
import type { CallOptions } from './transport.ts';

export function accountOf(api: Api) {
  return {
    get: (options?: CallOptions) => api.call('GET /account', {}, options),
    update: (body: Body<'PATCH /account'>, options?: CallOptions) => api.call('PATCH /account', { body }, options),
    /** How long content of the account is kept. */
    retention: (options?: CallOptions) => api.call('GET /account/retention', {}, options),
    answerCache: {
      /** What is kept for identical calls. */
      get: (options?: CallOptions) => api.call('GET /account/answer-cache', {}, options),
      empty: (query?: Query<'DELETE /account/answer-cache'>, options?: CallOptions) =>
        api.call('DELETE /account/answer-cache', { query }, options),
    },
    /** Everything of the account, as a zip file. For users who are signed in. */
    export: (query?: Query<'GET /account/export'>, options?: CallOptions) =>
      api.bytes('GET /account/export', { query }, options),
    /** Whether the account is to be deleted. */
    deletion: (options?: CallOptions) => api.call('GET /account/deletion', {}, options),
    /** Begins the waiting period. */
    delete: (body: Body<'POST /account/deletion'>, options?: CallOptions) =>
      api.call('POST /account/deletion', { body }, options),
    keep: (options?: CallOptions) => api.call('DELETE /account/deletion', {}, options),
    handOver: (body: Body<'POST /account/handover'>, options?: CallOptions) =>
      api.call('POST /account/handover', { body }, options),
  };
}

export function keysOf(api: Api) {
  const at = (id: string) => ({ params: { id } });
  return {
    list: (options?: CallOptions) => api.call('GET /account/keys', {}, options),
    /** Only this response contains the secret. */
    create: (body: Body<'POST /account/keys'>, options?: CallOptions) =>
      api.call('POST /account/keys', { body }, options),
    update: (id: string, body: Body<'PATCH /account/keys/{id}'>, options?: CallOptions) =>
      api.call('PATCH /account/keys/{id}', { ...at(id), body }, options),
    rotate: (id: string, body: Body<'POST /account/keys/{id}/rotate'>, options?: CallOptions) =>
      api.call('POST /account/keys/{id}/rotate', { ...at(id), body }, options),
    revoke: (id: string, options?: CallOptions) => api.call('DELETE /account/keys/{id}', at(id), options),
  };
}

export function usageOf(api: Api) {
  return {
    get: (query?: Query<'GET /usage'>, options?: CallOptions) => api.call('GET /usage', { query }, options),
  };
}

/** End customers that your calls name, with their caps. */
export function customersOf(api: Api) {
  type Customer = Reply<'GET /customers'>['data'][number];
  return {
    list: (query?: Query<'GET /customers'>, options?: CallOptions) =>
      new Pages<Customer>(api, 'GET /customers', { query }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /customers/{id}', { params: { id } }, options),
    setCaps: (id: string, body: Body<'PUT /customers/{id}'>, options?: CallOptions) =>
      api.call('PUT /customers/{id}', { params: { id }, body }, options),
  };
}

/** The budget thresholds at which the account is notified. */
export function alertsOf(api: Api) {
  return {
    get: (options?: CallOptions) => api.call('GET /account/alerts', {}, options),
    update: (body: Body<'PATCH /account/alerts'>, options?: CallOptions) =>
      api.call('PATCH /account/alerts', { body }, options),
  };
}

/** Runs of agents: a budget for all calls that send the header `X-Run`. */
export function runsOf(api: Api) {
  type Run = Reply<'GET /runs'>['data'][number];
  return {
    list: (query?: Query<'GET /runs'>, options?: CallOptions) => new Pages<Run>(api, 'GET /runs', { query }, options),
    get: (id: string, query?: Query<'GET /runs/{id}'>, options?: CallOptions) =>
      api.call('GET /runs/{id}', { params: { id }, query }, options),
    setBudget: (id: string, budget: number, options?: CallOptions) =>
      api.call('PATCH /runs/{id}', { params: { id }, body: { budget } }, options),
    close: (id: string, options?: CallOptions) => api.call('POST /runs/{id}/close', { params: { id } }, options),
  };
}

/** The request log: what happened to each request, if the account or the key keeps one. */
export function requestsOf(api: Api) {
  type Logged = Reply<'GET /requests'>['data'][number];
  return {
    list: (query?: Query<'GET /requests'>, options?: CallOptions) =>
      new Pages<Logged>(api, 'GET /requests', { query }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /requests/{id}', { params: { id } }, options),
    settings: (options?: CallOptions) => api.call('GET /requests/settings', {}, options),
    updateSettings: (body: Body<'PATCH /requests/settings'>, options?: CallOptions) =>
      api.call('PATCH /requests/settings', { body }, options),
  };
}

export function paymentsOf(api: Api) {
  type Transaction = Reply<'GET /payments/transactions'>['data'][number];
  return {
    checkout: (body: Body<'POST /payments/checkout'>, options?: CallOptions) =>
      api.call('POST /payments/checkout', { body }, options),
    getCheckout: (id: string, options?: CallOptions) =>
      api.call('GET /payments/checkout/{id}', { params: { id } }, options),
    redeem: (code: string, options?: CallOptions) => api.call('POST /payments/redeem', { body: { code } }, options),
    referral: (options?: CallOptions) => api.call('GET /payments/referral', {}, options),
    acceptReferral: (code: string, options?: CallOptions) =>
      api.call('POST /payments/referral', { body: { code } }, options),
    /** Who is billed. */
    details: (options?: CallOptions) => api.call('GET /payments/details', {}, options),
    updateDetails: (body: Body<'PATCH /payments/details'>, options?: CallOptions) =>
      api.call('PATCH /payments/details', { body }, options),
    /** Cards saved at Stripe. */
    cards: {
      list: (options?: CallOptions) => api.call('GET /payments/cards', {}, options),
      /** Send the browser to the `url` of the answer. */
      add: (body: Body<'POST /payments/cards'> = {}, options?: CallOptions) =>
        api.call('POST /payments/cards', { body }, options),
      remove: (id: string, options?: CallOptions) =>
        api.call('DELETE /payments/cards/{id}', { params: { id } }, options),
    },
    /** Stripe's customer portal: send the browser to the `url` of the answer. */
    portal: (body: Body<'POST /payments/portal'> = {}, options?: CallOptions) =>
      api.call('POST /payments/portal', { body }, options),
    balance: (options?: CallOptions) => api.call('GET /payments/balance', {}, options),
    prices: (options?: CallOptions) => api.call('GET /payments/prices', {}, options),
    transactions: (query?: Query<'GET /payments/transactions'>, options?: CallOptions) =>
      new Pages<Transaction>(api, 'GET /payments/transactions', { query }, options),
    /** As CSV. */
    exportTransactions: (query?: Query<'GET /payments/transactions/export'>, options?: CallOptions) =>
      api.bytes('GET /payments/transactions/export', { query }, options),
    /** As lines of JSON, for `examples/verify-ledger.mjs`. */
    ledgerProof: (query?: Query<'GET /payments/ledger-proof'>, options?: CallOptions) =>
      api.bytes('GET /payments/ledger-proof', { query }, options),
    subscription: (options?: CallOptions) => api.call('GET /payments/subscription', {}, options),
    changeSubscription: (body: Body<'POST /payments/subscription/change'>, options?: CallOptions) =>
      api.call('POST /payments/subscription/change', { body }, options),
    cancelSubscription: (body: Body<'POST /payments/subscription/cancel'>, options?: CallOptions) =>
      api.call('POST /payments/subscription/cancel', { body }, options),
    receipts: (query?: Query<'GET /payments/receipts'>, options?: CallOptions) =>
      new Pages<Reply<'GET /payments/receipts'>['data'][number]>(api, 'GET /payments/receipts', { query }, options),
    /** As a PDF. */
    receipt: (id: string, options?: CallOptions) =>
      api.bytes('GET /payments/receipts/{id}', { params: { id } }, options),
    settings: (options?: CallOptions) => api.call('GET /payments/settings', {}, options),
    updateSettings: (body: Body<'PATCH /payments/settings'>, options?: CallOptions) =>
      api.call('PATCH /payments/settings', { body }, options),
  };
}

export function webhooksOf(api: Api) {
  type Delivery = Reply<'GET /webhooks/{id}/deliveries'>['data'][number];
  const at = (id: string) => ({ params: { id } });
  return {
    list: (options?: CallOptions) => api.call('GET /webhooks', {}, options),
    /** The response contains the signing secret; so do those of `secret` and `rotateSecret`. */
    create: (body: Body<'POST /webhooks'>, options?: CallOptions) => api.call('POST /webhooks', { body }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /webhooks/{id}', at(id), options),
    update: (id: string, body: Body<'PATCH /webhooks/{id}'>, options?: CallOptions) =>
      api.call('PATCH /webhooks/{id}', { ...at(id), body }, options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /webhooks/{id}', at(id), options),
    secret: (id: string, options?: CallOptions) => api.call('GET /webhooks/{id}/secret', at(id), options),
    rotateSecret: (id: string, body: Body<'POST /webhooks/{id}/rotate-secret'> = {}, options?: CallOptions) =>
      api.call('POST /webhooks/{id}/rotate-secret', { ...at(id), body }, options),
    test: (id: string, body: Body<'POST /webhooks/{id}/test'> = {}, options?: CallOptions) =>
      api.call('POST /webhooks/{id}/test', { ...at(id), body }, options),
    deliveries: (id: string, query?: Query<'GET /webhooks/{id}/deliveries'>, options?: CallOptions) =>
      new Pages<Delivery>(api, 'GET /webhooks/{id}/deliveries', { ...at(id), query }, options),
    /** The account's events as they happen, without an endpoint; `onListening` is called once the stream listens. */
    listen: (options?: ListenOptions) => listenToEvents(api, options),
    replay: (id: string, deliveryId: string, options?: CallOptions) =>
      api.call(
        'POST /webhooks/{id}/deliveries/{delivery_id}/replay',
        { params: { id, delivery_id: deliveryId } },
        options,
      ),
  };
}

export function batchesOf(api: Api) {
  return {
    /** `input_file_id` is a file uploaded with the purpose `batch`. A batch is a job: `jobs.wait(id)` waits for its end. */
    create: (body: Body<'POST /batches'>, options?: CallOptions) => api.call('POST /batches', { body }, options),
    list: (query?: Query<'GET /batches'>, options?: CallOptions) =>
      new Pages<Reply<'GET /batches'>['data'][number]>(api, 'GET /batches', { query }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /batches/{id}', { params: { id } }, options),
    cancel: (id: string, options?: CallOptions) => api.call('POST /batches/{id}/cancel', { params: { id } }, options),
  };
}

export function filesOf(api: Api) {
  return {
    /** Other calls accept the returned id wherever they take an image or audio. */
    upload: (file: Blob, { purpose, ...options }: CallOptions & Pick<Body<'POST /files'>, 'purpose'> = {}) =>
      api.call('POST /files', { body: { ...(purpose ? { purpose } : {}), file } }, options),
    /** What a file says of itself, and whether it was made here. `file`: the bytes, or an id, a URL or a data URI. */
    verify: (file: Blob | string, options?: CallOptions) => api.call('POST /verify', { body: { file } }, options),
    list: (query?: Query<'GET /files'>, options?: CallOptions) =>
      new Pages<Reply<'GET /files'>['data'][number]>(api, 'GET /files', { query }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /files/{id}', { params: { id } }, options),
    content: (id: string, options?: CallOptions) => api.bytes('GET /files/{id}/content', { params: { id } }, options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /files/{id}', { params: { id } }, options),
    /** The response with a generated file, e.g. of `image_url`; its body can be read as a stream. */
    download: (url: string, options?: CallOptions) => api.fetchFile(url, options),
  };
}

/** A file in parts, for connections that break before the whole file is sent. */
export function uploadsOf(api: Api) {
  const at = (id: string) => ({ params: { id } });
  return {
    create: (body: Body<'POST /uploads'>, options?: CallOptions) => api.call('POST /uploads', { body }, options),
    addPart: (id: string, data: Blob, options?: CallOptions) =>
      api.call('POST /uploads/{id}/parts', { ...at(id), body: { data } }, options),
    complete: (id: string, body: Body<'POST /uploads/{id}/complete'>, options?: CallOptions) =>
      api.call('POST /uploads/{id}/complete', { ...at(id), body }, options),
    cancel: (id: string, options?: CallOptions) => api.call('POST /uploads/{id}/cancel', at(id), options),
  };
}

/** All items: images, songs, videos and builds. */
export function libraryOf(api: Api) {
  type Item = Reply<'GET /library'>['data'][number];
  const at = (id: string) => ({ params: { id } });
  return {
    list: (query?: Query<'GET /library'>, options?: CallOptions) =>
      new Pages<Item>(api, 'GET /library', { query }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /library/{id}', at(id), options),
    update: (id: string, body: Body<'PATCH /library/{id}'>, options?: CallOptions) =>
      api.call('PATCH /library/{id}', { ...at(id), body }, options),
    tags: (options?: CallOptions) => api.call('GET /library/tags', {}, options),
    tag: (body: Body<'POST /library/tags'>, options?: CallOptions) => api.call('POST /library/tags', { body }, options),
    delete: (ids: string[], options?: CallOptions) => api.call('POST /library/delete', { body: { ids } }, options),
    /** Several items as one zip file. */
    zip: (ids: readonly string[], options?: CallOptions) =>
      api.bytes('GET /library/zip', { query: { ids: ids.join(',') } }, options),
    shares: {
      list: (id: string, options?: CallOptions) => api.call('GET /library/{id}/shares', at(id), options),
      create: (id: string, body: Body<'POST /library/{id}/shares'> = {}, options?: CallOptions) =>
        api.call('POST /library/{id}/shares', { ...at(id), body }, options),
      revoke: (id: string, share: string, options?: CallOptions) =>
        api.call('DELETE /library/{id}/shares/{share}', { params: { id, share } }, options),
    },
  };
}
