// Money as integers: 1 credit = 1,000,000 micro-credits = 0.01 of the configured currency. Fractions are never stored.
export type MicroCredits = number;

const MICRO_PER_CREDIT = 1_000_000;

/** Throws if the value is not an exact integer: a rounding error must fail the call, not change a balance. */
export function exactMicro(value: number): MicroCredits {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact amount of micro-credits: ${value}`);
  return value;
}

export function creditsToMicro(credits: number): MicroCredits {
  return exactMicro(Math.round(credits * MICRO_PER_CREDIT));
}

/** Scales an amount. Uses BigInt, because the product can exceed the safe integers. */
export function partOf(whole: MicroCredits, part: number, of: number): MicroCredits {
  return of === 0 ? 0 : Number((BigInt(whole) * BigInt(part)) / BigInt(of));
}

/** A share of an amount, rounded up once: anything that is not free costs at least one micro-credit. */
export function shareOf(whole: MicroCredits, part: number, of: number): MicroCredits {
  return Number((BigInt(whole) * BigInt(part) + BigInt(of - 1)) / BigInt(of));
}

/** For display and JSON only: the division is exact to six decimals. */
export function microToCredits(micro: MicroCredits): number {
  return micro / MICRO_PER_CREDIT;
}

/** Six decimals: no floating-point noise, and never in exponent notation. */
export function roundToMicro(value: number): number {
  return Math.round(value * MICRO_PER_CREDIT) / MICRO_PER_CREDIT;
}
