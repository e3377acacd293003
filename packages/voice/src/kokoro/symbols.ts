// The alphabet of the Kokoro network: each letter and the number it is fed as.
const PIECES: readonly (readonly [number, string])[] = [
  [1, ';:,.!?'],
  [9, '—…"()“” \u0303ʣʥʦʨᵝ\uAB67AI'],
  [31, 'O'],
  [33, 'Q'],
  [35, 'ST'],
  [39, 'W'],
  [41, 'Yᵊabcdef'],
  [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
  [75, 'βɔɕç'],
  [80, 'ɖðʤə'],
  [85, 'ɚɛɜ'],
  [90, 'ɟ'],
  [92, 'ɡ'],
  [99, 'ɥ'],
  [101, 'ɨɪʝ'],
  [110, 'ɯɰŋɳɲɴø'],
  [118, 'ɸθœ'],
  [123, 'ɹ'],
  [125, 'ɾɻ'],
  [128, 'ʁɽʂʃʈʧ'],
  [135, 'ʊʋ'],
  [138, 'ʌɣɤ'],
  [142, 'χʎ'],
  [147, 'ʒʔ'],
  [156, 'ˈˌː'],
  [162, 'ʰ'],
  [164, 'ʲ'],
  [169, '↓'],
  [171, '→↗↘'],
  [177, 'ᵻ'],
];

/** Opens and closes every line. */
export const EDGE = '$';
const NUMBERS = new Map<string, number>([[EDGE, 0]]);
for (const [first, letters] of PIECES) {
  for (const [index, letter] of [...letters].entries()) NUMBERS.set(letter, first + index);
}

export function numberOfSymbol(symbol: string): number | undefined {
  return NUMBERS.get(symbol);
}

/** Modifiers lengthen their neighbour and are not sounds of their own. */
export function isMark(symbol: string): boolean {
  return symbol === 'ˈ' || symbol === 'ˌ' || symbol === 'ː' || symbol === 'ʰ' || symbol === 'ʲ';
}
