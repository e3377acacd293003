// Generated texts for the guards: values of every kind in the forms of many countries, in prose of several languages, and texts that
// only look like them. The values keep to the rules of their issuers (check digits, lengths, prefixes); none was taken from the rules of the guards.
import { mulberry32 } from '@atelier/kit';

export interface Sample {
  /** The text with the value, and the value alone. */
  text: string;
  value: string;
  kind: string;
  form: string;
}

type Random = () => number;

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const letters = (random: Random, count: number, of: string) =>
  Array.from({ length: count }, () => of[Math.floor(random() * of.length)]).join('');
const HEX = '0123456789abcdef';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const PROSE = [
  'Please note $, thank you.',
  'Hello, my details are $ and I live in Berlin.',
  'Hallo, bitte melden Sie sich unter $. Viele Grüße',
  'Bonjour, voici mes coordonnées : $ (à bientôt).',
  'Buenos días, mis datos son $; gracias.',
  '{"note":"$","active":true}',
  'Customer record\n- name: Anna Schmidt\n- value: $\n- since 2019',
  'The user wrote "$" in ticket 4711.',
  'const value = "$"; // do not commit',
  '| name | value |\n|---|---|\n| Anna | $ |',
  '$',
  'Ciao, i miei dati: $',
  'Olá, segue $ conforme pedido',
  'お客様の情報：$です',
  '<p>$</p>',
];

function samples(random: Random, kind: string, forms: Record<string, () => string>, each: number): Sample[] {
  return Object.entries(forms).flatMap(([form, make]) =>
    Array.from({ length: each }, () => {
      const value = make();
      return { kind, form, value, text: pick(random, PROSE).replace('$', () => value) };
    }),
  );
}

export function positives(seed: number): Sample[] {
  const random = mulberry32(seed);
  return [
    ...samples(random, 'email', emails(random), 60),
    ...samples(random, 'phone', phones(random), 18),
    ...samples(random, 'card', cards(random), 45),
    ...samples(random, 'iban', ibans(random), 12),
    ...samples(random, 'secret', secrets(random), 25),
    ...samples(random, 'ip', ips(random), 130),
  ];
}

function emails(random: Random): Record<string, () => string> {
  const first = () =>
    pick(random, [
      'anna',
      'jörg',
      'li.wei',
      'm',
      "o'neil",
      'jean-luc',
      'sales+eu',
      'info_2024',
      'ivan.petrov',
      'x.y.z',
    ]);
  const domain = () =>
    pick(random, [
      'example.com',
      'mail.example.co.uk',
      'firma.example.de',
      'sub.a.b.example.org',
      'example.museum',
      'bücher.example',
      'xn--bcher-kva.example',
      'example.io',
    ]);
  const plain = () => `${first()}${Math.floor(random() * 99)}@${domain()}`;
  return {
    plain,
    capital: () => plain().toUpperCase(),
    bracketed: () => `<${plain()}>`,
    mailto: () => `mailto:${plain()}`,
    escaped: () => plain().replace('@', '\\u0040'),
    encoded: () => plain().replace('@', '%40'),
    wide: () => plain().replace('@', '＠'),
    'zero width': () => [...plain()].join(random() < 0.5 ? '\u200b' : '\u2060'),
    'full stop after': () => `${plain()}.`,
  };
}

