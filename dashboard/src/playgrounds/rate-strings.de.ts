// German texts of the prices beside the forms.
import type { rates as English } from './rate-strings.ts';

export const rates: typeof English = {
  costs: (parts) => `Kostet ${parts}.`,
  and: ' und ',
  measures: {
    per_request: (credits) => `${credits} je Aufruf`,
    input_per_million_tokens: (credits) => `${credits} je Million Tokens Eingabe`,
    output_per_million_tokens: (credits) => `${credits} je Million Tokens Ausgabe`,
    per_image: (credits) => `${credits} je Bild`,
    per_second: (credits) => `${credits} je Sekunde`,
    per_million_characters: (credits) => `${credits} je Million Zeichen`,
  },
};
