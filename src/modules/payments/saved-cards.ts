// Saved cards and the customer portal, both at Stripe.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { SavedCard } from '../../money/gateways/stripe-customers.ts';
import type { Prices } from '../../money/prices.ts';
import { checkedUrl } from './checked-url.ts';
import type { PageBody } from './customer-schema.ts';
import type { Customers } from './customers.ts';

export class SavedCards {
  readonly #customers: Customers;
  readonly #prices: Prices;
  readonly #publicUrl: string;

  constructor(parts: { customers: Customers; prices: Prices; publicUrl: string }) {
    this.#customers = parts.customers;
    this.#prices = parts.prices;
    this.#publicUrl = parts.publicUrl;
  }

  async list(caller: Caller): Promise<object> {
    return { object: 'list', data: (await this.#cards(caller)).map(present) };
  }

  /** Cards are charged in live mode, whichever key sets that. */
  async hasAny(caller: Caller): Promise<boolean> {
    return (await this.#cards({ ...caller, environment: 'live' })).length > 0;
  }

  async remove(caller: Caller, id: string): Promise<object> {
    const card = (await this.#cards(caller)).find((one) => one.id === id);
    if (!card) throw new ServiceError('not_found', 'This card does not exist.');
    await this.#customers.at(caller).removeCard(card.id);
    return { id, object: 'card', deleted: true };
  }

  /** The URL of a page where the customer enters a card. */
  async add(caller: Caller, body: PageBody): Promise<object> {
    const stripe = this.#customers.at(caller);
    const back = this.#back(body, 'details');
    const { currency } = this.#prices.list;
    const url = await this.#customers.with(caller, (customer) =>
      stripe.openCardSetup(customer, { successUrl: back, cancelUrl: back, currency }),
    );
    return { object: 'card.setup', url };
  }

  async openPortal(caller: Caller, body: PageBody): Promise<object> {
    const stripe = this.#customers.at(caller);
    const back = this.#back(body, 'details');
    const url = await this.#customers.with(caller, (customer) => stripe.openPortal(customer, back));
    return { object: 'portal.session', url };
  }

  /** None without Stripe and in the sandbox. Only viewing the cards creates nothing at Stripe. */
  async #cards(caller: Caller): Promise<SavedCard[]> {
    const known = await this.#customers.find(caller);
    if (!known) return [];
    const stripe = this.#customers.at(caller);
    return this.#customers.with(caller, (customer) => stripe.cards(customer));
  }

  #back({ return_url: url }: PageBody, tab: string): string {
    return checkedUrl(url, 'return_url') ?? `${this.#publicUrl}/billing?tab=${tab}`;
  }
}

function present(card: SavedCard): object {
  return {
    id: card.id,
    object: 'card',
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
  };
}
