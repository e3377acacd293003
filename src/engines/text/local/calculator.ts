// A calculator for models that cannot do sums: exact fractions, for sums in a user's message and for sums that a model
// writes before "=".
const MAX_CHARACTERS = 200;
const MAX_DIGITS = 40;
const LARGEST_POWER = 64n;
/** The limit of intermediate values: a tower of powers would exhaust the memory. */
const LARGEST = 10n ** 300n;
const SHOWN_DECIMALS = 6;

interface Fraction {
  top: bigint;
  bottom: bigint;
}

/** The result of an expression like "(9 + 8) * 2"; undefined if the text is not an expression or has no operator. */
export function calculate(expression: string): string | undefined {
  if (expression.length > MAX_CHARACTERS) return undefined;
  const tokens = tokenize(expression);
  if (!tokens?.some((token, index) => index > 0 && /^[-+*/^]$/.test(token))) return undefined;
  try {
    const reader = new ExpressionReader(tokens);
    const value = reader.sum();
    return reader.isAtEnd ? show(value) : undefined;
  } catch {
    return undefined;
  }
}

const ASKING =
  /^(?:please )?(?:what is|what's|how much is|calculate|compute|evaluate|solve|work out)?:?\s*(.+?)\s*[=?.!]*$/i;
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b/gi, '*'],
  [/\bdivided by\b/gi, '/'],
  [/\bto the power of\b/gi, '^'],
];

/** If a message asks for a sum and nothing else: the sum with its result. */
export function readSum(message: string): string | undefined {
  if (message.length > MAX_CHARACTERS) return undefined;
  const asked = ASKING.exec(message.trim())?.[1];
  const expression = asked && WORDS.reduce((text, [word, sign]) => text.replace(word, sign), asked);
  const result = expression && calculate(expression);
  return result === undefined || !expression ? undefined : `${expression} = ${result}`;
}

const OPEN_SUM = /(?:^|[^\w.])([\d$€£(][\d\s.,$€£()+*/×÷x^-]*[\d)])\s*=\s*$/;

/** If a text ends with a sum and "=": the result. */
export function completeSum(text: string): string | undefined {
  const open = OPEN_SUM.exec(text.slice(-MAX_CHARACTERS));
  const result = open?.[1] && calculate(open[1]);
  return result === undefined || !open ? undefined : `${/\s$/.test(text) ? '' : ' '}${result}`;
}

function tokenize(expression: string): string[] | undefined {
  const plain = expression
    .replaceAll(/[$€£]/g, '')
    .replaceAll(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replaceAll(/[×]|(?<=[\d)\s])x(?=[\s\d(])/g, '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-');
  const tokens = plain.match(/\d+(?:\.\d+)?|[-+*/^()]|\S/g) ?? [];
  // A number with a leading zero belongs to a date or a telephone number.
  const isKnown = tokens.every(
    (token) => /^(?:(?!0\d)\d+(?:\.\d+)?|[-+*/^()])$/.test(token) && token.length <= MAX_DIGITS,
  );
  return isKnown ? tokens : undefined;
}

class ExpressionReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  sum(): Fraction {
    let value = this.#product();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      const next = this.#product();
      const signed = sign === '+' ? next.top : -next.top;
      value = bounded({ top: value.top * next.bottom + signed * value.bottom, bottom: value.bottom * next.bottom });
    }
    return value;
  }

  #product(): Fraction {
    let value = this.#signed();
    for (let sign = this.#take('*', '/'); sign; sign = this.#take('*', '/')) {
      const next = this.#signed();
      if (sign === '/' && next.top === 0n) throw new Error('division by zero');
      const [top, bottom] = sign === '*' ? [next.top, next.bottom] : [next.bottom, next.top];
      value = bounded({ top: value.top * top, bottom: value.bottom * bottom });
    }
    return value;
  }

  #signed(): Fraction {
    if (!this.#take('-')) return this.#power();
    const { top, bottom } = this.#signed();
    return { top: -top, bottom };
  }

  #power(): Fraction {
    const value = this.#number();
    if (!this.#take('^')) return value;
    const { top, bottom } = this.#signed();
    if (bottom !== 1n || top < 0n || top > LARGEST_POWER) throw new Error('not a small whole power');
    return bounded({ top: value.top ** top, bottom: value.bottom ** top });
  }

  #number(): Fraction {
    if (this.#take('(')) {
      const value = this.sum();
      if (!this.#take(')')) throw new Error('a bracket is open');
      return value;
    }
    const text = this.#tokens[this.#at];
    if (!text || !/^\d/.test(text)) throw new Error('a number is missing');
    this.#at += 1;
    const [whole = '', decimals = ''] = text.split('.');
    return { top: BigInt(whole + decimals), bottom: 10n ** BigInt(decimals.length) };
  }

  #take(...signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !signs.includes(token)) return undefined;
    this.#at += 1;
    return token;
  }
}

function bounded(value: Fraction): Fraction {
  const { top, bottom } = value;
  if (top > LARGEST || top < -LARGEST || bottom > LARGEST || bottom < -LARGEST) throw new Error('a value is too large');
  return value;
}

/** Whole numbers exactly, others rounded to six decimals. */
function show({ top, bottom }: Fraction): string {
  const isNegative = top < 0n !== bottom < 0n && top !== 0n;
  const [over, under] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const scale = 10n ** BigInt(SHOWN_DECIMALS);
  const scaled = (over * scale * 2n + under) / (under * 2n);
  const decimals = (scaled % scale).toString().padStart(SHOWN_DECIMALS, '0').replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${scaled / scale}${decimals ? `.${decimals}` : ''}`;
}
