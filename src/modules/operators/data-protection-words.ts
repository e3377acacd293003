// What the record for lawyers says in words: kinds of content, what others receive, and the measures.
import type { InEachLanguage } from '../../core/page-language.ts';
import type { RetentionKind } from '../../core/retention.ts';
import type { Place, Processor } from './data-protection-facts.ts';

export interface DataWords {
  kinds: Readonly<Record<RetentionKind, string>>;
  logs: Readonly<Record<'account_log' | 'usage' | 'events' | 'deletion_waits', string>>;
  places: Readonly<Record<Place['holds'], string>>;
  receives: Readonly<Record<Exclude<Processor['role'], 'models'>, string>>;
  /** By what an upstream makes. */
  modelReceives: Readonly<Record<string, string>>;
  ownMachine: string;
  measures: readonly string[];
  encrypted: string;
  notEncrypted: string;
}

const english: DataWords = {
  kinds: {
    prompts: 'Words of finished jobs, and prompts in the library',
    jobs: 'Ended jobs',
    batches: 'Ended batches',
    conversations: 'Conversations, after the last message',
    responses: 'Stored responses and completions',
    vector_stores: 'Vector stores, after their last use',
    files: 'Made files, with their songs and library items',
    uploads: 'Uploads, inputs of jobs and results of batches',
    request_log: 'The request log, where an account keeps one',
    request_bodies: 'Bodies in the request log',
  },
  logs: {
    account_log: 'The log of an account',
    usage: 'Usage of single calls',
    events: 'Events and their deliveries',
    deletion_waits: 'The waiting period before a deleted account is erased',
  },
  places: {
    database: 'Accounts, content, money, logs (PostgreSQL)',
    files: 'Made and uploaded files',
    limits: 'Counters of requests (Redis)',
    database_log: 'The archive of the database log',
  },
  receives: {
    mail: 'Addresses of recipients, and the text of mails: sign-in, invoices, alerts',
    files: 'Made and uploaded files',
    payments: 'Name, address, email and VAT id of buyers, and payments. Card data goes to it directly',
    telemetry: 'Times, routes, models and ids of calls; no prompts and answers',
    search: 'The search terms that a model writes',
    captcha: 'The answer to a captcha and the IP address, at sign-up',
    sign_in: 'That a person signs in; it tells name and email address',
    database: 'All stored data but files',
    limits: 'Ids of accounts and keys with counts',
  },
  modelReceives: {
    text: 'Prompts, conversations, tools and images of a call; no name of the account',
    image: 'Prompts and images',
    music: 'Descriptions and lyrics',
    video: 'Prompts and images',
    speech: 'The text to be spoken',
    transcription: 'Recordings',
  },
  ownMachine: 'the machine of the service',
  measures: [
    'Access by keys with scopes, which are stored as hashes only, can expire and be rotated; roles for members of a team.',
    'Sign-in with passwords of which only slow hashes are stored, passkeys, a second factor, and limits against guessing.',
    'Every read and every list is limited to the account of the caller; objects of others do not exist for them.',
    'Secrets of webhooks, keys of providers, signing keys and variables of applications are encrypted in the database.',
    'What operators do is recorded with a reason in a log that cannot be changed; they see no prompts and results, but in an export for the person who asked for it.',
    'Generated programs run in a sandbox without network and without access to other data.',
    'Addresses that customers name are fetched through a guard: no private network can be reached.',
    'Input is bounded in size, depth and rate before it is read; one account cannot take all capacity.',
    'Every charge is on disk before its answer ends; the ledger is sealed, and its proof can be checked.',
    'Backups with a tested way to restore them; the database can be recovered to a moment.',
    'Export and deletion of all data of an account by itself; a test lists what becomes of every table.',
    'Every promise names an automatic test that fails if it is broken; attacks that once worked stay tests.',
  ],
  encrypted: 'Connections of customers are encrypted (HTTPS).',
  notEncrypted: 'PUBLIC_URL is no https address: make sure that connections of customers are encrypted.',
};

