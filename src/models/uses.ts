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

export function servedUse({ kind }: Pick<CatalogueEntry, 'kind'>): ModelUse | undefined {
  return USES[kind];
}
