// A code editor: the browser's own text box over highlighted lines, so that undo, phones and screen readers work as
// usual.
import { type KeyboardEvent, useId, useRef } from 'react';
import { join } from '../../parts/class-names.ts';
import { playground } from '../strings.ts';
import { ColouredLine, useColouredLines } from './coloured-code.tsx';

export interface CodeEditorProps {
  label: string;
  value: string;
  language: string;
  onChange(value: string): void;
  /** The cursor's offset in characters, on every move. */
  onCursor?(offset: number): void;
  placeholder?: string;
  className?: string;
}

const INDENT = '  ';
const SHARED = 'font-mono text-[0.8125rem] leading-relaxed whitespace-pre [tab-size:2]';

export function CodeEditor({ label, value, language, onChange, onCursor, placeholder, className }: CodeEditorProps) {
  const id = useId();
  const lines = useColouredLines(value, language);
  // After Escape, the Tab key moves the focus, as it does outside an editor.
  const isLeaving = useRef(false);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') isLeaving.current = true;
    else if (event.key === 'Tab' && !event.shiftKey && !isLeaving.current) {
      event.preventDefault();
      insert(event.currentTarget, INDENT);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      insert(event.currentTarget, `\n${indentAt(event.currentTarget)}`);
    } else if (event.key !== 'Tab' && event.key !== 'Shift') isLeaving.current = false;
  };
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div
        className={join(
          'min-h-48 overflow-auto rounded-lg border border-edge/60 bg-sunken focus-within:outline-2 focus-within:outline-accent',
          className ?? 'max-h-96',
        )}
      >
        <div className="flex min-h-full w-max min-w-full py-3">
          <div aria-hidden className={join(SHARED, 'w-11 shrink-0 pr-3 text-right text-muted select-none')}>
            {lines.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
              <div key={at}>{at + 1}</div>
            ))}
          </div>
          <div className="relative grow pr-4">
            <pre aria-hidden className={SHARED}>
              {lines.map((pieces, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
                <div key={at} className="min-h-[1lh]">
                  <ColouredLine pieces={pieces} />
                </div>
              ))}
            </pre>
            <textarea
              id={id}
              value={value}
              placeholder={placeholder}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              wrap="off"
              aria-describedby={`${id}-hint`}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={press}
              onSelect={(event) => onCursor?.(event.currentTarget.selectionStart)}
              className={join(
                SHARED,
                'absolute inset-0 size-full resize-none overflow-hidden bg-transparent text-transparent caret-ink outline-none placeholder:text-muted',
              )}
            />
          </div>
        </div>
      </div>
      <p id={`${id}-hint`} className="sr-only">
        {playground.editorHint}
      </p>
    </div>
  );
}

/** Inserted like typed text, so that it can be undone. */
function insert(box: HTMLTextAreaElement, text: string): void {
  if (document.execCommand('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

function indentAt(box: HTMLTextAreaElement): string {
  const line = box.value.slice(0, box.selectionStart).split('\n').at(-1) ?? '';
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
