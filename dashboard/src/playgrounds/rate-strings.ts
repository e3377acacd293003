// Texts of the prices beside the forms.
import { inLanguage } from '../words.ts';

export const rates = inLanguage('rates', {
  costs: (parts: string) => `Costs ${parts}.`,
  and: ' and ',
  measures: {
    per_request: (credits: string) => `${credits} for each call`,
    input_per_million_tokens: (credits: string) => `${credits} for a million input tokens`,
    output_per_million_tokens: (credits: string) => `${credits} for a million output tokens`,
    per_image: (credits: string) => `${credits} for an image`,
    per_second: (credits: string) => `${credits} for a second`,
    per_million_characters: (credits: string) => `${credits} for a million characters`,
  } as Record<string, (credits: string) => string>,
});
