// German texts about guards on content.
import type { guards as English } from './guard-strings.ts';

export const guards: typeof English = {
  title: 'Wächter',
  lead: 'Wonach in allem gesucht wird, was an ein Modell geht, und in dem, was es schreibt, für jeden Schlüssel des Kontos. Ein Schlüssel kann nur strenger sein.',
  keyHint: 'Zusätzlich zu dem, was Konto und Tarif verlangen. Nichts gewählt: nichts weiter.',
  columns: { kind: 'Was', prompts: 'Prompts', answers: 'Antworten' },
  kinds: {
    email: 'E-Mail-Adressen',
    phone: 'Telefonnummern',
    card: 'Zahlungskarten',
    iban: 'IBANs',
    secret: 'Schlüssel, Token, Passwörter',
    ip: 'IP-Adressen',
  },
  actions: { off: 'Durchlassen', note: 'Nur zählen', mask: 'Maskieren', refuse: 'Ablehnen' },
  moderation: 'Moderation der Prompts',
  moderationHint:
    'Fragt das Modell zur Moderation, bevor etwas anderes gesendet wird. Solange es nicht gefragt werden kann, werden Aufrufe abgelehnt.',
  moderationActions: { off: 'Aus', note: 'Nur zählen', refuse: 'Ablehnen' },
  where: (column, kind) => `${column}: ${kind}`,
  save: 'Wächter speichern',
  saved: 'Die Wächter sind gespeichert.',
};
