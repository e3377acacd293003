// Where a message is written: it grows with its text; Enter sends, and while an answer is written the button stops it.
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { chatWords } from './strings.ts';

export interface ComposerProps {
  text: string;
  isWriting: boolean;
  canSend: boolean;
  onText(text: string): void;
  onSend(): void;
  onStop(): void;
}

const MOST_PIXELS = 220;

export function Composer({ text, isWriting, canSend, onText, onSend, onStop }: ComposerProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useEffect(() => {
    if (!box.current) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${Math.min(MOST_PIXELS, box.current.scrollHeight)}px`;
  }, [text]);
  const press = (event: KeyboardEvent) => {
    // While a character is being composed, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend && !isWriting) onSend();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend && !isWriting) onSend();
      }}
      className="flex items-end gap-2 rounded-2xl border border-edge/60 bg-surface p-2 focus-within:border-accent"
    >
      <label htmlFor={id} className="sr-only">
        {chatWords.message}
      </label>
      <textarea
        ref={box}
        id={id}
        rows={1}
        value={text}
        placeholder={chatWords.placeholder}
        title={chatWords.messageHint}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        className="min-w-0 grow resize-none bg-transparent px-2 py-2 text-base leading-6 outline-none placeholder:text-muted sm:text-sm"
      />
      {isWriting ? (
        <Button onClick={onStop}>
          <Square aria-hidden className="size-3.5 fill-current" />
          {chatWords.stop}
        </Button>
      ) : (
        <Button type="submit" look="primary" disabled={!canSend}>
          <ArrowUp aria-hidden className="size-4" />
          {chatWords.send}
        </Button>
      )}
    </form>
  );
}
