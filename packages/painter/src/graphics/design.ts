// Lays out graphics as SVG: logo, poster, cover, banner, card, icon, sticker, pattern and blueprint.
import { escapeXml } from './escape-xml.ts';
import { lineMotif, type Motif, placeMotif } from './motif.ts';
import { isDark, type Palette } from './palettes.ts';
import { setText } from './set-type.ts';

export interface Design {
  width: number;
  height: number;
  /** Its main text, and the smaller line below. */
  title: string;
  line: string;
  motifs: readonly Motif[];
  palette: Palette;
  /** One colour for the motif. */
  minimal: boolean;
  seed: number;
}

type Layout = (design: Design) => Promise<string>;

/** A part of the design's frame, in shares of its sides. */
function part({ width, height }: Design, [left, top, right, bottom]: readonly [number, number, number, number]) {
  return { left: width * left, top: height * top, width: width * (right - left), height: height * (bottom - top) };
}

function ground({ width, height }: Design, fill: string): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`;
}

const logo: Layout = async (design) => {
  const { palette, width, height, motifs, minimal, title, line } = design;
  const [motif] = motifs;
  const side = Math.min(width, height);
  const [cx, cy] = [width / 2, height * (title ? 0.38 : 0.5)];
  const r = side * (title ? 0.27 : 0.36);
  const disc = `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${minimal ? 'none' : palette.second}" stroke="${palette.ink}" stroke-width="${side * 0.012}"/>`;
  const box = { left: cx - r * 0.66, top: cy - r * 0.66, width: r * 1.32, height: r * 1.32 };
  const tones = minimal ? [palette.ink, palette.ground, palette.accent] : [palette.ink, palette.accent, palette.ground];
  const mark = motif
    ? placeMotif(motif, box, tones)
    : await setText(title.slice(0, 1).toUpperCase(), box, { face: 'serif', fill: palette.accent });
  return [
    ground(design, palette.ground),
    disc,
    mark,
    await setText(title, part(design, [0.08, 0.68, 0.92, line ? 0.84 : 0.9]), { face: 'sans', fill: palette.ink }),
    await setText(line.toUpperCase(), part(design, [0.2, 0.85, 0.8, 0.92]), {
      face: 'sans',
      fill: palette.accent,
      spacing: 0.18,
      most: 0.7,
    }),
  ].join('');
};

const poster: Layout = async (design) => {
  const { palette, width, height, motifs, title, line } = design;
  const sun = Math.min(width, height) * 0.36;
  const rays = Array.from({ length: 18 }, (_, i) => {
    const [a, b] = [(i / 18) * Math.PI * 2, ((i + 0.5) / 18) * Math.PI * 2];
    const at = (angle: number) => `${width / 2 + Math.cos(angle) * width} ${height * 0.54 + Math.sin(angle) * width}`;
    return `M${width / 2} ${height * 0.54}L${at(a)}L${at(b)}Z`;
  }).join('');
  const room = part(design, [0.12, 0.3, 0.88, 0.84]);
  const each = room.width / Math.max(1, motifs.length);
  return [
    ground(design, palette.ground),
    `<path d="${rays}" fill="${palette.second}" fill-opacity="0.55"/>`,
    `<circle cx="${width / 2}" cy="${height * 0.56}" r="${sun}" fill="${palette.accent}"/>`,
    ...motifs.map((motif, i) =>
      placeMotif(motif, { ...room, left: room.left + i * each + each * 0.06, width: each * 0.88 }),
    ),
    `<rect width="${width}" height="${height * 0.27}" fill="${palette.ink}"/>`,
    await setText(title, part(design, [0.06, 0.03, 0.94, 0.24]), { face: 'serif', fill: palette.ground }),
    `<rect y="${height * 0.88}" width="${width}" height="${height * 0.12}" fill="${palette.ink}"/>`,
    await setText(line.toUpperCase(), part(design, [0.1, 0.9, 0.9, 0.98]), {
      face: 'sans',
      fill: palette.ground,
      spacing: 0.12,
      most: 0.7,
    }),
  ].join('');
};

const cover: Layout = async (design) => {
  const { palette, width, height, motifs, title } = design;
  const [motif] = motifs;
  const side = Math.min(width, height);
  return [
    ground(design, palette.ground),
    `<rect y="${height * 0.44}" width="${width}" height="${height * 0.02}" fill="${palette.second}"/>`,
    `<circle cx="${width / 2}" cy="${height * 0.72}" r="${side * 0.23}" fill="${palette.accent}"/>`,
    motif ? placeMotif(motif, part(design, [0.3, 0.54, 0.7, 0.9])) : '',
    await setText(title, part(design, [0.08, 0.07, 0.92, 0.38]), {
      face: 'serif',
      fill: palette.ink,
      most: 0.6,
    }),
  ].join('');
};

const PAPER_BLUE = '#1f4f9a';
const LINE_BLUE = '#3a69b4';

