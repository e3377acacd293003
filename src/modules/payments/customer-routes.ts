// Routes for the buyer: billing details, saved cards, Stripe's customer portal and referrals.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import type { Buyers } from './billing-details.ts';
import {
  CardDeleted,
  CardList,
  CardParams,
  CardSetupReply,
  DetailsBody,
  DetailsReply,
  PageBody,
  PortalReply,
  ReferralAccepted,
  ReferralBody,
  ReferralReply,
} from './customer-schema.ts';
import type { Referrals } from './referrals.ts';
import type { SavedCards } from './saved-cards.ts';

const READ = { tag: 'payments', scope: 'payments:read' } as const;
const WRITE = { tag: 'payments', scope: 'payments:write' } as const;

export interface CustomerServices {
  buyers: Buyers;
  cards: SavedCards;
  referrals: Referrals;
}

export function customerRoutes({ buyers, cards, referrals }: CustomerServices): Route[] {
  return [
    route({
      method: 'GET',
      path: '/payments/referral',
      summary: 'Get the referral link and what it brought',
      description:
        'Shows the code and link of this account. Whoever accepts the code and buys something brings `program.credits` to both sides. `program` is null where the operator offers none.',
      ...READ,
      reply: ReferralReply,
      run: async ({ caller }) => json(await referrals.read(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/referral',
      summary: 'Accept a referral code',
      description:
        'Says who referred this account: once, in its first 30 days, before its first purchase, by an older account of somebody else. Both sides get credits with the first paid purchase; a refund of it takes them back.',
      example: { body: { code: '7K2QD0MZ4R' } },
      ...WRITE,
      body: ReferralBody,
      reply: ReferralAccepted,
      run: async ({ caller, body }) => json(await referrals.accept(caller, body.code)),
    }),
    route({
      method: 'GET',
      path: '/payments/details',
      summary: 'Get the billing details',
      description: 'Shows who is billed: the name, the address and the tax id on receipts and invoices.',
      ...READ,
      reply: DetailsReply,
      run: async ({ caller }) => json(await buyers.read(caller)),
    }),
    route({
      method: 'PATCH',
      path: '/payments/details',
      summary: 'Change the billing details',
      description:
        'Changes who is billed. Fields that are absent stay. With Stripe, its customer is changed too, and Stripe checks the form of the tax id. Receipts of earlier payments keep the details of their time.',
      example: { body: { name: 'Example GmbH', address: { city: 'Berlin', country: 'DE' } } },
      errors: ['engine_failed'],
      ...WRITE,
      body: DetailsBody,
      reply: DetailsReply,
      run: async ({ caller, body }) => json(await buyers.change(caller, body)),
    }),
    route({
      method: 'GET',
      path: '/payments/cards',
      summary: 'List the saved cards',
      description:
        'Lists the cards that are saved at Stripe, newest first. There are none without Stripe and in the sandbox.',
      errors: ['engine_failed'],
      ...READ,
      reply: CardList,
      run: async ({ caller }) => json(await cards.list(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/cards',
      summary: 'Save a card',
      description:
        "Answers with the `url` of a page of Stripe's where the customer saves a card for later charges, such as automatic top-up. Nothing is charged.",
      errors: ['engine_failed', 'engine_unavailable'],
      ...WRITE,
      example: { body: { return_url: 'https://shop.example/billing' } },
      body: PageBody,
      reply: CardSetupReply,
      run: async ({ caller, body }) => json(await cards.add(caller, body)),
    }),
    route({
      method: 'DELETE',
      path: '/payments/cards/:id',
      summary: 'Remove a saved card',
      description: 'Removes a card at Stripe. It cannot be charged any more.',
      errors: ['not_found', 'engine_failed'],
      ...WRITE,
      params: CardParams,
      reply: CardDeleted,
      run: async ({ caller, params }) => json(await cards.remove(caller, params.id)),
    }),
    route({
      method: 'POST',
      path: '/payments/portal',
      summary: "Open Stripe's customer portal",
      description:
        'Answers with the `url` of the portal, where the customer sees invoices and changes cards and addresses. The address works once and for a short time.',
      errors: ['engine_failed', 'engine_unavailable'],
      ...WRITE,
      example: { body: { return_url: 'https://shop.example/billing' } },
      body: PageBody,
      reply: PortalReply,
      run: async ({ caller, body }) => json(await cards.openPortal(caller, body)),
    }),
  ];
}
