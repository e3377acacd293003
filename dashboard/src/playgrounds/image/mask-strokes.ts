// A mask as strokes: shown over the image, and drawn white on black for the API.
export interface Stroke {
  /** The stroke's width, in pixels of the image. */
  size: number;
  isEraser: boolean;
  points: { x: number; y: number }[];
}

/** Black where the image stays, white where it is regenerated. */
export function maskOf(strokes: readonly Stroke[], width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw a mask.');
  pen.fillStyle = '#000';
  pen.fillRect(0, 0, width, height);
  for (const stroke of strokes) drawStroke(pen, stroke, stroke.isEraser ? '#000' : '#fff');
  return canvas;
}

/** Drawn over the image while painting. */
export function showStrokes(canvas: HTMLCanvasElement, strokes: readonly Stroke[], colour: string): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.clearRect(0, 0, canvas.width, canvas.height);
  for (const stroke of strokes) {
    pen.globalCompositeOperation = stroke.isEraser ? 'destination-out' : 'source-over';
    drawStroke(pen, stroke, colour);
  }
  pen.globalCompositeOperation = 'source-over';
}

function drawStroke(pen: CanvasRenderingContext2D, stroke: Stroke, colour: string): void {
  const [first, ...rest] = stroke.points;
  if (!first) return;
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = stroke.size;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.arc(first.x, first.y, stroke.size / 2, 0, 2 * Math.PI);
  pen.fill();
  pen.beginPath();
  pen.moveTo(first.x, first.y);
  for (const point of rest) pen.lineTo(point.x, point.y);
  pen.stroke();
}
