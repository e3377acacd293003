// Draws a document on one A4 page as PDF with embedded fonts.
import PdfDocument from 'pdfkit';
import { FAMILIES, type Piece, splitByFont, type Weight } from './document-fonts.ts';
import type { DocumentView, Pair } from './document-view.ts';

const PAGE = { width: 595.28, left: 56, right: 539, middle: 316, bottom: 760 };
const COLOURS = { ink: '#1d1c1a', muted: '#625e57', line: '#d9d4ca', accent: '#1d6652' };
/** A longer title does not fit into its line. */
const MAX_LARGE_TITLE = 14;
const MAX_LINES = 8;

interface Look {
  size: number;
  weight?: Weight;
  colour?: string;
  align?: 'left' | 'right';
}

interface Place {
  x: number;
  y: number;
  width: number;
}

export async function drawDocument(view: DocumentView): Promise<Buffer> {
  const pdf = new PdfDocument({
    size: 'A4',
    margin: 0,
    font: '',
    info: { Title: view.title, Author: view.sellerName },
  });
  const done = collect(pdf);
  const page = new Page(pdf);
  drawHead(page, view);
  const below = drawTable(page, view, 330);
  drawNotes(page, view, below + 28);
  drawFooter(page, view);
  pdf.end();
  return done;
}

function drawHead(page: Page, view: DocumentView): void {
  page.write(
    view.sellerName,
    { x: PAGE.left, y: 56, width: 270 },
    { size: 15, weight: 'bold', colour: COLOURS.accent },
  );
  page.write(
    view.title,
    { x: PAGE.middle, y: 52, width: PAGE.right - PAGE.middle },
    { size: view.title.length > MAX_LARGE_TITLE ? 18 : 22, weight: 'bold', align: 'right' },
  );
  let y = 100;
  for (const line of view.sellerLines)
    y = page.write(line, { x: PAGE.left, y, width: 250 }, { size: 9, colour: COLOURS.muted });
  page.write(view.billTo, { x: PAGE.left, y: 190, width: 240 }, { size: 9, colour: COLOURS.muted });
  y = 206;
  for (const [index, line] of view.buyerLines.slice(0, MAX_LINES).entries())
    y = page.write(line, { x: PAGE.left, y, width: 250 }, { size: 10, weight: index === 0 ? 'bold' : 'regular' });
  y = 190;
  for (const { name, value } of view.facts) {
    page.write(name, { x: PAGE.middle, y, width: 80 }, { size: 9, colour: COLOURS.muted });
    y = page.write(value, { x: PAGE.middle + 82, y, width: PAGE.right - PAGE.middle - 82 }, { size: 9 }) + 4;
  }
}

function drawTable(page: Page, { columns, items, sums, total }: DocumentView, top: number): number {
  const amount = { x: 420, width: PAGE.right - 420 };
  const text = { x: PAGE.left, width: 350 };
  let y = top;
  page.write(columns.description, { ...text, y }, { size: 9, colour: COLOURS.muted });
  page.write(columns.amount, { ...amount, y }, { size: 9, colour: COLOURS.muted, align: 'right' });
  y += 18;
  page.rule(y, COLOURS.ink);
  y += 10;
  for (const item of items) {
    page.write(item.amount, { ...amount, y }, { size: 10, align: 'right' });
    y = page.write(item.description, { ...text, y }, { size: 10 });
    if (item.note) y = page.write(item.note, { ...text, y }, { size: 9, colour: COLOURS.muted });
    y += 8;
  }
  page.rule(y, COLOURS.line);
  y += 10;
  const row = ({ name, value }: Pair, look: Look) => {
    page.write(name, { x: PAGE.middle, y, width: 110 }, look);
    y = page.write(value, { ...amount, y }, { ...look, align: 'right' }) + 4;
  };
  for (const sum of sums) row(sum, { size: 10, colour: COLOURS.muted });
  row(total, { size: 12, weight: 'bold' });
  return y;
}

