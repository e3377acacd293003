// The texts shown when an application cannot be shown, in every language.
import type { InEachLanguage } from '../../core/page-language.ts';

export interface PreviewWords {
  /** It never ran: it does not compile, does not start, or has ended. */
  startHeading: string;
  slowHeading: string;
  /** The service cannot run this kind of application. */
  unavailableHeading: string;
  /** It runs, but an error left its page empty. */
  blankHeading: string;
  ownerAdvice: string;
  ownerUnavailable: string;
  visitorAdvice: string;
  /** Above the application's own message, which we do not translate. */
  message: string;
  toBuilder: string;
  reloads: string;
}

const english: PreviewWords = {
  startHeading: 'The application does not start',
  slowHeading: 'The application does not answer',
  unavailableHeading: 'This service cannot run the application',
  blankHeading: 'The application stopped with an error',
  ownerAdvice: 'Correct the file that the message names, or paste the message into the chat of the builder.',
  ownerUnavailable: 'The message says what the operator of this service must install or change.',
  visitorAdvice: 'Only its author can repair it. Tell them, and try again later.',
  message: 'Message',
  toBuilder: 'Open the builder',
  reloads: 'This page loads again by itself when there is a new version.',
};

const german: PreviewWords = {
  startHeading: 'Die Anwendung startet nicht',
  slowHeading: 'Die Anwendung antwortet nicht',
  unavailableHeading: 'Dieser Dienst kann die Anwendung nicht ausführen',
  blankHeading: 'Die Anwendung ist mit einem Fehler stehen geblieben',
  ownerAdvice:
    'Korrigieren Sie die Datei, die die Meldung nennt, oder geben Sie die Meldung in den Chat des Builders ein.',
  ownerUnavailable: 'Die Meldung sagt, was der Betreiber dieses Dienstes installieren oder ändern muss.',
  visitorAdvice:
    'Nur wer sie gemacht hat, kann sie reparieren. Sagen Sie dort Bescheid und versuchen Sie es später noch einmal.',
  message: 'Meldung',
  toBuilder: 'Builder öffnen',
  reloads: 'Diese Seite lädt von selbst neu, sobald es eine neue Version gibt.',
};

export const PREVIEW_WORDS: InEachLanguage<PreviewWords> = { en: english, de: german };
