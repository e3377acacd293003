// Turns a mask of pixels into a vector outline: follows the edges of its pixels, drops needless corners, rounds the rest.
export interface Mask {
  width: number;
  height: number;
  /** 1 where it is filled. */
  bits: Uint8Array;
}

type Point = readonly [number, number];

/** Corners nearer than this to a straight line are dropped, in pixels. */
const TOLERANCE = 0.9;
const SMALLEST_LOOP = 8;

/** The path data of all outlines, in pixels of the mask; holes are wound the other way (fill-rule evenodd). */
export function traceMask(mask: Mask): string {
  return loopsOf(mask)
    .filter((loop) => loop.length >= SMALLEST_LOOP)
    .map((loop) => roundedPath(simplify(loop)))
    .join('');
}

/** Closed walks along pixel edges, with the filled side at the right. */
function loopsOf({ width, height, bits }: Mask): Point[][] {
  const filled = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && bits[y * width + x] === 1;
  const next = new Map<number, number[]>();
  const stride = width + 1;
  const edge = (fromX: number, fromY: number, [toX, toY]: Point) => {
    const from = fromY * stride + fromX;
    const list = next.get(from);
    if (list) list.push(toY * stride + toX);
    else next.set(from, [toY * stride + toX]);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!filled(x, y)) continue;
      if (!filled(x, y - 1)) edge(x, y, [x + 1, y]);
      if (!filled(x + 1, y)) edge(x + 1, y, [x + 1, y + 1]);
      if (!filled(x, y + 1)) edge(x + 1, y + 1, [x, y + 1]);
      if (!filled(x - 1, y)) edge(x, y + 1, [x, y]);
    }
  const loops: Point[][] = [];
  for (const start of next.keys()) {
    while (next.get(start)?.length) {
      const loop: Point[] = [];
      let at = start;
      do {
        loop.push([at % stride, Math.floor(at / stride)]);
        const to = next.get(at)?.pop();
        if (to === undefined) break;
        at = to;
      } while (at !== start);
      loops.push(loop);
    }
  }
  return loops;
}

/** Douglas and Peucker's rule on both halves of the loop. */
function simplify(loop: readonly Point[]): Point[] {
  const half = Math.floor(loop.length / 2);
  return [
    ...thin(loop.slice(0, half + 1)).slice(0, -1),
    ...thin([...loop.slice(half), loop[0] ?? [0, 0]]).slice(0, -1),
  ];
}

function thin(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  let [worst, at] = [0, 0];
  for (let i = 1; i < points.length - 1; i++) {
    const away = distance(points[i] ?? first, first, last);
    if (away > worst) [worst, at] = [away, i];
  }
  if (worst <= TOLERANCE) return [first, last];
  return [...thin(points.slice(0, at + 1)).slice(0, -1), ...thin(points.slice(at))];
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** Curves through the middles of the edges, with the corners as their handles. */
function roundedPath(points: readonly Point[]): string {
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const first = points[0];
  if (!first || points.length < 3) return '';
  const start = middle(points.at(-1) ?? first, first);
  const curves = points.map((point, i) => {
    const to = middle(point, points[(i + 1) % points.length] ?? first);
    return `Q${num(point[0])} ${num(point[1])} ${num(to[0])} ${num(to[1])}`;
  });
  return `M${num(start[0])} ${num(start[1])}${curves.join('')}Z`;
}

function num(value: number): string {
  return String(Number(value.toFixed(1)));
}
