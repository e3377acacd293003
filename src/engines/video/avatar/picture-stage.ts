// Sets the stage for a given picture: the face found in it, and the frame laid so that the face is whole and large.
import { ServiceError } from '../../../core/errors.ts';
import { type Face, moveFace } from './face.ts';
import { type FaceNetworkFiles, findFace } from './face-finder/find-face.ts';
import type { Stage } from './puppet.ts';

export async function setPictureStage(
  path: string,
  faceFiles: FaceNetworkFiles,
  size: { width: number; height: number },
): Promise<Stage> {
  const { width, height } = size;
  const { default: sharp } = await import('sharp');
  const picture = sharp(path).flatten({ background: '#808080' }).toColourspace('srgb');
  const { width: wide, height: high } = await picture.metadata();
  const found = await findFace(path, faceFiles);
  if (!found) throw noFace();
  const layout = layOut(found, { wide, high, width, height });
  const scaled = { width: Math.round(wide * layout.scale), height: Math.round(high * layout.scale) };
  const { data } = await picture
    .resize({ ...scaled, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const behind = await sharp(path)
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover' })
    .blur(Math.max(2, height / 40))
    .modulate({ brightness: 0.7 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const face = moveFace(found, layout.scale, layout.left, layout.top);
  return {
    width,
    height,
    person: place(data, scaled, { ...layout, width, height }),
    behind,
    face,
    follow: followAround(face, { ...layout, ...scaled }),
  };
}

function noFace(): ServiceError {
  return new ServiceError(
    'invalid_parameter',
    'No face was found in the image. Send a portrait from the front, or leave it out for a drawn person.',
    { param: 'image' },
  );
}

interface Layout {
  scale: number;
  left: number;
  top: number;
}

/** The picture fills the frame where the whole face still fits; else it stands in front of its own blurred copy. */
function layOut(face: Face, size: { wide: number; high: number; width: number; height: number }): Layout {
  const { wide, high, width, height } = size;
  const cover = Math.max(width / wide, height / high);
  const faceFits = face.radiusY * 2.4 * cover <= height && face.radiusX * 2.2 * cover <= width;
  const scale = faceFits ? cover : Math.min(width / wide, height / high);
  const along = (frame: number, picture: number, focus: number): number =>
    picture <= frame ? (frame - picture) / 2 : Math.min(0, Math.max(frame - picture, frame * 0.45 - focus));
  return {
    scale,
    left: Math.round(along(width, wide * scale, face.x * scale)),
    top: Math.round(along(height, high * scale, face.y * scale)),
  };
}

/** Whole in the face, less and less around it, nothing at the picture's own edges: they must not tear. */
function followAround(face: Face, picture: Layout & { width: number; height: number }): Stage['follow'] {
  const margin = Math.min(picture.width, picture.height) * 0.06;
  return (x, y) => {
    const aside = (x - face.x) / face.radiusX;
    const down = (y - face.y) / face.radiusY;
    const away = Math.sqrt(aside * aside + down * down);
    const part = Math.min(1, Math.max(0, (2.1 - away) / 0.9));
    const edge = Math.min(
      x - picture.left,
      y - picture.top,
      picture.left + picture.width - 1 - x,
      picture.top + picture.height - 1 - y,
    );
    return part * part * (3 - 2 * part) * Math.min(1, Math.max(0, edge / margin));
  };
}

function place(
  picture: Uint8Array,
  size: { width: number; height: number },
  frame: { left: number; top: number; width: number; height: number },
): Uint8Array {
  const person = new Uint8Array(frame.width * frame.height * 4);
  for (let y = Math.max(0, frame.top); y < Math.min(frame.height, frame.top + size.height); y += 1)
    for (let x = Math.max(0, frame.left); x < Math.min(frame.width, frame.left + size.width); x += 1) {
      const from = ((y - frame.top) * size.width + (x - frame.left)) * 3;
      const to = (y * frame.width + x) * 4;
      person[to] = picture[from] ?? 0;
      person[to + 1] = picture[from + 1] ?? 0;
      person[to + 2] = picture[from + 2] ?? 0;
      person[to + 3] = 255;
    }
  return person;
}
