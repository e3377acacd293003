// The messages, with the answer growing at the end; it stays scrolled to the end unless the user scrolls up.
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Answer } from './answer.tsx';
import type { Alternatives } from './branches.ts';
import { Said } from './said.tsx';
import { chatWords } from './strings.ts';
import type { Turn } from './turns.ts';

/** Closer to the end than this counts as at the end. */
const NEAR_PIXELS = 80;

export interface TranscriptProps {
  label: string;
  turns: readonly Turn[];
  alternatives: ReadonlyMap<number, Alternatives>;
  isWriting: boolean;
  onIdea(text: string): void;
  /** Sends a message again, unchanged or edited. */
  onResend(turn: Turn, text: string): void;
  onBranch(id: string): void;
  /** Asks for the rest of an answer that ended early. */
  onGoOn(): void;
  /** Shown after the last turn: the results that its tools wait for. */
  children?: ReactNode;
}

export function Transcript(props: TranscriptProps) {
  const { label, turns, alternatives, isWriting, onIdea, onResend, onBranch, onGoOn, children } = props;
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
  const askedBy = (at: number) => turns.slice(0, at).findLast(({ role }) => role === 'user');
  return (
    <div
      ref={box}
      onScroll={look}
      role="log"
      aria-label={label}
      aria-busy={turns.at(-1)?.state === 'writing'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto px-5 py-6 -outline-offset-2 sm:px-7"
    >
      {turns.length === 0 ? (
        <Beginning onIdea={onIdea} />
      ) : (
        <ol className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
          {turns.map((turn, at) => {
            const asked = askedBy(at);
            return (
              <li key={turn.id} className="min-w-0">
                {turn.role === 'assistant' ? (
                  <Answer
                    turn={turn}
                    onAgain={asked && !isWriting ? () => onResend(asked, asked.text) : undefined}
                    onGoOn={at === turns.length - 1 && !isWriting && endedEarly(turn) ? onGoOn : undefined}
                  />
                ) : (
                  <Said
                    turn={turn}
                    alternatives={alternatives.get(turn.position ?? -1)}
                    onBranch={onBranch}
                    onEdit={turn.role === 'user' && !isWriting ? (text) => onResend(turn, text) : undefined}
                  />
                )}
              </li>
            );
          })}
          {children && <li className="min-w-0">{children}</li>}
        </ol>
      )}
    </div>
  );
}

function endedEarly({ state, text }: Turn): boolean {
  return text !== '' && (state === 'stopped' || state === 'left' || state === 'failed' || state === 'cut');
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
