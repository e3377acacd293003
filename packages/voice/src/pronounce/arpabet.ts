// Turns the dictionary's ARPAbet into the IPA letters that the voices were trained on, American or British.
export type Dialect = 'american' | 'british';

const CONSONANTS: Record<string, string> = {
  B: 'b',
  CH: 'ʧ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'ʤ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
};

// Diphthongs are one capital letter each in this alphabet: A as in day, I as in night, O as in go, W as in now, Y as in boy.
const VOWELS: Record<string, string> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'W',
  AY: 'I',
  EH: 'ɛ',
  ER: 'ɜɹ',
  EY: 'A',
  IH: 'ɪ',
  IY: 'i',
  OW: 'O',
  OY: 'Y',
  UH: 'ʊ',
  UW: 'u',
};

const REDUCED: Record<string, string> = { AH: 'ə', ER: 'əɹ' };
const STRESS_MARKS: Record<string, string> = { '1': 'ˈ', '2': 'ˌ' };

/** `isWeak` omits the stress: short function words have none in running speech. */
export function ipaFromArpabet(arpabet: string, dialect: Dialect, isWeak = false): string {
  let ipa = '';
  for (const phone of arpabet.split(' ')) {
    const stress = phone.at(-1) ?? '';
    const name = phone.replace(/\d$/, '');
    const consonant = CONSONANTS[name];
    if (consonant) {
      ipa += consonant;
      continue;
    }
    const vowel = stress === '0' ? (REDUCED[name] ?? VOWELS[name]) : VOWELS[name];
    ipa += (isWeak ? '' : (STRESS_MARKS[stress] ?? '')) + (vowel ?? '');
  }
  return dialect === 'british' ? britishFrom(ipa) : ipa;
}

/** The r after a vowel is silent unless a vowel follows; go is said with the British diphthong. */
function britishFrom(american: string): string {
  return american
    .replace(/([ɑɔɜ])ɹ(?![ˈˌ]?[AIOWYɑæʌɔɛɪiʊuəɜ])/g, '$1ː')
    .replace(/([ɪɛʊ])ɹ(?![ˈˌ]?[AIOWYɑæʌɔɛɪiʊuəɜ])/g, '$1ə')
    .replace(/əɹ(?![ˈˌ]?[AIOWYɑæʌɔɛɪiʊuəɜ])/g, 'ə')
    .replace(/O/g, 'Q');
}
