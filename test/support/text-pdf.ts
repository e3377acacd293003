// Writes one page of Latin text as PDF, for tests that send one.
const PAGE = { width: 595, height: 842, left: 72, top: 750, line: 26, valueColumn: 180 };

export function textPdf(title: string, rows: readonly (readonly [string, string])[]): Buffer {
  const lines = rows.flatMap(([name, value], index) => {
    const y = PAGE.top - 60 - index * PAGE.line;
    return [
      textAt({ x: PAGE.left, y }, { size: 11, font: 'F1' }, name),
      textAt({ x: PAGE.valueColumn, y }, { size: 11, font: 'F2' }, value),
    ];
  });
  const content = [textAt({ x: PAGE.left, y: PAGE.top }, { size: 20, font: 'F1' }, title), ...lines].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  return assemble(objects);
}

function textAt(
  { x, y }: { x: number; y: number },
  { size, font }: { size: number; font: string },
  text: string,
): string {
  // The built-in fonts support Latin-1 only.
  const shown = text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
  return `BT /${font} ${size} Tf ${x} ${y} Td (${shown}) Tj ET`;
}

function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
