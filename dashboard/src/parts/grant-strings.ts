// Texts about credits with terms.
import { inLanguage } from '../words.ts';

export const grants = inLanguage('grants', {
  title: 'Credits with terms',
  lead: 'Used from the top down. When a time is over, what is left of the credits expires.',
  columns: { what: 'Credits', left: 'Left', given: 'Given', expires: 'Expires' },
  kinds: { promotional: 'promotional', included: 'of the plan', general: 'with an end', rest: 'without terms' },
  rest: 'All other credits',
  never: 'never',
  soon: (credits: string, day: string) => `${credits} of them expire on ${day}.`,
  noTerms: 'They do not expire.',
});
