// Which use a kind of model serves.
import type { CatalogueEntry, ModelUse } from './catalogue.ts';

const USES: Partial<Record<CatalogueEntry['kind'], ModelUse>> = {
  text: 'text',
  'text-to-image': 'image',
  music: 'music',
  transcription: 'transcription',
  rerank: 'rerank',
  embedding: 'embedding',
};

function servedUse({ kind }: Pick<CatalogueEntry, 'kind'>): ModelUse | undefined {
  return USES[kind];
}

/** The uses whose engines follow the operator's choice; each other use has one engine and no choice. */
const FOLLOWED: readonly ModelUse[] = ['text', 'image', 'transcription'];

/** What a model can be chosen for; undefined if it cannot. */
export function chosenUse(entry: Pick<CatalogueEntry, 'kind' | 'awaits'>): ModelUse | undefined {
  const use = servedUse(entry);
  return use && !entry.awaits && FOLLOWED.includes(use) ? use : undefined;
}

/** Why a model cannot be chosen. */
export function whyNotChosen({ id, awaits }: Pick<CatalogueEntry, 'id' | 'awaits'>): string {
  if (awaits) return `"${id}" cannot be chosen: this version of the service lacks ${awaits}.`;
  return `"${id}" cannot be chosen: models for ${FOLLOWED.join(', ')} can; everything else has one model, or is named in the call.`;
}
