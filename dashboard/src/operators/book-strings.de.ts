// Die Wörter der Bücher des Betriebs.
import type { books as EnglishBooks } from './book-strings.ts';

export const books: typeof EnglishBooks = {
  lead: 'Zahlungen mit ihrer Steuer und was Kunden geschuldet wird, nach Monaten. Aus Rechnungen, Gutschriften und versiegelten Kontobüchern.',
  from: 'Erster Monat',
  to: 'Letzter Monat',
  payments: 'Zahlungen',
  paymentsLead: 'Nach Monat (UTC), Land des Käufers und Steuersatz.',
  noPayments: 'Keine Zahlungen in diesen Monaten',
  noPaymentsHint: 'Eine Zahlung erscheint mit ihrer Rechnung.',
  credits: 'Credits',
  creditsLead:
    'In Credits. Geschuldet: bis Monatsende verkauft und gegeben, weniger verbraucht, erstattet und verfallen.',
  noCredits: 'Keine Credits in diesen Monaten',
  noCreditsHint: 'Käufe, Geschenke und Nutzung erscheinen binnen einer Minute.',
  unknown: 'unbekannt',
  columns: {
    month: 'Monat',
    country: 'Land',
    rate: 'Steuersatz',
    paid: 'Bezahlt',
    refunded: 'Erstattet',
    disputed: 'Widersprochen',
    net: 'Netto',
    tax: 'Steuer',
    total: 'Gesamt',
    sold: 'Verkauft',
    given: 'Gegeben',
    used: 'Verbraucht',
    expired: 'Verfallen',
    owed: 'Geschuldet',
  },
  kinds: { standard: '', reverse_charge: 'Reverse Charge', small_business: 'Kleinunternehmer' },
  download: { payments: 'Zahlungen als CSV', credits: 'Credits als CSV', journal: 'Journal als CSV' },
};
