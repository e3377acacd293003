// Finds the face of an image: its position by the detector, its parts by the landmarks.
import { readFile } from 'node:fs/promises';
import type { Eye, Face } from '../face.ts';
import { DETECTOR_PIXELS, detectFace, type FaceBox } from './detector.ts';
import { findLandmarks, LANDMARK_PIXELS, type Point } from './landmarks.ts';
import { readWeights } from './weights.ts';

/** Where the model store keeps each file of the two networks. */
export interface FaceNetworkFiles {
  detectorList: string;
  detectorWeights: string;
  landmarkList: string;
  landmarkWeights: string;
}

export async function findFace(picturePath: string, files: FaceNetworkFiles): Promise<Face | undefined> {
  const { default: sharp } = await import('sharp');
  const picture = await readFile(picturePath);
  const open = () => sharp(picture).flatten({ background: '#808080' }).toColourspace('srgb').removeAlpha();
  const { width, height } = await sharp(picture).metadata();
  const scale = DETECTOR_PIXELS / Math.max(width, height);
  const square = await open()
    .resize(DETECTOR_PIXELS, DETECTOR_PIXELS, { fit: 'contain', position: 'left top', background: '#000000' })
    .raw()
    .toBuffer();
  const found = detectFace(square, await readWeights(files.detectorList, files.detectorWeights));
  if (!found) return undefined;
  const box = inside(found, scale, { width, height });
  if (box.width < 8 || box.height < 8) return undefined;
  const side = Math.max(box.width, box.height);
  const crop = await open()
    .extract(box)
    .resize(LANDMARK_PIXELS, LANDMARK_PIXELS, { fit: 'contain', position: 'centre', background: '#000000' })
    .raw()
    .toBuffer();
  const parts = findLandmarks(crop, await readWeights(files.landmarkList, files.landmarkWeights));
  const [left, top] = [box.left - (side - box.width) / 2, box.top - (side - box.height) / 2];
  return faceOf(parts.map(({ x, y }) => ({ x: left + x * side, y: top + y * side })));
}

function inside(found: FaceBox, scale: number, { width, height }: { width: number; height: number }) {
  const left = Math.max(0, Math.floor(found.left / scale));
  const top = Math.max(0, Math.floor(found.top / scale));
  return {
    left,
    top,
    width: Math.min(width - left, Math.floor(found.width / scale)),
    height: Math.min(height - top, Math.floor(found.height / scale)),
  };
}

const CHIN = 8;
const [INNER_LEFT, INNER_TOP, INNER_RIGHT, INNER_BOTTOM] = [60, 62, 64, 66];

/** A mouth that is open in the picture parts below its teeth, which are the upper lip's. */
function faceOf(points: readonly Point[]): Face {
  const at = (index: number): Point => points[index] ?? { x: 0, y: 0 };
  const [left, right, top, bottom] = [at(INNER_LEFT), at(INNER_RIGHT), at(INNER_TOP), at(INNER_BOTTOM)];
  const halfWidth = (at(54).x - at(48).x) / 2;
  const showsTeeth = bottom.y - top.y > halfWidth * 0.14;
  const lineY = showsTeeth ? bottom.y : (top.y + bottom.y) / 2;
  const browY = (at(19).y + at(24).y) / 2;
  const chinY = at(CHIN).y;
  return {
    x: (at(0).x + at(16).x) / 2,
    y: (browY + chinY) / 2,
    radiusX: (at(16).x - at(0).x) / 2,
    radiusY: ((chinY - browY) / 2) * 1.25,
    mouth: { x: (left.x + right.x) / 2, y: lineY, halfWidth, smile: lineY - (left.y + right.y) / 2, showsTeeth },
    chinY,
    eyes: [eyeOf(points.slice(36, 42)), eyeOf(points.slice(42, 48))],
  };
}

function eyeOf(rim: readonly Point[]): Eye {
  const [xs, ys] = [rim.map(({ x }) => x), rim.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const radiusX = ((right - left) / 2) * 1.2;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    radiusX,
    radiusY: Math.max(((bottom - top) / 2) * 1.5, radiusX * 0.42),
  };
}
