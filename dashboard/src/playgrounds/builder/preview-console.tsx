// The console output of the previewed application. The preview is untrusted: only a limited number of texts from its
// own frame is accepted.
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { builderWords } from './strings.ts';

interface Line {
  id: number;
  level: string;
  text: string;
}

const MAX_LINES = 200;
const MAX_CHARACTERS = 2_000;
/** Rendering each line of a flood separately would keep the page busy for a minute. */
const SHOW_MS = 100;
const LEVELS = ['log', 'info', 'warn', 'error', 'debug'];

export function usePreviewConsole(frame: RefObject<HTMLIFrameElement | null>) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let made = 0;
    let heard: Line[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      const added = heard;
      heard = [];
      timer = undefined;
      setLines((before) => [...before, ...added].slice(-MAX_LINES));
    };
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      const { kind, level, text } = (data ?? {}) as Record<string, unknown>;
      if (kind !== 'preview-console' || typeof text !== 'string' || !LEVELS.includes(String(level))) return;
      made += 1;
      heard.push({ id: made, level: String(level), text: text.slice(0, MAX_CHARACTERS) });
      if (heard.length > MAX_LINES) heard.shift();
      timer ??= setTimeout(show, SHOW_MS);
    };
    addEventListener('message', hear);
    return () => {
      removeEventListener('message', hear);
      clearTimeout(timer);
    };
  }, [frame]);
  return { lines, clear: () => setLines([]) };
}

export function PreviewConsole({ lines, onClear }: { lines: readonly Line[]; onClear(): void }) {
  return (
    <>
      <div
        role="log"
        aria-label={builderWords.consoleOf}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto bg-sunken px-4 py-3 font-mono text-xs -outline-offset-2"
      >
        {lines.length === 0 && <p className="text-muted">{builderWords.consoleEmpty}</p>}
        {lines.map(({ id, level, text }) => (
          <p
            key={id}
            className={join(
              'break-words whitespace-pre-wrap',
              level === 'error' ? 'text-danger' : level === 'warn' ? 'text-warn' : null,
            )}
          >
            {text}
          </p>
        ))}
      </div>
      {lines.length > 0 && (
        <div className="border-t border-line p-2">
          <Button size="small" onClick={onClear}>
            {builderWords.consoleClear}
          </Button>
        </div>
      )}
    </>
  );
}
