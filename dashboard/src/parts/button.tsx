// Buttons: one primary, the others secondary; a busy button says so, cannot be pressed twice, and keeps the focus.
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { join } from './class-names.ts';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-ink border-line hover:border-edge shadow-soft',
  quiet: 'text-muted border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-surface text-danger border-line hover:border-danger hover:bg-danger-soft',
};

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  size?: 'small' | 'normal';
  isBusy?: boolean;
}

export function Button({
  look = 'plain',
  size = 'normal',
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // A disabled button loses the focus, and keyboard users would start at the top of the page again.
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-busy={isBusy || undefined}
      className={join(buttonClass(look, size), className)}
    >
      {isBusy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

/** For links that look like buttons. */
export function buttonClass(look: ButtonLook = 'plain', size: 'small' | 'normal' = 'normal'): string {
  return join(
    'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors',
    'disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:cursor-not-allowed',
    size === 'small' ? 'h-8 px-2.5 text-[0.8125rem]' : 'h-10 px-4 text-sm',
    LOOKS[look],
  );
}
