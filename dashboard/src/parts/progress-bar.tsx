// The progress of long work; without a value it only shows activity.
import { Progress } from 'radix-ui';

export interface ProgressBarProps {
  /** 0 to 1; null if unknown. */
  value: number | null;
  label: string;
}

export function ProgressBar({ value, label }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Progress.Root
      value={percent}
      max={100}
      aria-label={label}
      className="relative h-1.5 w-full overflow-hidden rounded-full bg-sunken"
    >
      <Progress.Indicator
        className={
          percent === null
            ? 'h-full w-1/3 animate-[travel_1.4s_ease-in-out_infinite] rounded-full bg-accent'
            : 'h-full rounded-full bg-accent transition-[width] duration-300'
        }
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Progress.Root>
  );
}
