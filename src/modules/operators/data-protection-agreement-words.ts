// The text of the template of a data processing agreement, in every language. Written for this service; no legal advice.
import type { InEachLanguage } from '../../core/page-language.ts';

export interface AgreementWords {
  title: string;
  notice: string;
  between: string;
  customer: string;
  controller: string;
  processor: string;
  open: string;
  asOf(time: string): string;
  /** A heading, and the paragraphs below it. */
  clauses: readonly { heading: string; texts: readonly string[] }[];
  signatures: string;
  signature: string;
  annex: Readonly<Record<'processing' | 'places' | 'retention' | 'measures' | 'processors', string>>;
  processing: readonly string[];
  columns: Readonly<
    Record<'what' | 'where' | 'kept' | 'plans' | 'who' | 'host' | 'country' | 'receives' | 'notStored', string>
  >;
  region(name: string): string;
  days(count: string): string;
  untilDeleted: string;
  none: string;
  zeroRetention(plans: string, seconds: string): string;
  zeroRetentionByKey(seconds: string): string;
  own: string;
  ownHint: string;
  asked: Readonly<Record<'zero_retention_calls' | 'no', string>>;
}

const english: AgreementWords = {
  title: 'Data processing agreement (Article 28 GDPR)',
  notice:
    'Template, and no legal advice. It was filled in from settings of the service, and knows nothing of your contracts. Have it checked, and fill in what is open.',
  between: 'Between',
  customer: 'the customer: [name, address, representative]',
  controller: 'as controller',
  processor: 'as processor',
  open: '[to be filled in]',
  asOf: (time) => `Settings as of ${time}.`,
  clauses: [
    {
      heading: '1. Subject and duration',
      texts: [
        'The processor runs a service that generates and processes text, images, sound, video and applications for the controller, and processes personal data only for that. The agreement lasts as long as the controller has an account.',
        'Annex 1 names nature, purpose, kinds of data and groups of people.',
      ],
    },
    {
      heading: '2. Instructions (Article 28(3)(a))',
      texts: [
        'The processor acts only on documented instructions of the controller: this agreement, the calls of the programming interface, and the settings of the account. This also holds for transfers to third countries. Where a law of the Union or of a member state demands more, the processor says so before, unless that law forbids it.',
        'If the processor believes that an instruction breaks the law, it says so at once and may wait until the controller confirms it.',
      ],
    },
    {
      heading: '3. Confidentiality (Article 28(3)(b))',
      texts: ['Only people who are bound to confidentiality, by contract or by law, have access to the data.'],
    },
    {
      heading: '4. Security (Article 28(3)(c), Article 32)',
      texts: ['The processor takes the measures of Annex 4. It may replace them by others that protect no less.'],
    },
    {
      heading: '5. Other processors (Article 28(2), (3)(d) and (4))',
      texts: [
        'The controller permits those of Annex 5. The processor announces changes [30] days before; the controller may object, and may end the agreement if no solution is found.',
        'Other processors are bound by contract to the same duties. The processor answers for them as for itself.',
        'Data reaches a third country only under Chapter V GDPR: an adequacy decision, standard contractual clauses or another of its grounds.',
      ],
    },
    {
      heading: '6. Rights of people (Article 28(3)(e))',
      texts: [
        'The processor helps with requests for access, correction, deletion, restriction, portability and objection. The service offers an export and a deletion of the whole account, and of single items. Requests that reach the processor are passed on.',
      ],
    },
    {
      heading: '7. Further help, and breaches (Article 28(3)(f), Article 33)',
      texts: [
        'The processor helps with Articles 32 to 36, as far as it has the information: security, notifications, impact assessments, consultations.',
        'It reports a breach of personal data without undue delay after it learns of it, with what Article 33(3) names as soon as it is known.',
      ],
    },
    {
      heading: '8. Deletion and return (Article 28(3)(g))',
      texts: [
        'After the end, the controller exports its data within [30] days; then the processor deletes it, unless a law demands that it is kept. Backups end with their own time. Annex 3 says how long content is kept before.',
      ],
    },
    {
      heading: '9. Evidence and audits (Article 28(3)(h))',
      texts: [
        'The processor gives all information that shows that Article 28 is kept, and allows audits by the controller or an auditor of its choice, after notice of [14] days, in business hours, without access to data of others.',
      ],
    },
    {
      heading: '10. Final provisions',
      texts: [
        'Changes are made in writing or in electronic form. If a provision is void, the rest stands. Liability follows Article 82 GDPR and the main contract. Law and place of jurisdiction: [to be filled in].',
      ],
    },
  ],
  signatures: 'Signatures',
  signature: '[place, date, name, signature]',
  annex: {
    processing: 'Annex 1: The processing',
    places: 'Annex 2: Where data is',
    retention: 'Annex 3: How long data is kept',
    measures: 'Annex 4: Technical and organisational measures',
    processors: 'Annex 5: Other processors',
  },
  processing: [
    'Nature and purpose: generating, changing, storing and delivering content on request; accounts, billing, support and security of the service.',
    'Kinds of data: names, email addresses, sign-in data, IP addresses; content of prompts, files, recordings, conversations and applications; usage, payments and invoices. [Special categories of Article 9: to be filled in]',
    'Groups of people: employees and members of the controller, its customers and users, and people whom content names or shows.',
  ],
  columns: {
    what: 'What',
    where: 'Where',
    kept: 'Kept',
    plans: 'Plans that differ',
    who: 'Who, for what',
    host: 'Host',
    country: 'Country',
    receives: 'Receives',
    notStored: 'Asked not to store',
  },
  region: (name) => `region ${name}`,
  days: (count) => `${count} days`,
  untilDeleted: 'until its owner deletes it',
  none: 'none',
  zeroRetention: (plans, seconds) =>
    `Calls of these plans leave no content behind: ${plans}. A key may ask for it, too. Results of jobs can be fetched for ${seconds} seconds.`,
  zeroRetentionByKey: (seconds) =>
    `A key may ask that its calls leave no content behind. Results of jobs can then be fetched for ${seconds} seconds.`,
  own: 'own machines',
  ownHint: 'Own machines, by their address: no other processor, unless somebody else runs them.',
  asked: {
    zero_retention_calls: 'yes, for calls with zero retention',
    no: 'no: see the contract',
  },
};

