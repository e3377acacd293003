// Texts of the palette.
import { inLanguage } from '../words.ts';

export const palette = inLanguage('palette', {
  title: 'Go to a page, your work or the documentation',
  placeholder: 'Pages, work, conversations, documentation',
  results: 'Results',
  groups: { pages: 'Pages', conversations: 'Conversations', work: 'Your work', docs: 'Documentation' },
  names: { image: 'Image', song: 'Song', video: 'Video', build: 'Application' } as Record<string, string>,
  untitled: 'Untitled conversation',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: 'No results',
});
