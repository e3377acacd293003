// Routes for balance, transactions, prices, checkout, subscription and receipts.
import { pageLanguage } from '../../core/page-language.ts';
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import type { BillingSettings } from './billing-settings.ts';
import type { CheckoutService } from './checkout-service.ts';
import type { Receipts } from './receipts.ts';
import type { RedeemService } from './redeem-service.ts';
import {
  BalanceReply,
  CheckoutBody,
  CheckoutReply,
  IdParams,
  PaymentList,
  PlanBody,
  PricesReply,
  RedeemBody,
  RedemptionReply,
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
  codes: RedeemService;
  settings: BillingSettings;
}

const READ = { tag: 'payments', scope: 'payments:read' } as const;
const WRITE = { tag: 'payments', scope: 'payments:write' } as const;

export function paymentRoutes(services: PaymentServices): Route[] {
  const { statements, checkouts, subscriptions, receipts, codes, settings } = services;
  return [
    route({
      method: 'GET',
      path: '/payments/balance',
      summary: 'Get the credit balance',
      description:
        'Shows the credits: `credits` is the balance, `held` is reserved for running calls and jobs, `available` is what can be spent. 1 credit is 0.01 of the currency.',
      ...READ,
      reply: BalanceReply,
      run: async ({ caller }) => json(await statements.balance(caller, await subscriptions.outlook(caller))),
    }),
    route({
      method: 'GET',
      path: '/payments/transactions',
      summary: 'List the transactions, newest first',
      description:
        'Lists every movement of credits, each with the balance after it. `request_id` and `job_id` name the cause.',
      example: { query: { limit: 10, type: 'grant' } },
      ...READ,
      query: TransactionQuery,
      reply: TransactionList,
      run: async ({ caller, query }) => json(await statements.transactions(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/payments/transactions/export',
      summary: 'Download the transactions as CSV',
      description:
        'Sends the transactions as a CSV file for spreadsheets, with the filters of GET /payments/transactions.',
      example: { query: { type: 'grant' } },
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
      summary: 'Get the prices for this account',
      description: 'Shows plans, packages and the price of every module and model, as this account pays them.',
      ...READ,
      reply: PricesReply,
      run: async ({ caller }) => json(statements.prices(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/checkout',
      summary: 'Start a checkout for credits or a plan',
      description:
        "Starts the purchase of credits (`amount`, `credits` or `package`) or of a plan (`plan`). Send the customer's browser to `url`. The credits arrive when the payment has succeeded.",
      example: { body: { credits: 1000 } },
      errors: ['access_denied', 'engine_failed', 'engine_unavailable'],
      ...WRITE,
      body: CheckoutBody,
      reply: CheckoutReply,
      run: async ({ caller, body }) => json(await checkouts.create(caller, body)),
    }),
    route({
      method: 'GET',
      path: '/payments/checkout/:id',
      summary: 'Get the state of a checkout',
      description: 'Shows whether a checkout is open, complete or expired.',
      ...READ,
      params: IdParams,
      reply: CheckoutReply,
      run: async ({ caller, params }) => json(await checkouts.read(caller, params.id)),
    }),
    route({
      method: 'POST',
      path: '/payments/redeem',
      summary: 'Redeem a code',
      description:
        'Adds the credits of a code, or its plan until `plan_ends_at`. An account redeems a code once. A code that is unknown, expired, revoked or used up answers 400 with the reason.',
      example: { body: { code: '7K2QD-0MZ4R-X9VTA-31HBE' } },
      hasSecrets: true,
      ...WRITE,
      body: RedeemBody,
      reply: RedemptionReply,
      run: async ({ caller, body }) => json(await codes.redeem(caller, body.code)),
    }),
    route({
      method: 'GET',
      path: '/payments/subscription',
      summary: 'The subscription',
      description:
        'Shows the running subscription: its plan, its period, and whether it ends or changes with it. 404 if there is none.',
      errors: ['not_found'],
      ...READ,
      reply: SubscriptionReply,
      run: async ({ caller }) => json(await subscriptions.read(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/subscription/cancel',
      summary: 'Cancel the subscription at the end of its period',
      description:
        'Ends the subscription with its paid period; the plan stays until then. Cancelling twice changes nothing.',
      errors: ['not_found', 'engine_failed', 'engine_unavailable'],
      ...WRITE,
      reply: SubscriptionReply,
      run: async ({ caller }) => json(await subscriptions.cancel(caller)),
    }),
    route({
      method: 'POST',
      path: '/payments/subscription/change',
      summary: 'Change the plan: an upgrade applies at once, a downgrade with the next period',
      description: 'Changes to another plan. An upgrade applies at once, a downgrade with the next period.',
      example: { body: { plan: 'unlimited' } },
      errors: ['not_found', 'engine_failed', 'engine_unavailable'],
      ...WRITE,
      body: PlanBody,
      reply: SubscriptionReply,
      run: async ({ caller, body }) => json(await subscriptions.change(caller, body.plan)),
    }),
    route({
      method: 'GET',
      path: '/payments/receipts',
      summary: 'The payments',
      description:
        'Lists the payments that succeeded, newest first, each with its invoice and the credit notes for what was refunded or disputed. Documents have numbers once the operator has set the details of the seller. `invoice_url` is the invoice of the payment provider, where it makes one.',
      ...READ,
      reply: PaymentList,
      run: async ({ caller }) => json(await receipts.list(caller)),
    }),
    route({
      method: 'GET',
      path: '/payments/receipts/:id',
      summary: 'Download an invoice or a credit note as PDF',
      description:
        'Sends a document as a PDF, in German where Accept-Language prefers it, otherwise in English. `id` is that of a document, or of a payment, which means its invoice.',
      ...READ,
      params: IdParams,
      reply: fileReply('application/pdf'),
      run: async ({ caller, params, headers }) => {
        const { fileName, bytes: content } = await receipts.pdf(caller, params.id, pageLanguage(headers));
        return bytes(content, {
          contentType: 'application/pdf',
          headers: { 'content-disposition': `attachment; filename="${fileName}"` },
        });
      },
    }),
    route({
      method: 'GET',
      path: '/payments/settings',
      summary: 'Get the settings of automatic top-up and the low-balance email',
      description: 'Shows what happens when credits run low: automatic top-up and an email.',
      ...READ,
      reply: SettingsReply,
      run: async ({ caller }) => json(await settings.read(caller)),
    }),
    route({
      method: 'PATCH',
      path: '/payments/settings',
      summary: 'Change automatic top-up and the low-balance email; both are off by default',
      description:
        'Turns automatic top-up and the low-balance email on, or off with null. Absent fields do not change.',
      example: { body: { low_balance_mail: { below: 100 } } },
      ...WRITE,
      body: SettingsBody,
      reply: SettingsReply,
      run: async ({ caller, body }) => json(await settings.change(caller, body)),
    }),
  ];
}
