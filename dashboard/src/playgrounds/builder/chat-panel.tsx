// The conversation beside a project.
import { ArrowUp, Square } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Markdown } from '../shared/markdown.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { playground } from '../strings.ts';
import { RequestedList } from './requested-list.tsx';
import { builderWords } from './strings.ts';
import type { Said, useBuilderChat } from './use-builder-chat.ts';

export interface ChatPanelProps {
  chat: ReturnType<typeof useBuilderChat>;
  text: string;
  onText(text: string): void;
  /** What the build that just ended has to say. */
  children?: ReactNode;
}

export function ChatPanel({ chat, text, onText, children }: ChatPanelProps) {
  const id = useId();
  const end = useRef<HTMLDivElement>(null);
  const count = chat.said.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just said is brought into sight.
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [count, chat.isBusy]);
  const send = () => {
    if (text.trim() === '' || chat.isBusy) return;
    onText('');
    void chat.send(text.trim());
  };
  return (
    <section aria-label={builderWords.chat} className="flex min-h-0 grow flex-col">
      <div
        ref={end}
        role="log"
        aria-label={builderWords.chat}
        aria-busy={chat.isBusy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="grid min-h-0 grow content-start gap-4 overflow-y-auto p-4 -outline-offset-2 max-lg:max-h-[45dvh]"
      >
        {children}
        {count === 0 && <p className="text-sm text-muted">{builderWords.chatHint}</p>}
        {count > 0 && (
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {chat.said.map((one) => (
              <li key={one.id}>{one.who === 'you' ? <Asked text={one.text} /> : <Answer said={one} />}</li>
            ))}
          </ol>
        )}
      </div>
      <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-3 p-3 pt-0">
        {count === 0 && (
          <div className="flex flex-wrap gap-1.5">
            {builderWords.ideas.map((idea) => (
              <Button key={idea} size="small" onClick={() => onText(idea)}>
                {idea}
              </Button>
            ))}
          </div>
        )}
        <Trouble error={chat.problem} module="chat" />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
          className="flex min-w-0 items-end gap-2 rounded-xl border border-edge/60 p-1.5 focus-within:border-accent has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
        >
          <label htmlFor={id} className="sr-only">
            {builderWords.message}
          </label>
          <textarea
            id={id}
            rows={2}
            value={text}
            placeholder={builderWords.chatExample}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              send();
            }}
            className="w-0 min-w-0 grow resize-none bg-transparent px-2 py-1 text-base outline-none placeholder:text-muted sm:text-sm"
          />
          {chat.isBusy ? (
            <Button size="small" onClick={chat.stop}>
              <Square aria-hidden className="size-3 fill-current" />
              {builderWords.stop}
            </Button>
          ) : (
            <Button size="small" type="submit" look="primary" disabled={text.trim() === ''}>
              <ArrowUp aria-hidden className="size-3.5" />
              {builderWords.send}
            </Button>
          )}
        </form>
      </div>
    </section>
  );
}

function Asked({ text }: { text: string }) {
  return (
    <div className="ml-auto w-fit max-w-[90%] rounded-xl rounded-br-sm bg-accent-soft px-3 py-2 text-sm">
      <span className="sr-only">{builderWords.you}: </span>
      <span className="break-words whitespace-pre-wrap">{text}</span>
    </div>
  );
}

function Answer({ said }: { said: Said }) {
  return (
    <div className="grid min-w-0 gap-1.5 text-sm">
      {said.text ? (
        <Markdown text={said.text} />
      ) : (
        !said.isDone && <ProgressBar value={null} label={builderWords.thinking} />
      )}
      <RequestedList requested={said.requested} />
      {said.changed.length > 0 && (
        <details className="text-xs text-muted">
          <summary>{builderWords.changedFiles(said.changed.length)}</summary>
          <ul className="mt-1 grid gap-0.5 font-mono break-all">
            {said.changed.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
      {said.credits !== null && <p className="text-xs text-muted">{playground.credits(said.credits)}</p>}
    </div>
  );
}