/** National and international forms, as people of each country write them. */
function phones(random: Random): Record<string, () => string> {
  const d = (count: number) => digits(random, count);
  const n = (low: number, high: number) => String(low + Math.floor(random() * (high - low + 1)));
  return {
    'DE mobile +': () => `+49 15${n(1, 9)} ${d(8)}`,
    'DE land +': () => `+49 (0) 30 ${n(1, 9)}${d(6)}`,
    'DE slash': () => `0${n(15, 17)}${d(1)}/${n(1, 9)}${d(6)}`,
    'DE land': () => `030 ${n(1, 9)}${d(6)}`,
    'DE 0049': () => `0049 151 ${n(1, 9)}${d(7)}`,
    'US brackets': () => `(${n(2, 9)}${d(2)}) ${n(2, 9)}${d(2)}-${d(4)}`,
    'US hyphens': () => `${n(2, 9)}${d(2)}-${n(2, 9)}${d(2)}-${d(4)}`,
    'US dots': () => `${n(2, 9)}${d(2)}.${n(2, 9)}${d(2)}.${d(4)}`,
    'US +1': () => `+1 ${n(2, 9)}${d(2)} ${n(2, 9)}${d(2)} ${d(4)}`,
    'US E.164': () => `+1${n(2, 9)}${d(2)}${n(2, 9)}${d(6)}`,
    'GB +': () => `+44 7${n(4, 9)}${d(2)} ${d(6)}`,
    'GB land': () => `020 7${d(3)} ${d(4)}`,
    'GB mobile': () => `07${n(4, 9)}${d(2)} ${d(6)}`,
    'FR pairs': () => `0${n(1, 7)} ${d(2)} ${d(2)} ${d(2)} ${d(2)}`,
    'FR dots': () => `0${n(6, 7)}.${d(2)}.${d(2)}.${d(2)}.${d(2)}`,
    'FR +': () => `+33 6 ${d(2)} ${d(2)} ${d(2)} ${d(2)}`,
    'ES +': () => `+34 6${d(2)} ${d(3)} ${d(3)}`,
    'ES named': () => `Tel. 6${d(2)} ${d(3)} ${d(3)}`,
    'IT +': () => `+39 3${d(2)} ${d(7)}`,
    'NL +': () => `+31 6 ${d(8)}`,
    'NL mobile': () => `06-${n(1, 9)}${d(7)}`,
    'PL +': () => `+48 ${n(5, 8)}${d(2)} ${d(3)} ${d(3)}`,
    'SE +': () => `+46 70-${d(3)} ${d(2)} ${d(2)}`,
    'CH +': () => `+41 79 ${d(3)} ${d(2)} ${d(2)}`,
    'AT +': () => `+43 664 ${n(1, 9)}${d(6)}`,
    'RU 8': () => `8 (9${d(2)}) ${d(3)}-${d(2)}-${d(2)}`,
    'RU +7': () => `+7 9${d(2)} ${d(3)}-${d(2)}-${d(2)}`,
    'IN +': () => `+91 ${n(6, 9)}${d(4)} ${d(5)}`,
    'CN +': () => `+86 13${d(1)} ${d(4)} ${d(4)}`,
    'JP mobile': () => `090-${n(1, 9)}${d(3)}-${d(4)}`,
    'JP +': () => `+81 90 ${n(1, 9)}${d(3)} ${d(4)}`,
    'BR brackets': () => `(${n(11, 99)}) 9${d(4)}-${d(4)}`,
    'BR +': () => `+55 11 9${d(4)}-${d(4)}`,
    'MX +': () => `+52 55 ${n(1, 9)}${d(3)} ${d(4)}`,
    'AU mobile': () => `04${d(2)} ${d(3)} ${d(3)}`,
    'ZA +': () => `+27 82 ${d(3)} ${d(4)}`,
    'NG +': () => `+234 80${d(1)} ${d(3)} ${d(4)}`,
    'AE +': () => `+971 50 ${n(1, 9)}${d(2)} ${d(4)}`,
    'KR +': () => `+82 10-${d(4)}-${d(4)}`,
    'SG named': () => `call ${n(8, 9)}${d(3)} ${d(4)}`,
    'DK bare': () => `${n(20, 99)} ${d(2)} ${d(2)} ${d(2)}`,
    'ES bare': () => `6${d(2)} ${d(3)} ${d(3)}`,
    'DE bare': () => `0151${n(1, 9)}${d(7)}`,
  };
}

