// What was said, with the answer growing at its end; it stays at the end unless one scrolls up to read.
import { MessageCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Markdown } from '../shared/markdown.tsx';
import { playground } from '../strings.ts';
import { chatWords } from './strings.ts';
import type { Turn } from './turns.ts';

/** Nearer to the end than this counts as reading along. */
const NEAR_PIXELS = 80;

export interface TranscriptProps {
  turns: readonly Turn[];
  onIdea(text: string): void;
}

export function Transcript({ turns, onIdea }: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const written = turns.reduce((sum, turn) => sum + turn.text.length, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever makes the text longer moves its end.
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [written, turns.length]);
  const look = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PIXELS;
  };
  return (
    <div
      ref={box}
      onScroll={look}
      role="log"
      aria-label={chatWords.transcript}
      aria-busy={turns.at(-1)?.state === 'writing'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto px-5 py-6 -outline-offset-2 sm:px-7"
    >
      {turns.length === 0 ? (
        <Beginning onIdea={onIdea} />
      ) : (
        <ol className="mx-auto grid max-w-3xl gap-6">
          {turns.map((turn) => (
            <li key={turn.id} className="min-w-0">
              {turn.role === 'assistant' ? <Answer turn={turn} /> : <Said turn={turn} />}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Beginning({ onIdea }: { onIdea(text: string): void }) {
  return (
    <EmptyState
      icon={MessageCircle}
      title={chatWords.emptyTitle}
      action={
        <div className="grid gap-2">
          {chatWords.ideas.map((idea) => (
            <Button key={idea} onClick={() => onIdea(idea)} className="h-auto! py-2 whitespace-normal!">
              {idea}
            </Button>
          ))}
        </div>
      }
    >
      {chatWords.emptyText}
    </EmptyState>
  );
}

function Said({ turn }: { turn: Turn }) {
  return (
    <div className="ml-auto w-fit max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5">
      <p className="sr-only">{turn.role === 'user' ? chatWords.you : chatWords.system}</p>
      {turn.role === 'system' && <p className="text-xs font-medium text-muted">{chatWords.system}</p>}
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{turn.text}</p>
    </div>
  );
}

const ENDINGS: Partial<Record<Turn['state'], string>> = {
  stopped: chatWords.stopped,
  failed: chatWords.failed,
  cut: chatWords.cut,
};

function Answer({ turn }: { turn: Turn }) {
  const ending = ENDINGS[turn.state];
  const { usage } = turn;
  return (
    <div className="grid min-w-0 gap-2">
      {turn.text === '' && turn.state === 'writing' ? (
        <div className="w-24 py-2">
          <ProgressBar value={null} label={chatWords.writing} />
        </div>
      ) : (
        <Markdown text={turn.text} />
      )}
      {ending && <p className="text-sm text-warn">{ending}</p>}
      {turn.state !== 'writing' && (
        <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          {turn.text && <CopyButton text={turn.text} />}
          {turn.model && <span className="font-mono">{turn.model}</span>}
          {usage && <span>{chatWords.tokens(usage.promptTokens, usage.completionTokens)}</span>}
          {usage?.credits != null && <span>{playground.credits(usage.credits)}</span>}
        </div>
      )}
    </div>
  );
}
