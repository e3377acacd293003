// What the singer needs to know about a sound: whether it can be held, and whether it is voiced.
const VOWELS = new Set('AIOQWYaeiouyæɑɐɒɔəɚɛɜɪɨʊʌᵊᵻ');
const VOICELESS = new Set('ptkfθsʃʧh;:,.!?—…$');

export function isVowel(symbol: string): boolean {
  return VOWELS.has(symbol);
}

export function isVoiced(symbol: string): boolean {
  return !VOICELESS.has(symbol);
}

export function isStressMark(symbol: string): boolean {
  return symbol === 'ˈ' || symbol === 'ˌ';
}

export function isDiphthong(symbol: string): boolean {
  return 'AIOQWY'.includes(symbol);
}
