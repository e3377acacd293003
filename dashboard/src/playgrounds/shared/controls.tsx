// Controls that the forms of the playgrounds share: a slider with its value, a row of choices, a switch.
import { useId } from 'react';
import { join } from '../../parts/class-names.ts';

export interface RangeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value in words. */
  shown: string;
  hint?: string;
  onChange(value: number): void;
}

export function Range({ label, value, min, max, step = 1, shown, hint, onChange }: RangeProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <output htmlFor={id} className="text-muted tabular-nums">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        value={value}
        min={min}
        max={max}
        step={step}
        aria-valuetext={shown}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 w-full accent-accent"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export interface ChoicesProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: NoInfer<T>): void;
  className?: string;
}

/** A choice of a few, all visible; the arrow keys move between them. */
export function Choices<T extends string>({ label, value, options, onChange, className }: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset className={join('grid min-w-0 gap-1.5', className)}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="grow cursor-pointer rounded-md px-1.5 py-1.5 text-center text-sm text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-soft has-checked:ring-1 has-checked:ring-edge/40 has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The same, small, for a title bar. */
export function ModeTabs<T extends string>({ label, value, options, onChange }: Omit<ChoicesProps<T>, 'className'>) {
  const name = useId();
  return (
    <fieldset className="min-w-0 overflow-x-auto">
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-0.5 rounded-lg bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative cursor-pointer rounded-md px-2.5 py-1 text-sm whitespace-nowrap text-muted hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-soft has-checked:ring-1 has-checked:ring-edge/40 has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface ToggleProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

export function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && <p className="text-[0.8125rem] text-muted">{hint}</p>}
      </div>
    </div>
  );
}
