// Prints rows as a table with columns of the necessary width.

/** The text and number members of an object, one per line. */
export function printFields(object: object): void {
  const shown = Object.entries(object).filter(([, value]) => ['string', 'number'].includes(typeof value));
  const width = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
}

export function printTable(head: string[], rows: string[][]): void {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  for (const row of all) {
    const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}
