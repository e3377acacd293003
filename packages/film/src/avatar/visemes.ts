// The shape a mouth takes for each sound of the voices' alphabet.
export interface MouthShape {
  /** 0 closed, 1 as wide open as in "father". */
  open: number;
  /** 1 spread as in "see", −1 rounded as in "you". */
  wide: number;
}

const REST: MouthShape = { open: 0, wide: 0 };

const SHAPES: readonly (readonly [symbols: string, open: number, wide: number])[] = [
  ['pbm', 0, 0],
  ['fvʋβɸ', 0.1, 0.15],
  ['θð', 0.22, 0.2],
  ['sz', 0.18, 0.45],
  ['tdnlɾɳɲʈɖ', 0.26, 0.2],
  ['ʃʒʧʤʂʝɕʨʥST', 0.24, -0.5],
  ['ʦʣ', 0.2, 0.3],
  ['ɹɻɽʁr', 0.28, -0.35],
  ['kɡŋɴcɟqxχɣʔ', 0.34, 0],
  ['hç', 0.4, 0],
  ['j', 0.26, 0.6],
  ['wɥɰ', 0.16, -0.95],
  ['i', 0.36, 0.85],
  ['ɪᵻɨy', 0.42, 0.5],
  ['eø', 0.5, 0.5],
  ['ɛœ', 0.62, 0.4],
  ['æ', 0.85, 0.45],
  ['aɑɐ', 1, 0.05],
  ['ɒ', 0.9, -0.25],
  ['ʌɤ', 0.72, 0],
  ['əᵊ', 0.48, 0],
  ['ɜɚ', 0.5, -0.2],
  ['ɔo', 0.75, -0.5],
  ['ʊɯ', 0.42, -0.6],
  ['u', 0.34, -0.95],
];

/** Sounds that glide: where they begin and where they end. */
const GLIDES: Readonly<Record<string, readonly [string, string]>> = {
  A: ['e', 'ɪ'],
  I: ['a', 'ɪ'],
  O: ['ɔ', 'ʊ'],
  Q: ['ə', 'ʊ'],
  W: ['a', 'ʊ'],
  Y: ['ɔ', 'ɪ'],
};

const BY_SYMBOL = new Map<string, MouthShape>(
  SHAPES.flatMap(([symbols, open, wide]) => [...symbols].map((symbol) => [symbol, { open, wide }] as const)),
);

/** One shape, or two that it glides between; the mouth rests on what it does not know. */
export function shapesOf(symbol: string): readonly MouthShape[] {
  const glide = GLIDES[symbol];
  if (glide) return glide.map((part) => BY_SYMBOL.get(part) ?? REST);
  return [BY_SYMBOL.get(symbol) ?? REST];
}

/** Lips touch: nothing may keep them apart, or the eye sees that the sound is not theirs. */
export function closesLips(symbol: string): boolean {
  return 'pbm'.includes(symbol);
}
