// The texts of error pages, in every language.
import type { InEachLanguage } from '../core/page-language.ts';

export interface ErrorWords {
  /** By status. */
  headings: Readonly<Record<number, string>>;
  otherHeading: string;
  /** By status; for other statuses, the error's own message is shown. */
  explanations: Readonly<Record<number, string>>;
  otherExplanation: string | null;
  dashboard: string;
  documentation: string;
  request(id: string): string;
}

const english: ErrorWords = {
  headings: {
    403: 'You may not open this page',
    404: 'This page does not exist',
    405: 'This page cannot be opened',
    410: 'This page has expired',
    429: 'Too many requests',
    503: 'The service is busy',
  },
  otherHeading: 'Something went wrong',
  explanations: { 404: 'The address may be mistyped, or what was here has been deleted or has expired.' },
  otherExplanation: null,
  dashboard: 'Dashboard',
  documentation: 'Documentation',
  request: (id) => `Request ${id}`,
};

const german: ErrorWords = {
  headings: {
    403: 'Diese Seite ist nicht für Sie freigegeben',
    404: 'Diese Seite gibt es nicht',
    405: 'Diese Seite lässt sich nicht öffnen',
    410: 'Diese Seite ist abgelaufen',
    429: 'Zu viele Anfragen',
    503: 'Der Dienst ist ausgelastet',
  },
  otherHeading: 'Etwas ist schiefgegangen',
  explanations: {
    404: 'Vielleicht ist die Adresse falsch geschrieben, oder der Inhalt wurde gelöscht oder ist abgelaufen.',
    429: 'Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    503: 'Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
  },
  otherExplanation: 'Das meldet der Dienst:',
  dashboard: 'Dashboard',
  documentation: 'Dokumentation (englisch)',
  request: (id) => `Anfrage ${id}`,
};

export const ERROR_WORDS: InEachLanguage<ErrorWords> = { en: english, de: german };