function cards(random: Random): Record<string, () => string> {
  const card = (prefix: string, length: number) => withLuhn(prefix + digits(random, length - prefix.length - 1));
  const visa = () => card('4', 16);
  const grouped = (text: string, gap: string) => text.replace(/(.{4})(?=.)/g, `$1${gap}`);
  return {
    'Visa form': visa,
    'Visa spaces': () => grouped(visa(), ' '),
    'Visa hyphens': () => grouped(visa(), '-'),
    'Visa dots': () => grouped(visa(), '.'),
    'Visa spelled': () => visa().split('').join(' '),
    'Visa wide': () => visa().replace(/\d/g, (one) => String.fromCharCode(0xff10 + Number(one))),
    'Mastercard form': () => card(String(51 + Math.floor(random() * 5)), 16),
    'Mastercard 2': () => grouped(card('2221', 16), ' '),
    'Amex form': () => card(random() < 0.5 ? '34' : '37', 15),
    'Amex spaces': () => card('37', 15).replace(/(.{4})(.{6})/, '$1 $2 '),
    'Discover form': () => card('6011', 16),
    'JCB form': () => grouped(card('3530', 16), ' '),
    'Diners form': () => card('36', 14),
    'Maestro and UnionPay': () => card(random() < 0.5 ? '6759' : '6225', 16),
  };
}

