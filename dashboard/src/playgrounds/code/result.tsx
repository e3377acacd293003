// The result of a code task: code with its syntax check, a refactoring's diff, or an explanation.
import { Braces } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Badge, Panel } from '../../parts/panel.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { CodeView } from '../shared/code-view.tsx';
import { DiffView } from '../shared/diff-view.tsx';
import { Markdown } from '../shared/markdown.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { Warnings } from '../shared/warnings.tsx';
import { playground } from '../strings.ts';
import { RunCode } from './run-code.tsx';
import { codeWords } from './strings.ts';
import type { CodeReply, CodeRun, Task } from './use-code-task.ts';

export interface ResultProps {
  run: CodeRun;
  /** The chosen task, for the follow-up actions. */
  task: Task;
  onUse(code: string): void;
}

export function Result({ run, task, onUse }: ResultProps) {
  if (run.state === 'idle')
    return (
      <div data-idle={task === 'generate' ? '' : undefined}>
        <EmptyState icon={Braces} title={codeWords.emptyTitle}>
          {codeWords.emptyText[task]}
        </EmptyState>
      </div>
    );
  const { reply } = run;
  return (
    <Panel
      title={codeWords.result}
      actions={
        reply && run.order?.task !== 'explain' ? (
          <Button size="small" onClick={() => onUse(reply.code)}>
            {codeWords.useIt}
          </Button>
        ) : undefined
      }
    >
      <div className="grid min-w-0 gap-4">
        <Trouble error={run.problem} module="chat" />
        {run.state === 'writing' && <ProgressBar value={null} label={codeWords.writing} />}
        {run.state === 'stopped' && <p className="text-sm text-warn">{codeWords.stopped}</p>}
        {reply ? <Finished reply={reply} /> : <Growing run={run} />}
      </div>
    </Panel>
  );
}

function Growing({ run }: { run: CodeRun }) {
  if (run.written === '') return null;
  if (run.order?.task === 'explain') return <Markdown text={run.written} />;
  return <CodeView code={run.written} language={String(run.order?.body.language ?? '')} />;
}

function Finished({ reply }: { reply: CodeReply }) {
  const marked = new Set(reply.syntax.errors.map(({ line }) => line));
  const whole = <CodeView code={reply.code} language={reply.language} marked={marked} />;
  return (
    <>
      {reply.object === 'code.explanation' && <Markdown text={reply.explanation ?? ''} />}
      {reply.object === 'code.refactoring' && (
        <Tabs
          label={codeWords.view}
          tabs={[
            { id: 'changes', label: codeWords.changes, content: <DiffView diff={reply.diff ?? ''} /> },
            { id: 'whole', label: codeWords.whole, content: whole },
          ]}
        />
      )}
      {(reply.object === 'code.generation' || reply.object === 'code.completion') && reply.code !== '' && whole}
      {reply.object === 'code.generation' && reply.code === '' && <Markdown text={reply.explanation ?? ''} />}
      {reply.object !== 'code.explanation' && <SyntaxReport reply={reply} />}
      {reply.object !== 'code.explanation' && reply.code.trim() !== '' && (
        <RunCode language={reply.language} code={reply.code} />
      )}
      <Warnings warnings={reply.warnings ?? []} />
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        <span className="font-mono">{reply.model}</span>
        <span>{codeWords.tokens(reply.usage.prompt_tokens, reply.usage.completion_tokens)}</span>
        {reply.usage.credits !== undefined && <span>{playground.credits(reply.usage.credits)}</span>}
      </p>
    </>
  );
}

function SyntaxReport({ reply }: { reply: CodeReply }) {
  const { checked, ok, errors } = reply.syntax;
  const isEmpty = reply.code.trim() === '';
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {!checked && <Badge tone={isEmpty ? 'bad' : 'plain'}>{isEmpty ? codeWords.noCode : codeWords.unchecked}</Badge>}
        {checked && ok && <Badge tone="good">{codeWords.parses}</Badge>}
        {checked && !ok && <Badge tone="bad">{codeWords.broken(errors.length)}</Badge>}
        {reply.repaired && <Badge tone="warn">{codeWords.repaired}</Badge>}
        {reply.finish_reason === 'length' && <Badge tone="warn">{codeWords.cut}</Badge>}
      </div>
      {errors.length > 0 && (
        <ul className="grid gap-1 text-sm text-danger">
          {errors.map(({ line, column, message }) => (
            <li key={`${line}:${column}:${message}`}>{playground.lineProblem(line, message)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
