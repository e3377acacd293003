// Where it is said what to make: it grows with its text; Enter sends, Shift+Enter begins a line.
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { useDraft } from '../../parts/draft.ts';
import { useFirstFocus } from '../../parts/use-first-focus.ts';

export interface PromptBoxProps {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  /** What the button says. */
  send: string;
  isBusy: boolean;
  canSend?: boolean;
  /** Said beside the button: the price, say. */
  children?: ReactNode;
  onChange(value: string): void;
  onSend(): void;
}

const MAX_PIXELS = 200;

export function PromptBox(props: PromptBoxProps) {
  const { label, placeholder, value, maxLength, send, isBusy, children, onChange, onSend } = props;
  const canSend = value.trim() !== '' && props.canSend !== false;
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  useFirstFocus(box);
  useDraft(onChange);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useEffect(() => {
    if (!box.current) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${Math.min(MAX_PIXELS, box.current.scrollHeight)}px`;
  }, [value]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend && !isBusy) onSend();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend && !isBusy) onSend();
      }}
      className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-1.5 rounded-2xl border border-edge/60 bg-surface p-2 shadow-soft outline-accent focus-within:border-accent has-[textarea:focus-visible]:outline-2"
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        data-composer
        ref={box}
        id={id}
        rows={2}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        className="min-w-0 resize-none bg-transparent px-2 py-1.5 text-base leading-6 outline-none placeholder:text-muted"
      />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {children}
        <Button type="submit" look="primary" isBusy={isBusy} disabled={!canSend}>
          {send}
          {!isBusy && <ArrowUp aria-hidden className="size-4" />}
        </Button>
      </div>
    </form>
  );
}

/** The middle of a workspace: what is made, in the room that its kind needs. */
export function Canvas({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return (
    <div
      className={`mx-auto grid w-full grow content-start gap-5 px-4 py-5 sm:px-6 has-data-idle:content-center ${isWide ? 'max-w-none' : 'max-w-4xl'} grid-cols-[minmax(0,1fr)]`}
    >
      {children}
    </div>
  );
}
