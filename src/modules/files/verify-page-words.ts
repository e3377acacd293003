// The texts of the page that checks a file, in every language.
import type { InEachLanguage } from '../../core/page-language.ts';
import type { MadeHere } from './made-here.ts';

export interface VerifyPageWords {
  title: string;
  intro(service: string): string;
  choose: string;
  limit(megabytes: number): string;
  check: string;
  another: string;
  notKept: string;
  verdicts: Readonly<Record<MadeHere, (service: string) => string>>;
  details: string;
  format: string;
  unknownFormat: string;
  signature: string;
  states: Readonly<Record<'valid' | 'invalid' | 'absent' | 'unreadable', string>>;
  problems: string;
  signer: string;
  signerIsService: string;
  lists: Readonly<Record<'listed' | 'unlisted' | 'unknown', string>>;
  generator: string;
  model: string;
  call: string;
  done: string;
  sources: string;
  more: string;
  mark: string;
  noMark: string;
  markedAs(term: string): string;
  apiNote: string;
  tooOften(seconds: number): string;
  chooseFirst: string;
  cannotCheck: string;
}

const english: VerifyPageWords = {
  title: 'Was this file made here?',
  intro: (service) =>
    `Choose an image, a song, speech or a video. You learn what the file says of itself, what of that is proven, and whether ${service} made it.`,
  choose: 'The file: choose it, or drop it here',
  limit: (megabytes) => `Up to ${megabytes} MB.`,
  check: 'Check the file',
  another: 'Another file',
  notKept: 'The file is read on our server and not kept.',
  verdicts: {
    yes: (service) => `Yes, ${service} made it`,
    no: () => 'No, not as it is',
    unknown: () => 'Not known',
  },
  details: 'What was found',
  format: 'File type',
  unknownFormat: 'None that is known here',
  signature: 'Content credentials',
  states: { valid: 'Valid', invalid: 'Not valid', absent: 'None', unreadable: 'Cannot be read' },
  problems: 'What is wrong',
  signer: 'Signed by',
  signerIsService: 'a key of this service',
  lists: {
    listed: 'on the list of trusted authorities',
    unlisted: 'not on the list of trusted authorities',
    unknown: '',
  },
  generator: 'Program, as it says',
  model: 'Model, as it says',
  call: 'Call, as it says',
  done: 'What was done, as it says',
  sources: 'Made of, as it says',
  more: 'and more',
  mark: 'Mark in the metadata',
  noMark: 'None',
  markedAs: (term) => `Yes: ${term}. Anybody can write it.`,
  apiNote: 'Programs check files with POST /v1/verify.',
  tooOften: (seconds) => `Many files are being checked just now. Wait ${seconds} seconds and try again.`,
  chooseFirst: 'Choose a file first.',
  cannotCheck: 'This file cannot be read.',
};

const german: VerifyPageWords = {
  title: 'Wurde diese Datei hier erzeugt?',
  intro: (service) =>
    `Wählen Sie ein Bild, ein Lied, Sprache oder ein Video. Sie erfahren, was die Datei über sich sagt, was davon bewiesen ist und ob ${service} sie erzeugt hat.`,
  choose: 'Die Datei: auswählen oder hier ablegen',
  limit: (megabytes) => `Bis zu ${megabytes} MB.`,
  check: 'Datei prüfen',
  another: 'Andere Datei',
  notKept: 'Die Datei wird auf unserem Server gelesen und nicht gespeichert.',
  verdicts: {
    yes: (service) => `Ja, ${service} hat sie erzeugt`,
    no: () => 'Nein, nicht so, wie sie ist',
    unknown: () => 'Nicht bekannt',
  },
  details: 'Was gefunden wurde',
  format: 'Dateityp',
  unknownFormat: 'Keiner, der hier bekannt ist',
  signature: 'Inhaltsnachweise (Content Credentials)',
  states: { valid: 'Gültig', invalid: 'Nicht gültig', absent: 'Keine', unreadable: 'Nicht lesbar' },
  problems: 'Was nicht stimmt',
  signer: 'Signiert von',
  signerIsService: 'ein Schlüssel dieses Dienstes',
  lists: {
    listed: 'auf der Liste vertrauenswürdiger Aussteller',
    unlisted: 'nicht auf der Liste vertrauenswürdiger Aussteller',
    unknown: '',
  },
  generator: 'Programm, nach eigener Angabe',
  model: 'Modell, nach eigener Angabe',
  call: 'Aufruf, nach eigener Angabe',
  done: 'Was getan wurde, nach eigener Angabe',
  sources: 'Gemacht aus, nach eigener Angabe',
  more: 'und weitere',
  mark: 'Kennzeichnung in den Metadaten',
  noMark: 'Keine',
  markedAs: (term) => `Ja: ${term}. Jeder kann sie schreiben.`,
  apiNote: 'Programme prüfen Dateien mit POST /v1/verify.',
  tooOften: (seconds) =>
    `Gerade werden viele Dateien geprüft. Warten Sie ${seconds} Sekunden und versuchen Sie es noch einmal.`,
  chooseFirst: 'Wählen Sie zuerst eine Datei.',
  cannotCheck: 'Diese Datei ist nicht lesbar.',
};

export const VERIFY_PAGE_WORDS: InEachLanguage<VerifyPageWords> = { en: english, de: german };
