// German texts about credits with terms.
import type { grants as English } from './grant-strings.ts';

export const grants: typeof English = {
  title: 'Credits mit Bedingungen',
  lead: 'Von oben nach unten verbraucht. Ist die Zeit um, verfällt, was übrig ist.',
  columns: { what: 'Welche', left: 'Übrig', given: 'Gegeben', expires: 'Verfällt' },
  kinds: { promotional: 'zur Werbung', included: 'des Tarifs', general: 'mit Ende', rest: 'ohne Bedingungen' },
  rest: 'Alle anderen Credits',
  never: 'nie',
  soon: (credits, day) => `${credits} davon verfallen am ${day}.`,
  noTerms: 'Sie verfallen nicht.',
};
