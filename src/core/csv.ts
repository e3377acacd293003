// Writes CSV lines that no spreadsheet runs as a formula.

/**
 * A spreadsheet would run text that begins like a formula, so an apostrophe is put in front of it. Numbers come from us
 * and stay unchanged.
 */
function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const isFormula = typeof value === 'string' && /^\s*[=+\-@\t\r]/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Minor units as an amount with two decimals. Not a string: a spreadsheet may calculate with it. */
export function decimalCell(minor: number): { toString(): string } {
  const [whole, rest] = [Math.trunc(Math.abs(minor) / 100), Math.abs(minor) % 100];
  const text = `${minor < 0 ? '-' : ''}${whole}.${String(rest).padStart(2, '0')}`;
  return { toString: () => text };
}
