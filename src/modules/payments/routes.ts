// Money: what there is, where it went, what can be bought.
import { bytes, fileReply, json, type Route, route } from '../../http/route.ts';
import type { BillingSettings } from './billing-settings.ts';
import type { CheckoutService } from './checkout-service.ts';
import type { Receipts } from './receipts.ts';
import {
  BalanceReply,
  CheckoutBody,
  CheckoutReply,
  IdParams,
  PaymentList,
  PlanBody,
  PricesReply,
  SettingsBody,
  SettingsReply,
  SubscriptionReply,
  TransactionList,
  TransactionQuery,
} from './schema.ts';
import type { Statements } from './statements.ts';
import type { SubscriptionService } from './subscription-service.ts';

export interface PaymentServices {
  statements: Statements;
  checkouts: CheckoutService;
  subscriptions: SubscriptionService;
  receipts: Receipts;
  settings: BillingSettings;
}

const READ = { tag: 'payments', scope: 'payments:read' } as const;
const WRITE = { tag: 'payments', scope: 'payments:write' } as const;

export function paymentRoutes({ statements, checkouts, subscriptions, receipts, settings }: PaymentServices): Route[] {
  return [
    route({
      method: 'GET',
      path: '/payments/balance',
      summary: 'The credit balance',
      ...READ,
      reply: BalanceReply,
      run: async ({ caller }) => json(await statements.balance(caller, await subscriptions.outlook(caller))),
    }),
    route({
      method: 'GET',
      path: '/payments/transactions',
      summary: 'The transactions, newest first',
      ...READ,
      query: TransactionQuery,
      reply: TransactionList,
      run: async ({ caller, query }) => json(await statements.transactions(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/payments/transactions/export',
      summary: 'The transactions as CSV',
      ...READ,
      query: TransactionQuery,
      reply: fileReply('text/csv'),
      run: async ({ caller, query }) =>
        bytes(statements.csv(caller, query), {
          contentType: 'text/csv; charset=utf-8',
          headers: { 'content-disposition': 'attachment; filename="transactions.csv"' },
        }),
    }),
    route({
      method: 'GET',
      path: '/payments/prices',
      summary: 'The price list, as this account is charged',
      ...READ,
      reply: PricesReply,
      run: async ({ caller }) => json(statements.prices(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/checkout',
      summary: 'Begin to buy credits or a plan',
      ...WRITE,
      body: CheckoutBody,
      reply: CheckoutReply,
      run: async ({ caller, body }) => json(await checkouts.create(caller, body)),
    }),
    route({
      method: 'GET',
      path: '/payments/checkout/:id',
      summary: 'How a checkout stands',
      ...READ,
      params: IdParams,
      reply: CheckoutReply,
      run: async ({ caller, params }) => json(await checkouts.read(caller, params.id)),
    }),
    route({
      method: 'GET',
      path: '/payments/subscription',
      summary: 'The subscription',
      ...READ,
      reply: SubscriptionReply,
      run: async ({ caller }) => json(await subscriptions.read(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/subscription/cancel',
      summary: 'End the subscription with its period',
      ...WRITE,
      reply: SubscriptionReply,
      run: async ({ caller }) => json(await subscriptions.cancel(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/subscription/change',
      summary: 'Change the plan: more at once, less with the next period',
      ...WRITE,
      body: PlanBody,
      reply: SubscriptionReply,
      run: async ({ caller, body }) => json(await subscriptions.change(caller, body.plan)),
    }),
    route({
      method: 'GET',
      path: '/payments/receipts',
      summary: 'The payments',
      ...READ,
      reply: PaymentList,
      run: async ({ caller }) => json(await receipts.list(caller)),
    }),
    route({
      method: 'GET',
      path: '/payments/receipts/:id',
      summary: 'A receipt as PDF',
      ...READ,
      params: IdParams,
      reply: fileReply('application/pdf'),
      run: async ({ caller, params }) =>
        bytes(await receipts.pdf(caller, params.id), {
          contentType: 'application/pdf',
          headers: { 'content-disposition': `attachment; filename="receipt-${params.id}.pdf"` },
        }),
    }),
    route({
      method: 'GET',
      path: '/payments/settings',
      summary: 'Automatic top-up and the low-balance mail',
      ...READ,
      reply: SettingsReply,
      run: async ({ caller }) => json(await settings.read(caller)),
    }),
    route({
      method: 'PATCH',
      path: '/payments/settings',
      summary: 'Change automatic top-up and the low-balance mail; both are off at first',
      ...WRITE,
      body: SettingsBody,
      reply: SettingsReply,
      run: async ({ caller, body }) => json(await settings.change(caller, body)),
    }),
  ];
}
