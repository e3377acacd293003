// Converts an image to another style: oil, watercolour, sketch, cartoon, pixels, poster, vintage.
import { openPixels, takePixels } from '../encode.ts';
import type { Pixels } from '../intake.ts';
import { darkenLines, findLines, smoothAreas } from './brush.ts';
import type { Look } from './settings.ts';

type Restyle = (picture: Pixels) => Promise<Pixels>;

export function restylePicture(picture: Pixels, look: Look): Promise<Pixels> {
  return LOOKS_TO_RESTYLE[look](picture);
}

const LOOKS_TO_RESTYLE: Record<Look, Restyle> = {
  oil: async (picture) => {
    const painted = smoothAreas(smoothAreas(picture, brushOf(picture, 160)), brushOf(picture, 260));
    return takePixels(openPixels(painted).modulate({ saturation: 1.3 }).sharpen({ sigma: 1.2, m1: 1, m2: 2 }));
  },
  watercolor: async (picture) => {
    const washed = smoothAreas(picture, brushOf(picture, 130));
    darkenLines(washed, await findLines(picture, 1.5, 3), 0.35);
    return takePixels(openPixels(washed).modulate({ saturation: 1.15, brightness: 1.08 }).linear(0.85, 38).blur(0.7));
  },
  cartoon: async (picture) => {
    const flat = smoothAreas(smoothAreas(picture, brushOf(picture, 140)), brushOf(picture, 140));
    const shaded = await takePixels(openPixels(flat).modulate({ saturation: 1.4 }));
    reduceLevels(shaded, 7);
    darkenLines(shaded, await findLines(flat, Math.max(1, picture.width / 500), 1.5), 0.9);
    return shaded;
  },
  sketch,
  pixel: async (picture) => {
    const cells = Math.max(16, Math.round(Math.max(picture.width, picture.height) / 10));
    const small = await takePixels(openPixels(picture).resize(cells, cells, { fit: 'inside' }));
    reduceLevels(small, 8);
    return takePixels(openPixels(small).resize(picture.width, picture.height, { fit: 'fill', kernel: 'nearest' }));
  },
  poster: async (picture) => {
    const flat = await takePixels(openPixels(smoothAreas(picture, 3)).modulate({ saturation: 1.5 }));
    reduceLevels(flat, 4);
    return flat;
  },
  vintage: async (picture) => {
    const faded = await takePixels(
      openPixels(picture)
        .recomb([
          [0.55, 0.4, 0.12],
          [0.3, 0.55, 0.1],
          [0.22, 0.38, 0.22],
        ])
        .linear(0.88, 22),
    );
    darkenCorners(faded);
    return faded;
  },
};

/** Pencil: the brightness divided by a blurred copy of itself leaves strokes where tones change. */
async function sketch(picture: Pixels): Promise<Pixels> {
  const { width, height, channels } = picture;
  const grey = await openPixels(picture).removeAlpha().grayscale().raw().toBuffer();
  const soft = await openPixels(picture)
    .removeAlpha()
    .grayscale()
    .blur(Math.max(3, width / 90))
    .raw()
    .toBuffer();
  const data = Uint8Array.from(picture.data);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const stroke = Math.min(255, ((grey[pixel] ?? 0) * 255) / Math.max(1, soft[pixel] ?? 1));
    const value = Math.max(0, 255 - (255 - stroke) * 1.8);
    data.fill(value, pixel * channels, pixel * channels + 3);
  }
  return { width, height, channels, data };
}

function brushOf(picture: Pixels, fineness: number): number {
  return Math.max(2, Math.min(12, Math.round(Math.max(picture.width, picture.height) / fineness)));
}

function reduceLevels(picture: Pixels, levels: number): void {
  const step = 255 / (levels - 1);
  for (let at = 0; at < picture.data.length; at += 1) {
    if (picture.channels === 4 && at % 4 === 3) continue;
    picture.data[at] = Math.round(Math.round((picture.data[at] ?? 0) / step) * step);
  }
}

function darkenCorners(picture: Pixels): void {
  const { width, height, channels, data } = picture;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot(x / width - 0.5, y / height - 0.5) / Math.SQRT1_2;
      const keep = 1 - 0.55 * Math.max(0, distance - 0.35) ** 1.5;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * width + x) * channels + channel;
        data[at] = (data[at] ?? 0) * keep;
      }
    }
}
