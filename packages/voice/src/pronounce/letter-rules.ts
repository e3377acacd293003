// Guesses the ARPAbet of a word that no dictionary knows, by English spelling rules: the longest rule that fits wins.
interface LetterRule {
  letters: string;
  phones: string;
  /** What must stand before and after, as patterns. */
  before?: RegExp;
  after?: RegExp;
}

const rule = (
  letters: string,
  phones: string,
  { after, before }: { after?: RegExp; before?: RegExp } = {},
): LetterRule => ({
  letters,
  phones,
  ...(after ? { after } : {}),
  ...(before ? { before } : {}),
});

const END = /^$/;
const SILENT_E_FOLLOWS = /^[bcdfgklmnpstvz]e(s?$|d$)/;
const ONE_CONSONANT_THEN_VOWEL = /^[bcdfgklmnpstvz][aiouy]/;
const START = /^$/;

// The order of rules with the same length matters: the first that fits is used.
const RULES: readonly LetterRule[] = [
  rule('eigh', 'EY'),
  rule('ough', 'AO'),
  rule('augh', 'AO'),
  rule('tion', 'SH AH N'),
  rule('sion', 'ZH AH N'),
  rule('ture', 'CH ER'),
  rule('igh', 'AY'),
  rule('tch', 'CH'),
  rule('dge', 'JH'),
  rule('sch', 'S K'),
  rule('eau', 'OW'),
  rule('air', 'EH R'),
  rule('ear', 'IH R'),
  rule('eer', 'IH R'),
  rule('oor', 'AO R'),
  rule('our', 'AO R'),
  rule('ous', 'AH S', { after: END }),
  rule('ing', 'IH NG', { after: END }),
  rule('ier', 'IY ER', { after: END }),
  rule('que', 'K', { after: END }),
  rule('gue', 'G', { after: END }),
  rule('ch', 'CH'),
  rule('sh', 'SH'),
  rule('th', 'TH'),
  rule('ph', 'F'),
  rule('wh', 'W'),
  rule('ck', 'K'),
  rule('ng', 'NG', { after: END }),
  rule('nk', 'NG K'),
  rule('qu', 'K W'),
  rule('kn', 'N', { before: START }),
  rule('wr', 'R', { before: START }),
  rule('gn', 'N', { before: START }),
  rule('gh', ''),
  rule('mb', 'M', { after: END }),
  rule('ee', 'IY'),
  rule('ea', 'IY'),
  rule('oo', 'UW'),
  rule('ou', 'AW'),
  rule('ow', 'OW', { after: END }),
  rule('ow', 'AW'),
  rule('oi', 'OY'),
  rule('oy', 'OY'),
  rule('ai', 'EY'),
  rule('ay', 'EY'),
  rule('au', 'AO'),
  rule('aw', 'AO'),
  rule('ei', 'EY'),
  rule('ey', 'IY'),
  rule('ie', 'IY'),
  rule('oa', 'OW'),
  rule('oe', 'OW', { after: END }),
  rule('ue', 'UW', { after: END }),
  rule('ui', 'UW'),
  rule('ew', 'UW'),
  rule('ar', 'AA R'),
  rule('or', 'AO R'),
  rule('er', 'ER'),
  rule('ir', 'ER'),
  rule('ur', 'ER'),
  rule('ed', 'T', { after: END, before: /[pkfsx]$/ }),
  rule('ed', 'AH D', { after: END, before: /[td]$/ }),
  rule('ed', 'D', { after: END, before: /[^aeiou]$/ }),
  rule('es', 'AH Z', { after: END, before: /(s|x|z|ch|sh)$/ }),
  rule('le', 'AH L', { after: END, before: /[^aeiou]$/ }),
  rule('bb', 'B'),
  rule('cc', 'K'),
  rule('dd', 'D'),
  rule('ff', 'F'),
  rule('gg', 'G'),
  rule('ll', 'L'),
  rule('mm', 'M'),
  rule('nn', 'N'),
  rule('pp', 'P'),
  rule('rr', 'R'),
  rule('ss', 'S'),
  rule('tt', 'T'),
  rule('zz', 'Z'),
  rule('a', 'EY', { after: SILENT_E_FOLLOWS }),
  rule('a', 'AH', { after: END }),
  rule('a', 'AA', { after: ONE_CONSONANT_THEN_VOWEL }),
  rule('a', 'AE'),
  rule('e', '', { after: END, before: /[aeiouy].*[^aeiou]$/ }),
  rule('e', 'IY', { after: SILENT_E_FOLLOWS }),
  rule('e', 'IY', { after: END }),
  rule('e', 'EH'),
  rule('i', 'AY', { after: SILENT_E_FOLLOWS }),
  rule('i', 'IY', { after: END }),
  rule('i', 'IY', { after: /^[aou]/ }),
  rule('i', 'IH'),
  rule('o', 'OW', { after: SILENT_E_FOLLOWS }),
  rule('o', 'OW', { after: END }),
  rule('o', 'OW', { after: ONE_CONSONANT_THEN_VOWEL }),
  rule('o', 'AA'),
  rule('u', 'UW', { after: SILENT_E_FOLLOWS }),
  rule('u', 'UW', { after: END }),
  rule('u', 'UW', { after: ONE_CONSONANT_THEN_VOWEL }),
  rule('u', 'AH'),
  rule('y', 'Y', { after: /^[aeiou]/, before: START }),
  rule('y', 'AY', { after: END, before: /^[^aeiou]+$/ }),
  rule('y', 'IY', { after: END }),
  rule('y', 'IH'),
  rule('b', 'B'),
  rule('c', 'S', { after: /^[eiy]/ }),
  rule('c', 'K'),
  rule('d', 'D'),
  rule('f', 'F'),
  rule('g', 'JH', { after: /^[eiy]/ }),
  rule('g', 'G'),
  rule('h', 'HH', { after: /^[aeiouy]/ }),
  rule('h', ''),
  rule('j', 'JH'),
  rule('k', 'K'),
  rule('l', 'L'),
  rule('m', 'M'),
  rule('n', 'N'),
  rule('p', 'P'),
  rule('q', 'K'),
  rule('r', 'R'),
  rule('s', 'Z', { after: END, before: /[aeioubdglmnrvwy]$/ }),
  rule('s', 'S'),
  rule('t', 'T'),
  rule('v', 'V'),
  rule('w', 'W'),
  rule('x', 'Z', { before: START }),
  rule('x', 'K S'),
  rule('z', 'Z'),
];

