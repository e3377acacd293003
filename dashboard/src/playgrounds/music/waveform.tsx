// The waveform of a song with its sections: a slider for seeking, and a button for each section.
import { useMemo } from 'react';
import { join } from '../../parts/class-names.ts';
import { formatClock } from '../strings.ts';
import { musicWords } from './strings.ts';

export interface WaveformProps {
  points: readonly number[];
  sections: readonly { name: string; start: number; end: number }[];
  position: number;
  duration: number;
  onSeek(seconds: number): void;
}

const HEIGHT = 100;

export function Waveform({ points, sections, position, duration, onSeek }: WaveformProps) {
  const path = useMemo(() => pathOf(points), [points]);
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  return (
    <div className="grid min-w-0 gap-1">
      <div className="relative h-20 overflow-hidden rounded-lg bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <Bars path={path} points={points.length} className="text-edge" />
        <div className="absolute inset-0" style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}>
          <Bars path={path} points={points.length} className="text-accent" />
        </div>
        <div className="absolute inset-y-0 w-px bg-ink" style={{ left: `${share * 100}%` }} />
        <input
          type="range"
          min={0}
          max={duration || 1}
          step={0.1}
          value={position}
          aria-label={musicWords.position}
          aria-valuetext={`${formatClock(position)} / ${formatClock(duration)}`}
          onChange={(event) => onSeek(Number(event.target.value))}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {sections.length > 0 && (
        <nav aria-label={musicWords.sections} className="flex gap-px overflow-hidden rounded-md">
          {sections.map(({ name, start, end }) => (
            <button
              key={`${name} ${start}`}
              type="button"
              onClick={() => onSeek(start)}
              aria-label={musicWords.goTo(name, formatClock(start))}
              aria-current={position >= start && position < end ? 'true' : undefined}
              title={`${name}, ${formatClock(start)}`}
              style={{ flexGrow: Math.max(0.01, end - start) }}
              className={join(
                'min-w-0 basis-0 truncate px-1.5 py-1 text-left text-xs capitalize -outline-offset-2',
                position >= start && position < end
                  ? 'bg-accent-soft text-accent-strong'
                  : 'bg-sunken text-muted hover:text-ink',
              )}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
    </div>
  );
}

function Bars({ path, points, className }: { path: string; points: number; className: string }) {
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, points)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      className={join('absolute inset-0 size-full', className)}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** One bar per point, mirrored around the middle; silence keeps a thin line. */
function pathOf(points: readonly number[]): string {
  return points
    .map((point, at) => {
      const half = Math.max(0.8, (Math.min(1, point) * HEIGHT * 0.92) / 2);
      return `M${at + 0.15} ${HEIGHT / 2 - half}h.7v${half * 2}h-.7z`;
    })
    .join('');
}
