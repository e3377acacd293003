// Sets type: text becomes vector outlines of the bundled fonts, broken into lines that fill a box.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import opentype, { type Font, type PathCommand } from 'opentype.js';

export type Face = 'sans' | 'serif';

const FILES: Readonly<Record<Face, string>> = {
  sans: import.meta.resolve('@fontsource/poppins/files/poppins-latin-600-normal.woff'),
  serif: import.meta.resolve('@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff'),
};
const MAX_LETTERS = 120;
const LINE_HEIGHT = 1.16;
/** The width of the halo, in shares of the letters' size. */
const HALO = 0.5;

export interface TypeBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface TypeLook {
  face: Face;
  fill: string;
  /** Extra space between letters, in shares of the size. */
  spacing?: number;
  /** A colour around the letters, which keeps them readable on a busy ground. */
  halo?: string;
  /** The largest size, in shares of the box's height. */
  most?: number;
}

const fonts = new Map<Face, Promise<Font>>();

function loadFont(face: Face): Promise<Font> {
  let font = fonts.get(face);
  if (!font) {
    font = readFile(fileURLToPath(FILES[face])).then((bytes) =>
      opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer),
    );
    fonts.set(face, font);
  }
  return font;
}

/** An SVG path of the text, as large as the box allows, centred in it. */
export async function setText(text: string, box: TypeBox, look: TypeLook): Promise<string> {
  const font = await loadFont(look.face);
  const words = text.slice(0, MAX_LETTERS).split(/\s+/).filter(Boolean);
  if (words.length === 0) return '';
  const options = { kerning: true, letterSpacing: look.spacing ?? 0 };
  const measure = (line: string) => font.getAdvanceWidth(line, 1, options);
  const { lines, size } = bestLines(words, measure, {
    ...box,
    height: box.height * (look.most ?? 1),
    full: box.height,
  });
  const ascent = font.ascender / font.unitsPerEm;
  const depth = -font.descender / font.unitsPerEm;
  const tall = size * (LINE_HEIGHT * (lines.length - 1) + ascent + depth);
  const first = box.top + (box.height - tall) / 2 + ascent * size;
  const paths = lines.map((line, i) => {
    const left = box.left + (box.width - measure(line) * size) / 2;
    return outlineOf(font.getPath(line, left, first + i * LINE_HEIGHT * size, size, options).commands);
  });
  const halo = look.halo
    ? ` stroke="${look.halo}" stroke-width="${(size * HALO).toFixed(2)}" stroke-linejoin="round" paint-order="stroke"`
    : '';
  return `<path fill="${look.fill}"${halo} d="${paths.join('')}"/>`;
}

/** Written here because the font library's own rounding prints some coordinates as NaN, where a renderer stops drawing. */
function outlineOf(commands: readonly PathCommand[]): string {
  const point = (x: number | undefined, y: number | undefined) => `${(x ?? 0).toFixed(2)} ${(y ?? 0).toFixed(2)}`;
  return commands
    .map(({ type, x, y, x1, y1, x2, y2 }) => {
      if (type === 'Z') return 'Z';
      if (type === 'Q') return `Q${point(x1, y1)} ${point(x, y)}`;
      if (type === 'C') return `C${point(x1, y1)} ${point(x2, y2)} ${point(x, y)}`;
      return `${type}${point(x, y)}`;
    })
    .join('');
}

/** Tries every number of lines and keeps the one with the largest letters. */
function bestLines(
  words: readonly string[],
  measure: (line: string) => number,
  box: { width: number; height: number; full: number },
): { lines: string[]; size: number } {
  let best = { lines: [words.join(' ')], size: 0 };
  for (let count = 1; count <= Math.min(words.length, 6); count++) {
    const lines = breakLines(words, measure, count);
    const widest = Math.max(...lines.map(measure));
    const size = Math.min(box.width / widest, box.full / (1.3 + LINE_HEIGHT * (lines.length - 1)), box.height / 1.3);
    if (size > best.size * 1.04) best = { lines, size };
  }
  return best;
}

/** Lines of about the same width. */
function breakLines(words: readonly string[], measure: (line: string) => number, count: number): string[] {
  const aim = measure(words.join(' ')) / count;
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line ? `${line} ${word}` : word;
    if (line && lines.length < count - 1 && measure(longer) > aim * 1.08) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
