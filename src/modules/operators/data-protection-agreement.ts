// Puts the record for lawyers into the template of an agreement: the parties, the clauses, and annexes from the settings of the moment.
import type { PageLanguage } from '../../core/page-language.ts';
import { AGREEMENT_WORDS, type AgreementWords } from './data-protection-agreement-words.ts';
import type { Block } from './data-protection-document.ts';
import type { DataProtectionReply } from './data-protection-schema.ts';
import { DATA_WORDS } from './data-protection-words.ts';

export function writeAgreement(record: DataProtectionReply, language: PageLanguage): Block[] {
  const words = AGREEMENT_WORDS[language];
  const text = (said: string): Block => ({ kind: 'text', text: said });
  const heading = (said: string): Block => ({ kind: 'heading', text: said });
  return [
    { kind: 'title', text: words.title },
    { kind: 'notice', text: words.notice },
    text(`${words.between} ${words.customer}, ${words.controller}, – ${partyOf(record, words)}, ${words.processor}.`),
    text(words.asOf(new Date().toISOString())),
    ...words.clauses.flatMap(({ heading: head, texts }) => [heading(head), ...texts.map(text)]),
    heading(words.signatures),
    { kind: 'list', items: [`${words.controller}: ${words.signature}`, `${words.processor}: ${words.signature}`] },
    heading(words.annex.processing),
    { kind: 'list', items: words.processing },
    heading(words.annex.places),
    placesOf(record, language),
    heading(words.annex.retention),
    ...retentionOf(record, language),
    heading(words.annex.measures),
    { kind: 'list', items: record.measures },
    heading(words.annex.processors),
    processorsOf(record, words),
    text(words.ownHint),
  ];
}

function partyOf({ seller, service }: DataProtectionReply, { open }: AgreementWords): string {
  if (!seller) return `${service.name}: ${open}`;
  const { name, address, country, register, directors, vat_id: vatId, email } = seller;
  return [name, ...address, country, register, directors, vatId, email].filter(Boolean).join(', ');
}

function placesOf({ places }: DataProtectionReply, language: PageLanguage): Block {
  const { columns, region: regionOf } = AGREEMENT_WORDS[language];
  const data = DATA_WORDS[language];
  return {
    kind: 'table',
    head: [columns.what, columns.where],
    rows: places.map(({ holds, host, region }) => [
      data.places[holds],
      `${host ?? data.ownMachine}${region === null ? '' : ` (${regionOf(region)})`}`,
    ]),
  };
}

function retentionOf({ retention, logs, zero_retention: zero }: DataProtectionReply, language: PageLanguage): Block[] {
  const words = AGREEMENT_WORDS[language];
  const { columns } = words;
  const kept = (days: number) => (days === 0 ? words.untilDeleted : words.days(String(days)));
  const data = DATA_WORDS[language];
  const seconds = String(zero.result_seconds);
  return [
    {
      kind: 'table',
      head: [columns.what, columns.kept, columns.plans],
      rows: [
        ...retention.map(({ meaning, days, plans }) => [
          meaning,
          kept(days),
          plans.map((one) => `${one.plan}: ${kept(one.days)}`).join('; ') || words.none,
        ]),
        ...Object.entries(data.logs).map(([name, meaning]) => [
          meaning,
          name === 'deletion_waits' ? words.days(String(logs.deletion_waits)) : kept(logs[name as keyof typeof logs]),
          words.none,
        ]),
      ],
    },
    {
      kind: 'text',
      text:
        zero.plans.length > 0 ? words.zeroRetention(zero.plans.join(', '), seconds) : words.zeroRetentionByKey(seconds),
    },
  ];
}

function processorsOf({ processors }: DataProtectionReply, words: AgreementWords): Block {
  const { columns, open, own, asked } = words;
  return {
    kind: 'table',
    head: [columns.who, columns.host, columns.country, columns.receives, columns.notStored],
    rows: processors.map((one) => [
      [one.provider ?? open, one.name, one.makes].filter(Boolean).join(', '),
      one.host ?? open,
      one.own ? own : (one.country ?? open),
      one.receives,
      one.asked_not_to_store === null ? '–' : asked[one.asked_not_to_store],
    ]),
  };
}
