// Money: what there is and where it went.
import { json, type Route, route } from '../../http/route.ts';
import { BalanceReply, TransactionList, TransactionQuery } from './schema.ts';
import type { Statements } from './statements.ts';

export function statementRoutes(statements: Statements): Route[] {
  return [
    route({
      method: 'GET',
      path: '/payments/balance',
      summary: 'The credit balance',
      tag: 'payments',
      scope: 'payments:read',
      reply: BalanceReply,
      run: async ({ caller }) => json(await statements.balance(caller, null)),
    }),
    route({
      method: 'GET',
      path: '/payments/transactions',
      summary: 'The transactions, newest first',
      tag: 'payments',
      scope: 'payments:read',
      query: TransactionQuery,
      reply: TransactionList,
      run: async ({ caller, query }) => json(await statements.transactions(caller, query)),
    }),
  ];
}