const VOWEL = /^(AA|AE|AH|AO|AW|AY|EH|ER|EY|IH|IY|OW|OY|UH|UW)$/;

export function arpabetFromLetters(word: string): string {
  const letters = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
  const phones: string[] = [];
  let at = 0;
  while (at < letters.length) {
    const found = findRule(letters, at);
    if (found?.phones) phones.push(...found.phones.split(' '));
    at += found?.letters.length ?? 1;
  }
  return stressFirst(phones).join(' ');
}

function findRule(letters: string, at: number): LetterRule | undefined {
  return RULES.find(
    (candidate) =>
      letters.startsWith(candidate.letters, at) &&
      (candidate.after?.test(letters.slice(at + candidate.letters.length)) ?? true) &&
      (candidate.before?.test(letters.slice(0, at)) ?? true),
  );
}

/** English names and new words mostly lean on their first full vowel; a bare AH in front is left unstressed. */
function stressFirst(phones: readonly string[]): string[] {
  const vowels = phones.flatMap((phone, index) => (VOWEL.test(phone) ? [index] : []));
  const stressed = vowels.length > 1 && phones[vowels[0] ?? 0] === 'AH' && vowels[0] === 0 ? vowels[1] : vowels[0];
  return phones.map((phone, index) => {
    if (!VOWEL.test(phone)) return phone;
    return `${phone}${index === stressed ? '1' : '0'}`;
  });
}
