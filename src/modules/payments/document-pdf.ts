// Documents as PDF, drawn in a separate thread.
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import type { DocumentView } from './document-view.ts';
import { type Printed, titleOf, viewOf } from './document-view.ts';
import { DOCUMENT_WORDS } from './document-words.ts';

export class DocumentPdfs {
  readonly #thread = new CallThread<DocumentView, Uint8Array>(
    new URL('document-thread.ts', import.meta.url),
    () => new ServiceError('internal_error', 'The document could not be drawn. Try again.'),
  );

  draw(printed: Printed, language: PageLanguage): Promise<Uint8Array> {
    return this.#thread.call(viewOf(printed, DOCUMENT_WORDS[language]));
  }
}

export function fileNameOf(printed: Printed): string {
  const { document } = printed;
  return `${titleOf(printed).replace('_', '-')}-${(document.label ?? document.id).replace(/[^\w.-]/g, '_')}.pdf`;
}
