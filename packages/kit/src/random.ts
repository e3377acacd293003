// Repeatable randomness: the same seed gives the same numbers on every machine.
export type Chance = () => number;

/** Mulberry32: numbers in [0, 1) that depend on the 32-bit state alone. */
export function mulberry32(state: number): Chance {
  let current = state >>> 0;
  return () => {
    current = (current + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(current ^ (current >>> 15), 1 | current);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Small seeds that lie next to each other give unrelated streams. */
export function chanceFromNumber(seed: number): Chance {
  return mulberry32(seed ^ 0x9e3779b9);
}

export function chanceFromText(text: string): Chance {
  return mulberry32(hashText(text));
}

/** FNV-1a: a 32-bit number for a text. */
export function hashText(text: string, start = 0x811c9dc5): number {
  let value = start >>> 0;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
