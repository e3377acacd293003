// The record for lawyers, from the settings of the moment: as JSON, and as a template of an agreement with its annexes.
import type { PageLanguage } from '../../core/page-language.ts';
import { writeAgreement } from './data-protection-agreement.ts';
import { toHtml, toMarkdown } from './data-protection-document.ts';
import type { DataFacts } from './data-protection-facts.ts';
import type { AgreementQuery, DataProtectionReply } from './data-protection-schema.ts';
import { DATA_WORDS } from './data-protection-words.ts';

export class OperatorDataProtection {
  readonly #read: () => DataFacts;

  constructor(read: () => DataFacts) {
    this.#read = read;
  }

  read(language: PageLanguage = 'en'): DataProtectionReply {
    const { service, seller, places, retention, logs, zeroRetentionPlans, zeroRetentionSeconds, processors } =
      this.#read();
    const words = DATA_WORDS[language];
    return {
      object: 'operator.data_protection',
      service: { name: service.name, url: service.url },
      seller,
      places: [...places],
      retention: retention.map((one) => ({ ...one, meaning: words.kinds[one.kind] })),
      logs,
      zero_retention: { plans: zeroRetentionPlans, result_seconds: zeroRetentionSeconds },
      processors: processors.map(({ isOwn, askedNotToStore, ...one }) => ({
        ...one,
        own: isOwn,
        receives: one.role === 'models' ? (words.modelReceives[one.makes ?? ''] ?? '') : words.receives[one.role],
        asked_not_to_store: askedNotToStore,
      })),
      measures: [...words.measures, service.isEncrypted ? words.encrypted : words.notEncrypted],
    };
  }

  agreement({ format = 'markdown', language = 'en' }: AgreementQuery): {
    text: string;
    contentType: string;
    extension: string;
  } {
    const blocks = writeAgreement(this.read(language), language);
    return format === 'html'
      ? { text: toHtml(blocks, language), contentType: 'text/html; charset=utf-8', extension: 'html' }
      : { text: toMarkdown(blocks), contentType: 'text/markdown; charset=utf-8', extension: 'md' };
  }
}