/** A technical drawing: white lines on blue paper with a grid, measured at two sides, and its title in a field below. */
const blueprint: Layout = async (design) => {
  const { width, height, motifs, title } = design;
  const [motif] = motifs;
  const step = Math.min(width, height) / 12;
  const lines: string[] = [];
  for (let x = step; x < width; x += step) lines.push(`M${x} 0V${height}`);
  for (let y = step; y < height; y += step) lines.push(`M0 ${y}H${width}`);
  const room = part(design, [0.2, 0.1, 0.8, title ? 0.66 : 0.84]);
  const [right, below] = [room.left + room.width, room.top + room.height];
  const measures = `M${room.left} ${below + step / 2}H${right}M${room.left} ${below + step / 4}v${step / 2}M${right} ${below + step / 4}v${step / 2}M${right + step / 2} ${room.top}V${below}M${right + step / 4} ${room.top}h${step / 2}M${right + step / 4} ${below}h${step / 2}`;
  const thin = step * 0.05;
  return [
    ground(design, PAPER_BLUE),
    `<path d="${lines.join('')}" fill="none" stroke="${LINE_BLUE}" stroke-width="${thin}"/>`,
    motif ? lineMotif(motif, room, { ink: '#ffffff', paper: PAPER_BLUE }) : '',
    `<path d="${measures}" fill="none" stroke="#ffffff" stroke-width="${thin * 1.6}"/>`,
    title ? `<rect y="${height * 0.78}" width="${width}" height="${height * 0.22}" fill="#f4f6fa"/>` : '',
    await setText(title, part(design, [0.08, 0.8, 0.92, 0.98]), { face: 'sans', fill: '#0f2038' }),
  ].join('');
};

const banner: Layout = async (design) => {
  const { palette, width, height, motifs, title } = design;
  const stripes = [0.24, 0.76].map(
    (y) =>
      `<rect y="${height * y - height * 0.012}" width="${width}" height="${height * 0.024}" fill="${palette.second}"/>`,
  );
  const [motif] = motifs;
  return [
    ground(design, palette.ground),
    `<rect y="${height * 0.24}" width="${width}" height="${height * 0.52}" fill="${palette.accent}"/>`,
    ...stripes,
    await setText(title, part(design, [0.06, 0.3, motif ? 0.7 : 0.94, 0.7]), {
      face: 'sans',
      fill: isDark(palette.accent) ? '#ffffff' : palette.ink,
    }),
    motif ? placeMotif(motif, part(design, [0.72, 0.28, 0.96, 0.72])) : '',
  ].join('');
};

const card: Layout = async (design) => {
  const { palette, width, height, motifs, title } = design;
  const [motif] = motifs;
  const inset = Math.min(width, height) * 0.05;
  return [
    ground(design, palette.ground),
    // A frame suits an image with text; around text alone it only crowds the letters.
    motif
      ? `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${inset * 0.6}" fill="none" stroke="${palette.accent}" stroke-width="${inset * 0.16}"/>`
      : '',
    motif ? placeMotif(motif, part(design, [0.25, 0.14, 0.75, 0.6])) : '',
    await setText(title, part(design, [0.12, motif ? 0.64 : 0.2, 0.88, motif ? 0.88 : 0.8]), {
      face: motif ? 'serif' : 'sans',
      fill: palette.ink,
      most: motif ? 1 : 0.36,
    }),
  ].join('');
};

const icon: Layout = async (design) => {
  const { palette, width, height, motifs, title } = design;
  const side = Math.min(width, height) * 0.86;
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  const inner = { left: x + side * 0.17, top: y + side * 0.17, width: side * 0.66, height: side * 0.66 };
  const [motif] = motifs;
  return [
    ground(design, '#ffffff'),
    `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${side * 0.22}" fill="${palette.second}"/>`,
    motif ? placeMotif(motif, inner) : await setText(title.slice(0, 2), inner, { face: 'sans', fill: palette.ink }),
  ].join('');
};

const sticker: Layout = async (design) => {
  const { palette, width, height, motifs, title } = design;
  const [motif] = motifs;
  const inset = Math.min(width, height) * 0.09;
  const shape = (grow: number, fill: string) =>
    `<rect x="${inset - grow}" y="${inset - grow}" width="${width - 2 * (inset - grow)}" height="${height - 2 * (inset - grow)}" rx="${inset * 1.8}" fill="${fill}"/>`;
  return [
    ground(design, '#c9ced6'),
    shape(inset * 0.35, '#ffffff'),
    shape(0, palette.ground),
    motif ? placeMotif(motif, part(design, title ? [0.26, 0.16, 0.74, 0.58] : [0.2, 0.2, 0.8, 0.8])) : '',
    await setText(title, part(design, [0.18, motif ? 0.6 : 0.24, 0.82, motif ? 0.84 : 0.76]), {
      face: 'sans',
      fill: palette.ink,
    }),
  ].join('');
};

const pattern: Layout = async (design) => {
  const { palette, width, height, motifs } = design;
  const cells = 4;
  const cell = Math.min(width, height) / cells;
  const marks: string[] = [];
  for (let row = 0; row * cell < height; row++)
    for (let column = -1; column * cell < width; column++) {
      const shift = row % 2 ? cell / 2 : 0;
      const motif = motifs[(row + column + cells) % Math.max(1, motifs.length)];
      const box = {
        left: column * cell + shift + cell * 0.15,
        top: row * cell + cell * 0.15,
        width: cell * 0.7,
        height: cell * 0.7,
      };
      if (motif) marks.push(placeMotif(motif, box));
      else
        marks.push(
          `<circle cx="${box.left + cell * 0.35}" cy="${box.top + cell * 0.35}" r="${cell * 0.2}" fill="${palette.accent}"/>`,
        );
    }
  return [ground(design, palette.ground), ...marks].join('');
};

const LAYOUTS: Readonly<Record<string, Layout>> = {
  logo,
  poster,
  cover,
  banner,
  card,
  icon,
  sticker,
  pattern,
  blueprint,
};

export const GRAPHICS: readonly string[] = Object.keys(LAYOUTS);

export function isGraphic(purpose: string | undefined): purpose is string {
  return purpose !== undefined && Object.hasOwn(LAYOUTS, purpose);
}

export async function layOut(purpose: string, design: Design): Promise<string> {
  const { width, height, title } = design;
  const body = await (LAYOUTS[purpose] ?? poster)(design);
  // The letters are outlines, so screen readers and searches find the title instead.
  const name = `<title>${escapeXml(title || purpose)}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${name}${body}</svg>`;
}
