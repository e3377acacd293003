// Fonts for documents in many scripts: each piece of a text uses the first font that has its characters.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'regular' | 'bold';

interface Family {
  name: string;
  files: Record<Weight, string>;
}

/** The packages export their main file, in `dist`; the fonts are beside it. */
function family(name: string, regular: string, bold: string): Family {
  const folder = join(dirname(resolve(`@embedpdf/fonts-${name}`)), '..', 'fonts');
  return { name, files: { regular: join(folder, regular), bold: join(folder, bold) } };
}

/**
 * Latin, Greek, Cyrillic and Devanagari; Chinese and Japanese; Korean; Arabic; Hebrew. The later fonts have poorer
 * Latin letters.
 */
export const FAMILIES: readonly Family[] = [
  family('latin', 'NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'),
  family('sc', 'NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'),
  family('kr', 'NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'),
  family('arabic', 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'),
  family('hebrew', 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'),
];

export interface Piece {
  text: string;
  /** Index in FAMILIES. */
  family: number;
}

/** `hasLetter`: whether a family has this character. A character that no font has uses the first, which shows a box. */
export function splitByFont(text: string, hasLetter: (family: number, codePoint: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const character of text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')) {
    const last = pieces.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    // Blanks and marks stay with the preceding characters if that font can render them.
    const stays = last && /[\s\p{P}\p{M}]/u.test(character) && hasLetter(last.family, codePoint);
    const chosen = stays ? last.family : firstWith(codePoint, hasLetter);
    if (last?.family === chosen) last.text += character;
    else pieces.push({ text: character, family: chosen });
  }
  return pieces.some(isRightToLeft) ? inReadingOrder(pieces) : pieces;
}

/** In order: the large fonts are read only for characters that the others lack. */
function firstWith(codePoint: number, hasLetter: (family: number, codePoint: number) => boolean): number {
  return Math.max(
    0,
    FAMILIES.findIndex((_, index) => hasLetter(index, codePoint)),
  );
}

/**
 * Visual order, from left to right: Arabic and Hebrew words are reversed within a line, and a line that begins with
 * them is reversed as a whole.
 */
function inReadingOrder(pieces: readonly Piece[]): Piece[] {
  const words = pieces.flatMap(({ text, family: of }) =>
    (text.match(/\s+|\S+/g) ?? []).map((word) => ({ text: word, family: of })),
  );
  const [first] = words;
  if (!first || !isRightToLeft(first)) return turnGroups(words, isRightToLeft);
  return turnGroups(words.reverse(), (piece) => !isRightToLeft(piece));
}

/** Reverses each run of such words, with the blanks between them. */
function turnGroups(words: readonly Piece[], isOne: (piece: Piece) => boolean): Piece[] {
  const isBlank = ({ text }: Piece) => text.trim() === '';
  const turned: Piece[] = [];
  let group: Piece[] = [];
  const end = () => {
    const last = group.findLastIndex((piece) => !isBlank(piece));
    turned.push(...group.slice(0, last + 1).reverse(), ...group.slice(last + 1));
    group = [];
  };
  for (const word of words) {
    if (isBlank(word) ? group.length > 0 : isOne(word)) group.push(word);
    else {
      end();
      turned.push(word);
    }
  }
  end();
  return turned;
}

function isRightToLeft({ family: index }: Piece): boolean {
  const name = FAMILIES[index]?.name;
  return name === 'arabic' || name === 'hebrew';
}
