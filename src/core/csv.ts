// Lines of CSV that no spreadsheet runs as a formula.

/** Text that begins like a formula would run in a spreadsheet, so an apostrophe is put in front. Numbers are ours and stay. */
function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const isFormula = typeof value === 'string' && /^\s*[=+\-@\t\r]/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