function withLuhn(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** The basic account number of each country: n a digit, a a capital letter, c either. */
const BBAN: Readonly<Record<string, string>> = {
  ...{
    AD: '8n12c',
    AE: '19n',
    AL: '8n16c',
    AT: '16n',
    AZ: '4a20c',
    BA: '16n',
    BE: '12n',
    BG: '4a6n8c',
    BH: '4a14c',
    BR: '23n1a1c',
    CH: '5n12c',
    CR: '18n',
  },
  ...{
    CY: '8n16c',
    CZ: '20n',
    DE: '18n',
    DK: '14n',
    DO: '4c20n',
    EE: '16n',
    EG: '25n',
    ES: '20n',
    FI: '14n',
    FR: '10n11c2n',
    GB: '4a14n',
    GE: '2a16n',
  },
  ...{
    GI: '4a15c',
    GR: '7n16c',
    HR: '17n',
    HU: '24n',
    IE: '4a14n',
    IL: '19n',
    IS: '22n',
    IT: '1a10n12c',
    JO: '4a4n18c',
    KW: '4a22c',
    KZ: '3n13c',
    LB: '4n20c',
  },
  ...{
    LI: '5n12c',
    LT: '16n',
    LU: '3n13c',
    LV: '4a13c',
    MC: '10n11c2n',
    MD: '20c',
    ME: '18n',
    MK: '3n10c2n',
    MT: '4a5n18c',
    NL: '4a10n',
    NO: '11n',
    PK: '4a16c',
  },
  ...{
    PL: '24n',
    PT: '21n',
    QA: '4a21c',
    RO: '4a16c',
    RS: '18n',
    SA: '2n18c',
    SE: '20n',
    SI: '15n',
    SK: '20n',
    SM: '1a10n12c',
    TR: '5n17c',
    UA: '6n19c',
  },
};

function ibans(random: Random): Record<string, () => string> {
  const make = (country: string) => {
    const bban = (BBAN[country] ?? '').replace(/(\d+)([nac])/g, (_, count: string, of: string) =>
      of === 'n'
        ? digits(random, Number(count))
        : letters(random, Number(count), of === 'a' ? BASE62.slice(10, 36) : BASE62.slice(0, 36)),
    );
    const number = [...`${bban}${country}00`].map((one) => String(Number.parseInt(one, 36))).join('');
    const check = String(98n - (BigInt(number) % 97n)).padStart(2, '0');
    const iban = `${country}${check}${bban}`;
    const form = random();
    return form < 0.5 ? iban : form < 0.9 ? iban.replace(/(.{4})(?=.)/g, '$1 ') : iban.toLowerCase();
  };
  return Object.fromEntries(Object.keys(BBAN).map((country) => [country, () => make(country)]));
}

function secrets(random: Random): Record<string, () => string> {
  const b = (count: number) => `${digits(random, 1)}a${letters(random, count - 2, BASE62)}`;
  const h = (count: number) => `${digits(random, 1)}a${letters(random, count - 2, HEX)}`;
  const url = (count: number) => Buffer.from(letters(random, count, BASE62)).toString('base64url');
  return {
    'openai key': () => `sk-proj-${b(48)}`,
    'OpenAI old': () => `sk-${b(48)}`,
    'anthropic key': () => `sk-ant-api03-${b(90)}`,
    'stripe key': () => `sk_live_${b(24)}`,
    'github key': () => `ghp_${b(36)}`,
    'GitHub fine': () => `github_pat_${b(22)}_${b(59)}`,
    'gitlab key': () => `glpat-${b(20)}`,
    'aws key': () => `AKIA${letters(random, 16, UPPER)}`,
    'google key': () => `AIza${b(35)}`,
    'slack key': () => `xoxb-${digits(random, 12)}-${digits(random, 12)}-${b(24)}`,
    'Slack hook': () => `https://hooks.slack.com/services/T${h(8)}/B${h(8)}/${b(24)}`,
    'Hugging Face': () => `hf_${b(34)}`,
    npm: () => `npm_${b(36)}`,
    'pypi key': () => `pypi-AgEIcHlwaS5vcmc${b(60)}`,
    'sendgrid key': () => `SG.${b(22)}.${b(43)}`,
    'twilio key': () => `SK${h(32)}`,
    'telegram key': () => `${digits(random, 10)}:AA${b(33)}`,
    'jwt key': () => `eyJhbGciOiJIUzI1NiJ9.eyJ${url(40)}.${url(32)}`,
    'pem key': () => `-----BEGIN RSA PRIVATE KEY-----\n${b(64)}\n${b(64)}\n-----END RSA PRIVATE KEY-----`,
    'in a URL': () => `postgres://app:${b(16)}@db.internal:5432/shop`,
    'bearer key': () => `Authorization: Bearer ${b(40)}`,
    password: () => `password=${b(16)}`,
    'named JSON': () => `"client_secret": "${b(32)}"`,
  };
}

function ips(random: Random): Record<string, () => string> {
  const octet = () => Math.floor(random() * 256);
  const group = () => (1 + Math.floor(random() * 0xfffe)).toString(16);
  return {
    'IPv4 alone': () => `${octet()}.${octet()}.${octet()}.${octet()}`,
    'IPv4 with port': () => `${octet()}.${octet()}.${octet()}.${octet()}:8080`,
    'IPv6 alone': () => Array.from({ length: 8 }, group).join(':'),
    'IPv6 short': () => `2001:db8::${group()}:${group()}`,
  };
}

/** Texts without any value, by what they look like. */
export function negatives(seed: number): { form: string; text: string }[] {
  const random = mulberry32(seed);
  const d = (count: number) => digits(random, count);
  const n = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const two = (value: number) => String(value).padStart(2, '0');
  const forms: Record<string, () => string> = {
    'order id': () => `Order ${d(10)} was sent`,
    'order with hyphens': () => `Order ${d(3)}-${d(7)}-${d(7)} was sent`,
    'long number': () => `The id is ${n(1, 9)}${d(n(6, 22))}.`,
    'sixteen digits': () => `Reference ${n(1, 9)}${d(15)}`,
    'padded number': () => `Invoice 000${d(7)}`,
    'German thousands': () => `Umsatz: ${n(1, 999)}.${d(3)}.${d(3)},${d(2)} EUR`,
    'English thousands': () => `Revenue of $${n(1, 999)},${d(3)},${d(3)}.${d(2)}`,
    'spaced thousands': () => `Population: ${n(1, 99)} ${d(3)} ${d(3)}`,
    decimal: () => `x = ${n(0, 99)}.${d(14)}`,
    'ISO time': () =>
      `20${two(n(0, 29))}-${two(n(1, 12))}-${two(n(1, 28))}T${two(n(0, 23))}:${two(n(0, 59))}:${two(n(0, 59))}.${d(3)}Z`,
    'German date': () =>
      `am ${two(n(1, 28))}.${two(n(1, 12))}.20${two(n(0, 29))} um ${two(n(0, 23))}:${two(n(0, 59))} Uhr`,
    'US date': () => `on ${two(n(1, 12))}/${two(n(1, 28))}/20${two(n(0, 29))} at ${n(1, 12)}:${two(n(0, 59))}`,
    'range of years': () => `from ${n(1900, 1990)}-${n(1991, 2029)} and ${n(1900, 1990)} - ${n(1991, 2029)}`,
    timestamp: () => `ts=${n(1_500_000_000, 1_800_000_000)}${random() < 0.5 ? d(3) : ''}`,
    version: () => `upgrade to v${n(0, 30)}.${n(0, 30)}.${n(0, 99)}-beta.${n(1, 9)}`,
    'npm package': () => `import x from '@scope/pkg-${n(1, 99)}'; // pkg@${n(1, 30)}.${n(0, 9)}.${n(0, 9)}`,
    'a UUID': () =>
      `${letters(random, 8, HEX)}-${letters(random, 4, HEX)}-4${letters(random, 3, HEX)}-a${letters(random, 3, HEX)}-${letters(random, 12, HEX)}`,
    sha256: () => `sha256:${letters(random, 64, HEX)}`,
    sha1: () => `commit ${letters(random, 40, HEX)}`,
    base64: () => Buffer.from(letters(random, 60, BASE62)).toString('base64'),
    'an ISBN': () => `ISBN 978-3-${d(2)}-${d(6)}-${d(1)}`,
    'an EAN': () => `EAN 4${d(12)}`,
    coordinates: () => `${n(-89, 89)}.${d(6)}, ${n(-179, 179)}.${d(6)}`,
    list: () => Array.from({ length: 12 }, () => n(0, 99)).join(', '),
    'list with spaces': () => Array.from({ length: 12 }, () => n(0, 999)).join(' '),
    matrix: () => `[[${n(0, 9)}, ${n(0, 9)}], [${n(0, 9)}, ${n(0, 9)}]] @ w.T`,
    decorator: () => `@Component({ selector: 'app' }) class X${n(1, 99)} {}`,
    'image name': () => `![logo](logo@${n(2, 3)}x.png)`,
    'Git address': () => `git clone git@github.com:owner/repo-${n(1, 99)}.git`,
    code: () => `for (let i = 0; i < ${n(10, 99999)}; i += ${n(1, 64)}) sum += a[i] * 0x${letters(random, 8, HEX)};`,
    'code with token': () =>
      `const token = await readToken(request); const password: string = form.password; apiKey = process.env.API_KEY_${n(1, 9)}`,
    'CSS class': () => `<div class="sk-cube-grid sk-cube${n(1, 9)} mt-${n(1, 9)}">`,
    time: () => `${two(n(0, 23))}:${two(n(0, 59))}:${two(n(0, 59))} and std::vector<int> ${n(1, 9)}`,
    ratio: () => `${n(1, 99)}/${n(100, 999)} and ${n(1, 99)}:${n(1, 99)}`,
    money: () => `€ ${n(1, 9999)},${d(2)} / ${n(1, 12)} = ${n(1, 999)},${d(2)}`,
    tracking: () => `Tracking 1Z${letters(random, 6, BASE62.slice(10, 36))}${d(10)}`,
    'a MAC address': () => Array.from({ length: 6 }, () => letters(random, 2, HEX)).join(':'),
    paragraph: () => `§ ${n(1, 999)} Abs. ${n(1, 9)} Nr. ${n(1, 9)} BGB, Art. ${n(1, 99)} GG`,
    postcode: () => `${d(5)} Berlin, ${n(1, 200)} Main St, NY 1${d(4)}-${d(4)}`,
    prose: () =>
      `In ${n(1900, 2029)} there were ${n(2, 99)} ships, ${n(100, 999)} of ${n(1000, 9999)} sailors and no more than ${n(1, 9)} maps.`,
    question: () => `What is ${n(1000, 99999)} * ${n(1000, 99999)} + ${n(100, 9999999)}?`,
    log: () => `[${n(1, 99999)}] GET /v1/items/${n(1, 999999)}?page=${n(1, 99)} 200 ${n(1, 9999)}ms`,
  };
  return Object.entries(forms).flatMap(([form, make]) => Array.from({ length: 60 }, () => ({ form, text: make() })));
}
