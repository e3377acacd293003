// What the stand-in of Stripe remembers between calls: customers, their tax ids and cards, and payment intents.

export interface StripeAnswer {
  status: number;
  body: object;
}

/** How a card answers to a charge without its holder. */
export type CardBehaviour = 'succeeds' | 'authentication_required' | 'card_declined' | 'processing';

interface Customer {
  id: string;
  described: Record<string, string>;
  taxIds: { id: string; type: string; value: string }[];
  cards: { id: string; last4: string; behaviour: CardBehaviour }[];
}

export interface Intent {
  id: string;
  amount: number;
  currency: string;
  customer: string;
  status: string;
  metadata: Record<string, string>;
}

const PREFIXES: Record<string, string> = {
  'POST /v1/checkout/sessions': 'cs_test',
  'POST /v1/prices': 'price',
};

export class StripeState {
  readonly customers = new Map<string, Customer>();
  readonly intents: Intent[] = [];
  /** Sessions that were expired by a call. */
  readonly expired: string[] = [];
  readonly #examples: Record<string, Record<string, unknown>>;
  #made = 0;

  constructor(examples: Record<string, Record<string, unknown>>) {
    this.#examples = examples;
  }

  /** The customer that was made for an account. */
  customerOf(accountId: string): Customer | undefined {
    return [...this.customers.values()].find(({ described }) => described['metadata[account_id]'] === accountId);
  }

  /** What a customer does on Stripe's page for cards. */
  saveCard(customer: string, behaviour: CardBehaviour = 'succeeds', last4 = '4242'): string {
    const id = this.#id('pm');
    this.customers.get(customer)?.cards.unshift({ id, last4, behaviour });
    return id;
  }

  /** The id of an object that this call makes; undefined for calls that make none. */
  idFor(name: string, params: Record<string, string>): string | undefined {
    const prefix = PREFIXES[name];
    if (name === 'POST /v1/coupons') return params.id ?? this.#id('coupon');
    return prefix ? this.#id(prefix) : undefined;
  }

  /** Undefined for calls that it keeps nothing of. */
  answer(name: string, path: string, params: Record<string, string>): StripeAnswer | undefined {
    const [, , , owner = '', , part = ''] = path.split('/');
    const named = params.customer ?? (path.startsWith('/v1/customers/') ? owner : undefined);
    const customer = named === undefined ? undefined : this.customers.get(named);
    if (named !== undefined && !customer) return missing('customer', named);
    switch (name) {
      case 'POST /v1/customers':
        return this.#makeCustomer(params);
      case 'GET /v1/customers/:id':
        return this.#ok('customer', { id: owner });
      case 'POST /v1/customers/:id':
        Object.assign(customer?.described ?? {}, params);
        return this.#ok('customer', { id: owner });
      case 'GET /v1/customers/:id/tax_ids':
        return this.#list('tax_id', customer?.taxIds ?? []);
      case 'POST /v1/customers/:id/tax_ids':
        return this.#makeTaxId(customer, params);
      case 'DELETE /v1/customers/:id/tax_ids/:id':
        if (customer) customer.taxIds = customer.taxIds.filter(({ id }) => id !== part);
        return { status: 200, body: { id: part, object: 'tax_id', deleted: true } };
      case 'GET /v1/customers/:id/payment_methods':
        return this.#list(
          'payment_method',
          (customer?.cards ?? []).map((card) => this.#card(card)),
        );
      case 'POST /v1/payment_methods/:id/detach':
        for (const one of this.customers.values()) one.cards = one.cards.filter(({ id }) => id !== owner);
        return this.#ok('payment_method', { id: owner });
      case 'POST /v1/payment_intents':
        return this.#charge(customer, params);
      case 'POST /v1/checkout/sessions/:id/expire':
        this.expired.push(path.split('/')[4] ?? '');
        return this.#ok('checkout.session', { id: path.split('/')[4], status: 'expired' });
      case 'GET /v1/invoices/:id':
        return this.#ok('invoice', {
          id: owner,
          number: `NO-${owner}`,
          hosted_invoice_url: `https://invoice.stripe.com/i/${owner}`,
        });
      case 'POST /v1/billing_portal/sessions':
        return this.#ok('billing_portal.session', { url: `https://billing.stripe.com/p/session/${named}` });
      default:
        return undefined;
    }
  }

  #makeCustomer(params: Record<string, string>): StripeAnswer {
    const id = this.#id('cus');
    this.customers.set(id, { id, described: params, taxIds: [], cards: [] });
    return this.#ok('customer', { id });
  }

  #makeTaxId(customer: Customer | undefined, { type = '', value = '' }: Record<string, string>): StripeAnswer {
    if (type === 'eu_vat' && !/^[A-Z]{2}[0-9A-Za-z+*.]{2,12}$/.test(value)) {
      const message = 'Invalid value for eu_vat.';
      return { status: 400, body: { error: { type: 'invalid_request_error', code: 'tax_id_invalid', message } } };
    }
    const made = { id: this.#id('txi'), type, value };
    customer?.taxIds.push(made);
    return this.#ok('tax_id', made);
  }

  #charge(customer: Customer | undefined, params: Record<string, string>): StripeAnswer {
    const card = customer?.cards.find(({ id }) => id === params.payment_method);
    if (!customer || !card) return missing('payment_method', params.payment_method ?? '');
    const metadata = Object.fromEntries(
      Object.entries(params).flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return key ? [[key, value]] : [];
      }),
    );
    const failed = card.behaviour === 'authentication_required' || card.behaviour === 'card_declined';
    const status = failed ? 'requires_payment_method' : card.behaviour;
    const intent: Intent = {
      id: this.#id('pi'),
      amount: Number(params.amount),
      currency: params.currency ?? '',
      customer: customer.id,
      status: status === 'succeeds' ? 'succeeded' : status,
      metadata,
    };
    this.intents.push(intent);
    if (!failed) return this.#ok('payment_intent', { ...intent, amount_received: intent.amount });
    const error = {
      type: 'card_error',
      code: card.behaviour,
      decline_code: card.behaviour === 'card_declined' ? 'generic_decline' : card.behaviour,
      message:
        card.behaviour === 'card_declined'
          ? 'Your card was declined.'
          : 'Your card was declined. It asks for authentication.',
      payment_intent: { ...this.#examples.payment_intent, ...intent },
    };
    return { status: 402, body: { error } };
  }

  #card({ id, last4 }: Customer['cards'][number]): object {
    const example = this.#examples.payment_method ?? {};
    return { ...example, id, card: { ...(example.card as object), last4 } };
  }

  #ok(object: string, facts: object): StripeAnswer {
    return { status: 200, body: { ...this.#examples[object], ...facts } };
  }

  #list(object: string, data: readonly object[]): StripeAnswer {
    const items = data.map((one) => ({ ...this.#examples[object], ...one }));
    return { status: 200, body: { object: 'list', data: items, has_more: false, url: '/v1' } };
  }

  #id(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${this.#made}`;
  }
}

function missing(what: string, id: string): StripeAnswer {
  const error = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: what,
    message: `No such ${what}: '${id}'`,
  };
  return { status: what === 'customer' ? 404 : 400, body: { error } };
}
