// The maximum prompt tokens of an image, by model: bounds how much a call with images holds.

/** The most expensive known model: gpt-4o-mini counts up to 48,169 tokens for one image. */
export const DEFAULT_PICTURE_TOKENS = 50_000;

/** From the providers' own pages and model cards, each at the highest detail that it offers, rounded up. The first match counts. */
const KNOWN: readonly (readonly [RegExp, number])[] = [
  [/gpt-4o-mini/, 50_000],
  [/gpt-(4o|4\.5)|chatgpt-4o/, 1_500],
  [/gpt-4\.1-(mini|nano)|gpt-5-(mini|nano)|o4-mini/, 4_000],
  [/gpt-5\./, 25_000],
  [/gpt-4\.1|gpt-4-turbo|gpt-4-vision|gpt-5|(^|\/)o[13](-|$)/, 2_000],
  [/claude/, 5_000],
  [/gemini|gemma/, 6_000],
  [/pixtral|mistral|ministral|magistral/, 5_000],
  [/llama-?3\.2|llama-?4/, 7_000],
  [/qwen|qvq/, 17_000],
  [/llava|internvl|phi-/, 12_000],
];

export function pictureTokensOf(upstreamModel: string): number {
  const name = upstreamModel.toLowerCase();
  return KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_PICTURE_TOKENS;
}
