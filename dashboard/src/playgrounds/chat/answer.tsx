// One answer: its text, its tool calls, how it ended, its cost, and its actions.
import { RotateCcw, StepForward } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Markdown } from '../shared/markdown.tsx';
import { playground } from '../strings.ts';
import { ListenButton } from './listen-button.tsx';
import { chatWords } from './strings.ts';
import { ToolCalls } from './tool-calls.tsx';
import type { Turn } from './turns.ts';

const ENDINGS: Partial<Record<Turn['state'], string>> = {
  stopped: chatWords.stopped,
  left: chatWords.left,
  failed: chatWords.failed,
  refused: chatWords.refused,
  cut: chatWords.cut,
};

interface AnswerProps {
  turn: Turn;
  onAgain: (() => void) | undefined;
  /** For the last answer, if it ended early. */
  onGoOn: (() => void) | undefined;
}

export function Answer({ turn, onAgain, onGoOn }: AnswerProps) {
  const ending = ENDINGS[turn.state];
  const { usage } = turn;
  const isWaiting = turn.text === '' && !turn.toolCalls && turn.state === 'writing';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isWaiting ? (
        <div className="w-24 py-2">
          <ProgressBar value={null} label={chatWords.writing} />
        </div>
      ) : (
        <Markdown text={turn.text} />
      )}
      {turn.toolCalls && <ToolCalls calls={turn.toolCalls} />}
      {ending && <p className="text-sm text-warn">{ending}</p>}
      {turn.state !== 'writing' && (
        <div className="-ml-2.5 flex flex-wrap items-center gap-x-1 text-xs text-muted">
          {turn.text && <CopyButton text={turn.text} />}
          {turn.text && <ListenButton text={turn.text} />}
          {onGoOn && (
            <Button size="small" look="quiet" onClick={onGoOn}>
              <StepForward aria-hidden className="size-3.5" />
              {chatWords.goOn}
            </Button>
          )}
          {onAgain && (
            <Button size="small" look="quiet" onClick={onAgain}>
              <RotateCcw aria-hidden className="size-3.5" />
              {turn.state === 'failed' || turn.state === 'refused' ? chatWords.retry : chatWords.again}
            </Button>
          )}
          <span className="flex flex-wrap gap-x-3 pl-2.5">
            {turn.model && <span className="font-mono">{turn.model}</span>}
            {usage && <span>{chatWords.tokens(usage.promptTokens, usage.completionTokens)}</span>}
            {usage?.credits != null && <span>{playground.credits(usage.credits)}</span>}
          </span>
        </div>
      )}
    </div>
  );
}