function drawNotes(page: Page, { notes }: DocumentView, top: number): void {
  let y = top;
  for (const note of notes) y = page.write(note, { x: PAGE.left, y, width: PAGE.right - PAGE.left }, { size: 10 }) + 4;
}

function drawFooter(page: Page, { footer }: DocumentView): void {
  page.rule(PAGE.bottom, COLOURS.line);
  let y = PAGE.bottom + 10;
  for (const line of footer)
    y = page.write(line, { x: PAGE.left, y, width: PAGE.right - PAGE.left }, { size: 8, colour: COLOURS.muted });
}

/** Renders texts of mixed scripts, line by line. */
class Page {
  readonly #pdf: PDFKit.PDFDocument;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    for (const [index, { files }] of FAMILIES.entries())
      for (const weight of ['regular', 'bold'] as const) pdf.registerFont(fontName(index, weight), files[weight]);
  }

  /** Returns the height below the text. */
  write(
    text: string,
    { x, y, width }: Place,
    { size, weight = 'regular', colour = COLOURS.ink, align = 'left' }: Look,
  ): number {
    let below = y;
    this.#pdf.fillColor(colour);
    for (const line of this.#linesOf(text, { width, size, weight })) {
      const pieces = this.#piecesOf(line, weight);
      const widths = pieces.map((piece) => this.#set(piece, { size, weight }).widthOfString(piece.text));
      const lineWidth = widths.reduce((sum, one) => sum + one, 0);
      let at = align === 'right' ? x + width - lineWidth : x;
      for (const [index, piece] of pieces.entries()) {
        // All fonts share one baseline, whatever their own heights.
        this.#set(piece, { size, weight }).text(piece.text, at, below + size, {
          lineBreak: false,
          baseline: 'alphabetic',
        });
        at += widths[index] ?? 0;
      }
      below += size * 1.4;
    }
    return below;
  }

  rule(y: number, colour: string): void {
    this.#pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.6).strokeColor(colour).stroke();
  }

  /** Breaks at blanks, between Chinese characters, and inside a word that is longer than a line. */
  #linesOf(text: string, look: { width: number; size: number; weight: Weight }): string[] {
    const widthOf = (line: string) =>
      this.#piecesOf(line, look.weight).reduce(
        (sum, piece) => sum + this.#set(piece, look).widthOfString(piece.text),
        0,
      );
    const lines: string[] = [];
    let line = '';
    for (const word of text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? []) {
      if (line === '' || widthOf((line + word).trimEnd()) <= look.width) line += word;
      else {
        lines.push(line.trimEnd());
        line = word;
      }
      while (widthOf(line.trimEnd()) > look.width && line.length > 1) {
        let fits = line.length - 1;
        while (fits > 1 && widthOf(line.slice(0, fits)) > look.width) fits -= 1;
        lines.push(line.slice(0, fits));
        line = line.slice(fits);
      }
    }
    return [...lines, line.trimEnd()].slice(0, MAX_LINES);
  }

  #piecesOf(text: string, weight: Weight): Piece[] {
    return splitByFont(text, (index, codePoint) => this.#font(index, weight).hasGlyphForCodePoint(codePoint));
  }

  #set({ family }: Piece, { size, weight }: { size: number; weight: Weight }): PDFKit.PDFDocument {
    this.#open(family, weight);
    return this.#pdf.fontSize(size);
  }

  /** The font as opened by fontkit. */
  #font(index: number, weight: Weight): { hasGlyphForCodePoint(codePoint: number): boolean } {
    this.#open(index, weight);
    const { _font: open } = this.#pdf as unknown as {
      _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
    };
    return open.font;
  }

  /** pdfkit reads a font on first use, and embeds the characters drawn with it. */
  #open(index: number, weight: Weight): void {
    this.#pdf.font(fontName(index, weight));
  }
}

function fontName(index: number, weight: Weight): string {
  return `${FAMILIES[index]?.name}-${weight}`;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  pdf.on('end', () => resolve(Buffer.concat(parts)));
  pdf.on('error', reject);
  return promise;
}
