// German texts of the palette.
import type { palette as English } from './palette-strings.ts';

export const palette: typeof English = {
  title: 'Zu einer Seite, Ihren Werken oder der Dokumentation',
  placeholder: 'Seiten, Werke, Gespräche, Dokumentation',
  results: 'Treffer',
  groups: { pages: 'Seiten', conversations: 'Gespräche', work: 'Ihre Werke', docs: 'Dokumentation (englisch)' },
  names: { image: 'Bild', song: 'Lied', video: 'Video', build: 'Anwendung' },
  untitled: 'Gespräch ohne Titel',
  found: (count) => `${count} Treffer`,
  nothing: 'Nichts enthält diese Wörter',
};
