// The operator's routes for accounts: find one, change its plan, price factor and credits, suspend it.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import type { AccountActs } from './account-acts.ts';
import type { OperatorAccounts } from './account-service.ts';
import { act, inProduction, list, READ } from './kinds-of-routes.ts';
import { AccountList, AccountReply, AdjustmentReply } from './reply.ts';
import { AccountQuery, CreditsAct, IdParams, PlanAct, PriceFactorAct, ReasonedAct } from './schema.ts';

export interface AccountServices {
  accounts: OperatorAccounts;
  acts: AccountActs;
}

export function accountRoutes({ accounts, acts }: AccountServices): Route[] {
  const path = '/operator/accounts';
  return [
    list(
      {
        path,
        summary: 'List accounts, newest first',
        description: 'Lists all accounts of this service. `q` finds the beginning of an email address or a name.',
        example: { query: { limit: 10, status: 'active' } },
        query: AccountQuery,
        reply: AccountList,
      },
      (query) => accounts.list(query),
    ),
    route({
      ...READ,
      path: `${path}/:id`,
      summary: 'Get an account: balances, usage, keys, jobs',
      description:
        'Shows everything that the operator needs to help a customer. Prompts and files of customers are never shown.',
      params: IdParams,
      reply: AccountReply,
      run: async (call) => json(await accounts.read(inProduction(call).params.id)),
    }),
    act(
      {
        path: `${path}/:id/plan`,
        summary: 'Give an account a plan',
        description:
          'Changes the limits at once; a higher plan that the account pays for stands, and `free` takes back what was given. No payment, refund or end of a subscription lowers a plan that was given. No fee is taken and no credits are granted. Kept in the audit log.',
        example: { body: { plan: 'pro', reason: 'Agreed by phone' } },
        body: PlanAct,
        reply: AccountReply,
      },
      async (operator, id, body) => {
        await acts.changePlan(operator, id, body);
        return accounts.read(id);
      },
    ),
    act(
      {
        path: `${path}/:id/price-factor`,
        summary: "Set an account's own price factor",
        description:
          "The account pays this share of the list price for usage, from its next call on; what is held already keeps its price. An account's own factor wins over that of its plan. Kept in the audit log.",
        example: { body: { price_factor_permille: 900, reason: 'Ten percent off by contract' } },
        body: PriceFactorAct,
        reply: AccountReply,
      },
      async (operator, id, body) => {
        await acts.changePriceFactor(operator, id, body);
        return accounts.read(id);
      },
    ),
    act(
      {
        path: `${path}/:id/price-factor/revert`,
        summary: "Put back the account's earlier price factor",
        description:
          'Puts back what the last change of the price factor replaced, as a change of its own. Kept in the audit log.',
        example: { body: { reason: 'Set for the wrong account' } },
        body: ReasonedAct,
        reply: AccountReply,
      },
      async (operator, id, { reason }) => {
        await acts.revertPriceFactor(operator, id, reason);
        return accounts.read(id);
      },
    ),
    act(
      {
        path: `${path}/:id/credits`,
        summary: 'Give or take credits',
        description: 'Posts an adjustment, which the customer sees with its reason. Kept in the audit log.',
        example: { body: { credits: 100, reason: 'Goodwill for the outage' } },
        body: CreditsAct,
        reply: AdjustmentReply,
      },
      (operator, id, body) => acts.adjustCredits(operator, id, body),
    ),
    act(
      {
        path: `${path}/:id/suspend`,
        summary: 'Suspend an account: its keys and sessions get 403, its jobs are cancelled',
        description:
          'Takes effect within a second. Data and credits stay. The operator cannot suspend their own account.',
        example: { body: { reason: 'Abuse report 4711' } },
        body: ReasonedAct,
        reply: AccountReply,
        errors: ['access_denied'],
      },
      async (operator, id, { reason }) => {
        await acts.suspend(operator, id, reason);
        return accounts.read(id);
      },
    ),
    act(
      {
        path: `${path}/:id/unsuspend`,
        summary: 'Reactivate a suspended account',
        description: 'Keys and sessions work again. Cancelled jobs stay cancelled.',
        example: { body: { reason: 'Resolved' } },
        body: ReasonedAct,
        reply: AccountReply,
      },
      async (operator, id, { reason }) => {
        await acts.unsuspend(operator, id, reason);
        return accounts.read(id);
      },
    ),
  ];
}
