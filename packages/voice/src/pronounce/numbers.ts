// Converts digits and signs to words, so that only words remain to pronounce.
const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SIGNS: Record<string, string> = {
  '&': ' and ',
  '%': ' percent ',
  '+': ' plus ',
  '=': ' equals ',
  '@': ' at ',
  '#': ' number ',
};
const MAX_DIGITS_READ_AS_A_NUMBER = 9;

export function spellOutNumbers(text: string): string {
  return text
    .replace(/([$€£])\s?(\d[\d,]*(?:\.\d+)?)/g, (_all, sign: string, amount: string) => `${amount} ${CURRENCIES[sign]}`)
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\b(1[1-9]|20)(\d\d)\b(?!\.\d)/g, (_all, century: string, year: string) =>
      sayYear(Number(century), Number(year)),
    )
    .replace(/\d+(\.\d+)?/g, (digits) => ` ${sayNumber(digits)} `)
    .replace(/[&%+=@#]/g, (sign) => SIGNS[sign] ?? ' ');
}

const CURRENCIES: Record<string, string> = { $: 'dollars', '€': 'euros', '£': 'pounds' };

function sayYear(century: number, year: number): string {
  if (century === 20 && year < 10) return ` two thousand ${year === 0 ? '' : sayWhole(year)} `;
  if (year === 0) return ` ${sayWhole(century)} hundred `;
  return ` ${sayWhole(century)} ${year < 10 ? 'oh ' : ''}${sayWhole(year)} `;
}

function sayNumber(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const said = whole.length > MAX_DIGITS_READ_AS_A_NUMBER ? sayDigits(whole) : sayWhole(Number(whole));
  return fraction ? `${said} point ${sayDigits(fraction)}` : said;
}

function sayDigits(digits: string): string {
  return [...digits].map((digit) => ONES[Number(digit)]).join(' ');
}

function sayWhole(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  if (value < 100) return `${TENS[Math.floor(value / 10)]}${value % 10 ? ` ${ONES[value % 10]}` : ''}`;
  const scale = value >= 1_000_000 ? 1_000_000 : value >= 1000 ? 1000 : 100;
  const name = scale === 100 ? 'hundred' : scale === 1000 ? 'thousand' : 'million';
  const rest = value % scale;
  return `${sayWhole(Math.floor(value / scale))} ${name}${rest ? ` ${sayWhole(rest)}` : ''}`;
}
