// One answer: its text, its tool calls, how it ended, its cost, and its actions.
import { RotateCcw } from 'lucide-react';
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
  failed: chatWords.failed,
  cut: chatWords.cut,
};

export function Answer({ turn, onAgain }: { turn: Turn; onAgain: (() => void) | undefined }) {
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
          {onAgain && (
            <Button size="small" look="quiet" onClick={onAgain}>
              <RotateCcw aria-hidden className="size-3.5" />
              {turn.state === 'failed' ? chatWords.retry : chatWords.again}
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
