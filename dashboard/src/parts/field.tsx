// A labelled field linked to its hint and its error, and the inputs for it.
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { join } from './class-names.ts';

interface FieldLinks {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
}
const Links = createContext<FieldLinks | null>(null);

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  problem?: string | null | undefined;
  className?: string;
  children: ReactNode;
}

export function Field({ label, hint, problem, className, children }: FieldProps) {
  const id = useId();
  const describedBy = join(hint ? `${id}-hint` : null, problem ? `${id}-problem` : null) || undefined;
  return (
    <div className={join('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Links value={{ id, describedBy, isInvalid: Boolean(problem) }}>{children}</Links>
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="text-[0.8125rem] text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

const BOX =
  'field-box rounded-lg border border-edge/60 bg-surface px-3 text-sm text-ink transition-colors placeholder:text-muted hover:border-edge aria-invalid:border-danger disabled:opacity-60';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useLinks()} {...rest} className={join(BOX, 'h-10', className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useLinks()} {...rest} className={join(BOX, 'min-h-24 py-2 leading-relaxed', className)} />;
}

export interface Option {
  value: string;
  label: string;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  options: readonly Option[];
  onChange(value: string): void;
}

/** The browser's own select, which works on phones, with keyboards and with screen readers. */
export function Select({ options, onChange, className, ...rest }: SelectProps) {
  return (
    <select
      {...useLinks()}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className={join(BOX, 'h-10 pr-8', className)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function useLinks() {
  const links = useContext(Links);
  if (!links) return {};
  return { id: links.id, 'aria-describedby': links.describedBy, 'aria-invalid': links.isInvalid || undefined };
}
