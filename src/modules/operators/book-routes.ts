// The operator's routes for accounting.
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import { BookExportQuery, BookQuery, BookReply } from './book-schema.ts';
import type { OperatorBooks } from './book-service.ts';
import { inProduction, READ } from './kinds-of-routes.ts';

export function bookRoutes(books: OperatorBooks): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/books',
      summary: 'Get payments, tax, revenue and credits owed by month',
      description:
        'Sums up live payments with refunds, disputes and tax by month, country and tax rate, the EC sales list, what of the payments became revenue as their credits were used, credits sold, given, used, refunded, expired and owed by month, holder and country, and the fees, payouts and balance of Stripe. Months are in the time zone of the seller, UTC if he names none; at most 120 at a time. All figures come from integers and add up.',
      example: { query: {} },
      query: BookQuery,
      reply: BookReply,
      run: async (call) => json(await books.read(inProduction(call).query)),
    }),
    route({
      ...READ,
      path: '/operator/books/export',
      summary: 'Download the books as CSV',
      description:
        'Sends a part of the books, or the journal, as a CSV file. The journal has two or three lines for every invoice and credit note, two for the revenue and the fees of each month, and two for every payout: the account (`clearing:` and the gateway, `deferred_revenue`, `vat`, `revenue`, `gateway_fees`, `bank`, `gateway_other`), a debit or a credit in units of the currency, the tax rate, and the customer with country and VAT id.',
      example: { query: { part: 'journal' } },
      query: BookExportQuery,
      reply: fileReply('text/csv'),
      run: async (call) => {
        const { query } = inProduction(call);
        return bytes(await books.csv(query), {
          contentType: 'text/csv; charset=utf-8',
          headers: { 'content-disposition': `attachment; filename="books-${query.part}.csv"` },
        });
      },
    }),
  ];
}