const german: DataWords = {
  kinds: {
    prompts: 'Wörter beendeter Aufträge und Eingaben in der Bibliothek',
    jobs: 'Beendete Aufträge',
    batches: 'Beendete Stapel',
    conversations: 'Unterhaltungen, nach der letzten Nachricht',
    responses: 'Gespeicherte Antworten und Vervollständigungen',
    vector_stores: 'Vektorspeicher, nach der letzten Benutzung',
    files: 'Erzeugte Dateien mit ihren Liedern und Bibliothekseinträgen',
    uploads: 'Hochgeladenes, Eingaben von Aufträgen und Ergebnisse von Stapeln',
    request_log: 'Das Anfrageprotokoll, wo ein Konto eines führt',
    request_bodies: 'Inhalte im Anfrageprotokoll',
  },
  logs: {
    account_log: 'Das Protokoll eines Kontos',
    usage: 'Nutzung einzelner Aufrufe',
    events: 'Ereignisse und ihre Zustellungen',
    deletion_waits: 'Wartezeit, bevor ein gelöschtes Konto getilgt wird',
  },
  places: {
    database: 'Konten, Inhalte, Geld, Protokolle (PostgreSQL)',
    files: 'Erzeugte und hochgeladene Dateien',
    limits: 'Zähler von Anfragen (Redis)',
    database_log: 'Archiv des Datenbankprotokolls',
  },
  receives: {
    mail: 'Adressen der Empfänger und Text der Mails: Anmeldung, Rechnungen, Warnungen',
    files: 'Erzeugte und hochgeladene Dateien',
    payments: 'Name, Anschrift, E-Mail und USt-IdNr. der Käufer sowie Zahlungen. Kartendaten gehen direkt dorthin',
    telemetry: 'Zeiten, Routen, Modelle und Kennungen von Aufrufen; keine Eingaben und Antworten',
    search: 'Suchbegriffe, die ein Modell schreibt',
    captcha: 'Die Antwort auf ein Captcha und die IP-Adresse, bei der Registrierung',
    sign_in: 'Dass sich eine Person anmeldet; er nennt Name und E-Mail-Adresse',
    database: 'Alle gespeicherten Daten außer Dateien',
    limits: 'Kennungen von Konten und Schlüsseln mit Zählerständen',
  },
  modelReceives: {
    text: 'Eingaben, Unterhaltungen, Werkzeuge und Bilder eines Aufrufs; keinen Namen des Kontos',
    image: 'Eingaben und Bilder',
    music: 'Beschreibungen und Liedtexte',
    video: 'Eingaben und Bilder (Video)',
    speech: 'Den Text, der gesprochen wird',
    transcription: 'Aufnahmen',
  },
  ownMachine: 'der Rechner des Dienstes',
  measures: [
    'Zugang über Schlüssel mit Berechtigungen, die nur als Prüfwert gespeichert sind, ablaufen und gewechselt werden können; Rollen für Mitglieder eines Teams.',
    'Anmeldung mit Passwörtern, von denen nur langsame Prüfwerte gespeichert sind, Passkeys, zweitem Faktor und Grenzen gegen Raten.',
    'Jedes Lesen und jede Liste ist auf das Konto des Aufrufers begrenzt; Objekte anderer gibt es für ihn nicht.',
    'Geheimnisse von Webhooks, Schlüssel von Anbietern, Signaturschlüssel und Variablen von Anwendungen sind in der Datenbank verschlüsselt.',
    'Was Betreiber tun, steht mit Begründung in einem unveränderlichen Protokoll; sie sehen keine Eingaben und Ergebnisse, außer in einem Export für die Person, die ihn verlangt.',
    'Erzeugte Programme laufen abgeschottet, ohne Netz und ohne Zugriff auf andere Daten.',
    'Adressen, die Kunden nennen, werden geprüft abgerufen: Kein privates Netz ist erreichbar.',
    'Eingaben sind in Größe, Tiefe und Häufigkeit begrenzt, bevor sie gelesen werden; ein Konto kann nicht alles belegen.',
    'Jede Abrechnung ist gespeichert, bevor die Antwort endet; das Hauptbuch ist versiegelt und nachprüfbar.',
    'Sicherungen mit erprobter Wiederherstellung; die Datenbank lässt sich auf einen Zeitpunkt zurücksetzen.',
    'Export und Löschung aller Daten durch das Konto selbst; ein Test sagt für jede Tabelle, was aus ihr wird.',
    'Jede Zusage nennt einen automatischen Test, der bei ihrem Bruch fehlschlägt; Angriffe, die einmal gelangen, bleiben Tests.',
  ],
  encrypted: 'Verbindungen der Kunden sind verschlüsselt (HTTPS).',
  notEncrypted:
    'PUBLIC_URL ist keine https-Adresse: Sorgen Sie dafür, dass Verbindungen der Kunden verschlüsselt sind.',
};

export const DATA_WORDS: InEachLanguage<DataWords> = { en: english, de: german };
