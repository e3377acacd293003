// Sets the stage for a given image, placed in the frame so that the face is complete and large.
import { type Face, moveFace } from './face.ts';
import type { Stage } from './puppet.ts';

export async function setPictureStage(
  path: string,
  found: Face,
  size: { width: number; height: number },
): Promise<Stage> {
  const { width, height } = size;
  const { default: sharp } = await import('sharp');
  const open = () => sharp(path).flatten({ background: '#808080' }).toColourspace('srgb');
  const { width: wide, height: high } = await sharp(path).metadata();
  const layout = layOut(found, { wide, high, width, height });
  // Only the visible part is enlarged: a long strip must not become a gigabyte.
  const crop = visiblePart(layout, { wide, high, width, height });
  const shown = {
    width: Math.min(width, Math.round(crop.width * layout.scale)),
    height: Math.min(height, Math.round(crop.height * layout.scale)),
  };
  const data = await open()
    .extract(crop)
    .resize({ ...shown, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const behind = await open()
    .resize(width, height, { fit: 'cover' })
    .blur(Math.max(2, height / 40))
    .modulate({ brightness: 0.7 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const at = { left: Math.max(0, layout.left), top: Math.max(0, layout.top) };
  const face = moveFace(found, layout.scale, {
    left: at.left - crop.left * layout.scale,
    top: at.top - crop.top * layout.scale,
  });
  return {
    width,
    height,
    person: place(data, shown, { ...at, width, height }),
    behind,
    face,
    follow: followAround(face, { ...at, ...shown }),
  };
}

function visiblePart(
  { scale, left, top }: Layout,
  size: { wide: number; high: number; width: number; height: number },
) {
  const x = Math.min(size.wide - 1, Math.max(0, Math.floor(-left / scale)));
  const y = Math.min(size.high - 1, Math.max(0, Math.floor(-top / scale)));
  return {
    left: x,
    top: y,
    width: Math.min(size.wide - x, Math.max(1, Math.round(size.width / scale))),
    height: Math.min(size.high - y, Math.max(1, Math.round(size.height / scale))),
  };
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
function followAround(
  face: Face,
  picture: { left: number; top: number; width: number; height: number },
): Stage['follow'] {
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
