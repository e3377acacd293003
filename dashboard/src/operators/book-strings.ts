// The words of the operator's books.
import { inLanguage } from '../words.ts';

export const books = inLanguage('books', {
  lead: 'Payments with their tax, and what is owed to customers, by month. From invoices, credit notes and sealed ledgers.',
  from: 'First month',
  to: 'Last month',
  payments: 'Payments',
  noPayments: 'No payments in these months',
  noPaymentsHint: 'A payment appears with its invoice.',
  credits: 'Credits',
  creditsLead: 'Owed is all that was sold and given, less what was used, refunded and expired.',
  noCredits: 'No credits in these months',
  noCreditsHint: 'Purchases, grants and usage appear within a minute.',
  unknown: 'unknown',
  columns: {
    month: 'Month',
    country: 'Country',
    rate: 'Tax rate',
    paid: 'Paid',
    refunded: 'Refunded',
    disputed: 'Disputed',
    net: 'Net',
    tax: 'Tax',
    total: 'Total',
    sold: 'Sold',
    given: 'Given',
    used: 'Used',
    expired: 'Expired',
    owed: 'Owed',
  },
  kinds: { standard: '', reverse_charge: 'reverse charge', small_business: 'small business' } as Record<string, string>,
  download: { payments: 'Payments as CSV', credits: 'Credits as CSV', journal: 'Journal as CSV' },
});
