// Paints a mask over an image, with pointer or keyboard.
import { Eraser, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ownFile } from '../../parts/own-file.ts';
import { Range } from '../shared/controls.tsx';
import type { Picture } from '../shared/pictures.ts';
import { pictureWords } from '../strings.ts';
import { type Stroke, showStrokes } from './mask-strokes.ts';
import { imageWords } from './strings.ts';

export interface MaskPainterProps {
  picture: Picture;
  strokes: readonly Stroke[];
  onStrokes(change: (before: readonly Stroke[]) => readonly Stroke[]): void;
}

/** Red enough to be visible on any image; it is half transparent. */
const INK = '#e5484d';
const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function MaskPainter({ picture, strokes, onStrokes }: MaskPainterProps) {
  const { width, height } = picture;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState(Math.max(8, Math.round(Math.max(width, height) / 14)));
  const [isEraser, setEraser] = useState(false);
  const [cursor, setCursor] = useState({ x: width / 2, y: height / 2 });
  useEffect(() => {
    if (canvas.current) showStrokes(canvas.current, strokes, INK);
  }, [strokes]);

  const pointOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * width,
      y: ((event.clientY - box.top) / box.height) * height,
    };
  };
  const begin = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    onStrokes((before) => [...before, { size, isEraser, points: [point] }]);
  };
  const go = (event: PointerEvent) => {
    setCursor(pointOf(event));
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const point = pointOf(event);
    onStrokes((before) =>
      before.map((stroke, at) =>
        at === before.length - 1 ? { ...stroke, points: [...stroke.points, point] } : stroke,
      ),
    );
  };
  const press = (event: KeyboardEvent) => {
    const [dx, dy] = MOVES[event.key] ?? [0, 0];
    if (event.key !== ' ' && dx === 0 && dy === 0) return;
    event.preventDefault();
    if (event.key === ' ') onStrokes((before) => [...before, { size, isEraser, points: [cursor] }]);
    else
      setCursor(({ x, y }) => ({
        x: Math.min(width, Math.max(0, x + (dx * size) / 2)),
        y: Math.min(height, Math.max(0, y + (dy * size) / 2)),
      }));
  };

  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-sm font-medium">{imageWords.mask}</p>
      <div
        className="relative mx-auto w-full overflow-hidden rounded-lg border border-line"
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(70vh * ${width / height})` }}
      >
        <img src={ownFile(picture.url)} alt={pictureWords.source} className="absolute inset-0 size-full" />
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: one paints here with the keys, too.
          tabIndex={0}
          role="application"
          aria-label={imageWords.mask}
          aria-description={imageWords.maskHint}
          onPointerDown={begin}
          onPointerMove={go}
          onKeyDown={press}
          className="absolute inset-0 cursor-crosshair touch-none -outline-offset-2"
        >
          <canvas ref={canvas} width={width} height={height} className="size-full opacity-60" />
        </div>
        <span
          aria-hidden
          className="pointer-events-none absolute rounded-full border-2 border-white shadow-[0_0_0_1px_black]"
          style={{
            left: `${(cursor.x / width) * 100}%`,
            top: `${(cursor.y / height) * 100}%`,
            width: `${(size / width) * 100}%`,
            aspectRatio: '1',
            transform: 'translate(-50%, -50%)',
          }}
        />
      </div>
      <Range
        label={imageWords.brush}
        value={size}
        min={4}
        max={Math.round(Math.max(width, height) / 3)}
        shown={imageWords.brushSize(size)}
        hint={imageWords.maskHint}
        onChange={setSize}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-pressed={isEraser}
          onClick={() => setEraser(!isEraser)}
          look={isEraser ? 'primary' : 'plain'}
        >
          <Eraser aria-hidden className="size-3.5" />
          {imageWords.erase}
        </Button>
        <Button size="small" disabled={strokes.length === 0} onClick={() => onStrokes((before) => before.slice(0, -1))}>
          <Undo2 aria-hidden className="size-3.5" />
          {imageWords.undo}
        </Button>
        <Button size="small" disabled={strokes.length === 0} onClick={() => onStrokes(() => [])}>
          {imageWords.clear}
        </Button>
      </div>
    </div>
  );
}