const german: AgreementWords = {
  title: 'Vertrag über Auftragsverarbeitung (Art. 28 DSGVO)',
  notice:
    'Muster, keine Rechtsberatung. Es wurde aus Einstellungen des Dienstes ausgefüllt und weiß nichts von Ihren Verträgen. Lassen Sie es prüfen und füllen Sie aus, was offen ist.',
  between: 'Zwischen',
  customer: 'dem Kunden: [Name, Anschrift, Vertretung]',
  controller: 'als Verantwortlichem',
  processor: 'als Auftragsverarbeiter',
  open: '[auszufüllen]',
  asOf: (time) => `Stand der Einstellungen: ${time}.`,
  clauses: [
    {
      heading: '1. Gegenstand und Dauer',
      texts: [
        'Der Auftragsverarbeiter betreibt einen Dienst, der für den Verantwortlichen Texte, Bilder, Ton, Video und Anwendungen erzeugt und verarbeitet, und verarbeitet personenbezogene Daten nur dafür. Der Vertrag gilt, solange der Verantwortliche ein Konto hat.',
        'Anlage 1 nennt Art, Zweck, Arten der Daten und Gruppen von Personen.',
      ],
    },
    {
      heading: '2. Weisungen (Art. 28 Abs. 3 lit. a)',
      texts: [
        'Der Auftragsverarbeiter handelt nur nach dokumentierten Weisungen des Verantwortlichen: diesem Vertrag, den Aufrufen der Programmierschnittstelle und den Einstellungen des Kontos. Das gilt auch für Übermittlungen in Drittländer. Verlangt ein Recht der Union oder eines Mitgliedstaats mehr, so sagt er das vorher, wenn dieses Recht es nicht verbietet.',
        'Hält er eine Weisung für rechtswidrig, so sagt er das sofort und darf warten, bis der Verantwortliche sie bestätigt.',
      ],
    },
    {
      heading: '3. Vertraulichkeit (Art. 28 Abs. 3 lit. b)',
      texts: [
        'Zugang zu den Daten haben nur Personen, die durch Vertrag oder Gesetz zur Vertraulichkeit verpflichtet sind.',
      ],
    },
    {
      heading: '4. Sicherheit (Art. 28 Abs. 3 lit. c, Art. 32)',
      texts: [
        'Der Auftragsverarbeiter trifft die Maßnahmen der Anlage 4. Er darf sie durch andere ersetzen, die nicht weniger schützen.',
      ],
    },
    {
      heading: '5. Weitere Auftragsverarbeiter (Art. 28 Abs. 2, Abs. 3 lit. d, Abs. 4)',
      texts: [
        'Der Verantwortliche genehmigt die der Anlage 5. Änderungen werden [30] Tage vorher angekündigt; der Verantwortliche kann widersprechen und den Vertrag beenden, wenn sich keine Lösung findet.',
        'Weitere Auftragsverarbeiter sind vertraglich zu denselben Pflichten verpflichtet. Der Auftragsverarbeiter haftet für sie wie für sich selbst.',
        'In ein Drittland gelangen Daten nur nach Kapitel V DSGVO: mit Angemessenheitsbeschluss, Standardvertragsklauseln oder einer anderen seiner Grundlagen.',
      ],
    },
    {
      heading: '6. Rechte der Personen (Art. 28 Abs. 3 lit. e)',
      texts: [
        'Der Auftragsverarbeiter hilft bei Anträgen auf Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und bei Widerspruch. Der Dienst bietet Export und Löschung des ganzen Kontos und einzelner Inhalte. Anträge, die ihn erreichen, leitet er weiter.',
      ],
    },
    {
      heading: '7. Weitere Hilfe und Verletzungen (Art. 28 Abs. 3 lit. f, Art. 33)',
      texts: [
        'Der Auftragsverarbeiter hilft bei den Pflichten aus Art. 32 bis 36, soweit er die Angaben hat: Sicherheit, Meldungen, Folgenabschätzungen, Konsultationen.',
        'Er meldet eine Verletzung des Schutzes personenbezogener Daten unverzüglich, nachdem er davon erfährt, mit den Angaben des Art. 33 Abs. 3, sobald sie bekannt sind.',
      ],
    },
    {
      heading: '8. Löschung und Rückgabe (Art. 28 Abs. 3 lit. g)',
      texts: [
        'Nach dem Ende exportiert der Verantwortliche seine Daten binnen [30] Tagen; danach löscht sie der Auftragsverarbeiter, wenn kein Gesetz ihre Aufbewahrung verlangt. Sicherungen enden mit ihrer eigenen Frist. Anlage 3 sagt, wie lange Inhalte bis dahin aufbewahrt werden.',
      ],
    },
    {
      heading: '9. Nachweise und Prüfungen (Art. 28 Abs. 3 lit. h)',
      texts: [
        'Der Auftragsverarbeiter gibt alle Angaben, die zeigen, dass Art. 28 eingehalten wird, und erlaubt Prüfungen durch den Verantwortlichen oder einen Prüfer seiner Wahl, mit einer Frist von [14] Tagen, in Geschäftszeiten, ohne Zugang zu Daten anderer.',
      ],
    },
    {
      heading: '10. Schlussbestimmungen',
      texts: [
        'Änderungen bedürfen der Schriftform oder eines elektronischen Formats. Ist eine Bestimmung unwirksam, so bleibt der Rest bestehen. Die Haftung folgt Art. 82 DSGVO und dem Hauptvertrag. Recht und Gerichtsstand: [auszufüllen].',
      ],
    },
  ],
  signatures: 'Unterschriften',
  signature: '[Ort, Datum, Name, Unterschrift]',
  annex: {
    processing: 'Anlage 1: Die Verarbeitung',
    places: 'Anlage 2: Wo die Daten liegen',
    retention: 'Anlage 3: Wie lange Daten aufbewahrt werden',
    measures: 'Anlage 4: Technische und organisatorische Maßnahmen',
    processors: 'Anlage 5: Weitere Auftragsverarbeiter',
  },
  processing: [
    'Art und Zweck: Inhalte auf Abruf erzeugen, ändern, speichern und liefern; Konten, Abrechnung, Unterstützung und Sicherheit des Dienstes.',
    'Arten der Daten: Namen, E-Mail-Adressen, Anmeldedaten, IP-Adressen; Inhalte von Eingaben, Dateien, Aufnahmen, Unterhaltungen und Anwendungen; Nutzung, Zahlungen und Rechnungen. [Besondere Kategorien nach Art. 9: auszufüllen]',
    'Gruppen von Personen: Beschäftigte und Mitglieder des Verantwortlichen, seine Kunden und Nutzer sowie Personen, die Inhalte nennen oder zeigen.',
  ],
  columns: {
    what: 'Was',
    where: 'Wo',
    kept: 'Aufbewahrt',
    plans: 'Abweichende Tarife',
    who: 'Wer, wofür',
    host: 'Rechner',
    country: 'Land',
    receives: 'Erhält',
    notStored: 'Gebeten, nicht zu speichern',
  },
  region: (name) => `Region ${name}`,
  days: (count) => `${count} Tage`,
  untilDeleted: 'bis der Eigentümer es löscht',
  none: 'keine',
  zeroRetention: (plans, seconds) =>
    `Aufrufe dieser Tarife hinterlassen keine Inhalte: ${plans}. Auch ein Schlüssel kann das verlangen. Ergebnisse von Aufträgen sind ${seconds} Sekunden lang abrufbar.`,
  zeroRetentionByKey: (seconds) =>
    `Ein Schlüssel kann verlangen, dass seine Aufrufe keine Inhalte hinterlassen. Ergebnisse von Aufträgen sind dann ${seconds} Sekunden lang abrufbar.`,
  own: 'eigene Rechner',
  ownHint: 'Eigene Rechner, nach ihrer Adresse: kein weiterer Auftragsverarbeiter, wenn sie niemand anderes betreibt.',
  asked: {
    zero_retention_calls: 'ja, bei Aufrufen ohne Speicherung (Zero Retention)',
    no: 'nein: siehe Vertrag',
  },
};

export const AGREEMENT_WORDS: InEachLanguage<AgreementWords> = { en: english, de: german };
