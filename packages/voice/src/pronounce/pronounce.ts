// Says how English text sounds: words from the CMU dictionary, their inflections and compounds, spelling rules for the rest.
import { dictionary } from 'cmu-pronouncing-dictionary';
import { type Dialect, ipaFromArpabet } from './arpabet.ts';
import { arpabetFromLetters } from './letter-rules.ts';
import { spellOutNumbers } from './numbers.ts';

export interface PronouncedWord {
  /** Letters of the voices' alphabet, with stress marks. */
  ipa: string;
  /** The mark that ends the breath group after it, or nothing. */
  punctuation: string;
}

const WEAK = new Set(
  'a an the and or but nor of to in on at by for from with as is am are was were be been has have had do does did can could will would shall should may might must than that this it its i you he she we they me him her us them my your his our their if so'.split(
    ' ',
  ),
);

// Where the dictionary's first choice is a strong or an odd form.
const OWN: Record<string, string> = {
  a: 'AH0',
  the: 'DH AH0',
  to: 'T UW0',
  of: 'AH1 V',
  and: 'AE1 N D',
  for: 'F AO1 R',
  or: 'AO1 R',
  i: 'AY1',
  "i'm": 'AY1 M',
  "'em": 'AH0 M',
  ooh: 'UW1',
  oh: 'OW1',
  yeah: 'Y AE1',
  hey: 'HH EY1',
  la: 'L AA1',
  na: 'N AA1',
  whoa: 'W OW1',
  mmm: 'M AH1 M',
  ah: 'AA1',
};

const SUFFIXES: readonly { ending: RegExp; stems: readonly string[]; phones: (last: string) => string }[] = [
  {
    ending: /'?s$/,
    stems: ['', 'e'],
    phones: (last) => (/^(S|Z|SH|CH|JH|ZH)$/.test(last) ? 'AH0 Z' : /^(P|T|K|F|TH)$/.test(last) ? 'S' : 'Z'),
  },
  {
    ending: /ed$/,
    stems: ['', 'e'],
    phones: (last) => (/^(T|D)$/.test(last) ? 'AH0 D' : /^(P|K|F|S|SH|CH|TH)$/.test(last) ? 'T' : 'D'),
  },
  { ending: /in[g']$/, stems: ['', 'e'], phones: () => 'IH0 NG' },
  { ending: /ly$/, stems: ['', 'le'], phones: () => 'L IY0' },
  { ending: /er$/, stems: ['', 'e'], phones: () => 'ER0' },
  { ending: /est$/, stems: ['', 'e'], phones: () => 'AH0 S T' },
  { ending: /less$/, stems: [''], phones: () => 'L AH0 S' },
  { ending: /ness$/, stems: [''], phones: () => 'N AH0 S' },
];
const SHORTEST_COMPOUND_PART = 3;

export function pronounceText(text: string, dialect: Dialect): PronouncedWord[] {
  const tokens = spellOutNumbers(text.normalize('NFC'))
    .replace(/[‘’`]/g, "'")
    .replace(/\s*([.!?,;:…—–])/g, '$1 ')
    .split(/[\s\-/_]+/);
  return tokens.flatMap((token) => pronounceToken(token, dialect));
}

/** One word as it stands in a line of a song. */
export function pronounceWord(word: string, dialect: Dialect): string {
  return pronounceText(word, dialect)
    .map((part) => part.ipa)
    .join('');
}

function pronounceToken(token: string, dialect: Dialect): PronouncedWord[] {
  const punctuation = /[.!?,;:…—–]+["')\]]*$/.exec(token)?.[0]?.charAt(0).replace('–', '—') ?? '';
  const word = token
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z']/g, '')
    .replace(/^'+(?!em|til|cause|bout|tis|twas)/, '')
    .replace(/(?<!in)'+$/, '');
  if (!/[a-z]/.test(word)) return [];
  return [{ ipa: ipaFromArpabet(arpabetOf(word), dialect, WEAK.has(word)), punctuation }];
}

function arpabetOf(word: string): string {
  return OWN[word] ?? lookUp(word) ?? inflect(word) ?? compound(word) ?? arpabetFromLetters(word);
}

function lookUp(word: string): string | undefined {
  return Object.hasOwn(dictionary, word) ? dictionary[word]?.split(' #')[0] : undefined;
}

function inflect(word: string): string | undefined {
  for (const { ending, stems, phones } of SUFFIXES) {
    if (!ending.test(word)) continue;
    const bare = word.replace(ending, '');
    const doubled = /([bdgklmnprt])\1$/.test(bare) ? [bare.slice(0, -1)] : [];
    const stem = [...stems.map((end) => bare + end), ...doubled]
      .map((one) => lookUp(one) ?? compound(one))
      .find((found) => found !== undefined);
    if (stem && bare.length > 1) return `${stem} ${phones(stem.split(' ').at(-1) ?? '')}`;
  }
  return undefined;
}

function compound(word: string): string | undefined {
  for (let cut = word.length - SHORTEST_COMPOUND_PART; cut >= SHORTEST_COMPOUND_PART; cut -= 1) {
    const first = lookUp(word.slice(0, cut));
    const second = lookUp(word.slice(cut));
    if (first && second) return `${first} ${second.replace(/1/g, '2')}`;
  }
  return undefined;
}
