// Reads JSON of unknown shape: a value that does not have the expected type counts as absent.
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asRecord(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}

export function asRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A place in a list that an upstream names. Beyond the bound, one number would make the list fill the memory. */
const MAX_INDEX = 1023;

export function asIndex(value: unknown, otherwise: number): number {
  const isPlace = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_INDEX;
  return isPlace ? Number(value) : Math.min(otherwise, MAX_INDEX);
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
