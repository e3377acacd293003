// Bars by day, drawn as SVG in the available width; pointing at a day shows its number. The table contains all numbers.
import { useState } from 'react';
import { useWidth } from './use-width.ts';

export interface Bar {
  id: string;
  /** Shown below the bar if there is room. */
  label: string;
  value: number;
  /** The complete sentence about it. */
  words: string;
}

export interface DayChartProps {
  label: string;
  bars: readonly Bar[];
  format(value: number): string;
}

const HEIGHT = 220;
const TOP = 10;
const BOTTOM = 26;
const LEFT = 46;
const GRID_STEPS = 4;
const LABEL_WIDTH = 64;

export function DayChart({ label, bars, format }: DayChartProps) {
  const [watch, width] = useWidth();
  const [pointed, setPointed] = useState<Bar | null>(null);
  const most = niceCeiling(Math.max(0, ...bars.map(({ value }) => value)));
  const slot = Math.max(1, (width - LEFT) / bars.length);
  const yOf = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  const labelEvery = Math.max(1, Math.ceil(LABEL_WIDTH / slot));
  return (
    <figure ref={watch}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label} className="block">
        <title>{label}</title>
        {Array.from({ length: GRID_STEPS + 1 }, (_, step) => (most * step) / GRID_STEPS).map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width} y1={yOf(value)} y2={yOf(value)} className="stroke-line" />
            <text x={LEFT - 8} y={yOf(value) + 4} textAnchor="end" className="fill-muted text-[11px] tabular-nums">
              {format(value)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.id} onPointerEnter={() => setPointed(bar)} onPointerLeave={() => setPointed(null)}>
            <rect x={LEFT + index * slot} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} fill="transparent" />
            <rect
              x={LEFT + (index + 0.14) * slot}
              y={yOf(bar.value)}
              width={slot * 0.72}
              height={HEIGHT - BOTTOM - yOf(bar.value)}
              rx={Math.min(3, slot / 4)}
              className={pointed === bar ? 'fill-accent-strong' : 'fill-accent'}
            />
            {index % labelEvery === 0 && (
              <text
                x={LEFT + (index + 0.5) * slot}
                y={HEIGHT - 8}
                textAnchor="middle"
                className="fill-muted text-[11px]"
              >
                {bar.label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="min-h-5 text-center text-[0.8125rem] text-muted">{pointed?.words}</figcaption>
    </figure>
  );
}

/** The next of 1, 2, 2.5, 5 × a power of ten. */
function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}
