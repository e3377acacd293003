// Brings a photograph or a drawing to life: depth from what the picture itself shows, and a stage for the camera to move in.
import type { Stage } from '../compose/band.ts';
import type { CameraMove } from '../motion/camera.ts';
import { depthOf } from './depth.ts';
import { glowOf } from './glow.ts';
import type { FilmSize } from './paint.ts';
import { cutPlate, type Lens } from './plate.ts';

export interface PictureShot {
  words: string;
  imagePath: string;
  move: CameraMove;
  /** How much of the picture is seen: 1 fills the frame, more looks closer. */
  closer: number;
  /** Where to look, 0–1 across and down. */
  look: { x: number; y: number };
  frames: number;
  seed: number;
}

/** Larger pictures are brought down to this many pixels: time and memory stay bounded. */
const MAX_PIXELS = 6_000_000;

export async function reliefOf(shot: PictureShot, film: FilmSize): Promise<Stage> {
  const { default: sharp } = await import('sharp');
  const perPixel = Math.min(1, Math.sqrt(MAX_PIXELS / (film.width * film.height)));
  const width = Math.round(film.width * perPixel * 1.1);
  const height = Math.round(film.height * perPixel * 1.1);
  // Cut to the film's shape around what is most worth seeing; a small picture is enlarged.
  const { data } = await sharp(shot.imagePath, { limitInputPixels: 60_000_000 })
    .rotate()
    .resize(width, height, { fit: 'cover', position: 'attention', kernel: 'lanczos3' })
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const plate = cutPlate(
    { width, height, rgba: data, box: { left: 0, top: 0, right: width, bottom: height } },
    { kind: 'relief', label: 'picture', depth: 10, motion: 'still', facing: 0, grounded: false },
  );
  plate.relief = depthOf(data, width, height);
  const lens: Lens = {
    width,
    height,
    centre: width / 2,
    horizon: height / 2,
    focal: height * 1.3,
    eye: 1.5,
    perPixel: (perPixel * 1.04) / shot.closer,
  };
  const tone = { red: 1, green: 1, blue: 1, vignette: 0.3 };
  return {
    ...film,
    frames: shot.frames,
    lens: {
      ...lens,
      centre: width * aimed(shot.look.x, shot.closer),
      horizon: height * aimed(shot.look.y, shot.closer),
    },
    plates: [plate],
    move: shot.move,
    air: [{ kind: 'motes', amount: 0.8, light: 0.9, seed: shot.seed % 9973 }],
    glow: glowOf([plate], lens, 0.22),
    wind: 0,
    shade: 0,
    waves: 0,
    gleam: 0,
    cloudSpeed: 0,
    lightning: false,
    dawn: { ...tone, red: 0.97, green: 0.97, blue: 0.985 },
    dusk: { ...tone, red: 1.04, green: 1.03, blue: 1.01 },
    seed: shot.seed % 1000,
  };
}

/** The middle of the view: towards the place to look at, never so far that an edge comes into sight. */
function aimed(wanted: number, closer: number): number {
  const half = 0.5 / closer + 0.02;
  return Math.min(1 - half, Math.max(half, wanted));
}
