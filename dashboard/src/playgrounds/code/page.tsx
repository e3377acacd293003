// The code page: code from words, or code that is explained, refactored or completed.

import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useAsk } from '../../parts/ask.ts';
import { Button } from '../../parts/button.tsx';
import { CodeButton } from '../../parts/same-call.tsx';
import { Workspace } from '../../parts/workspace.tsx';
import { CodeEditor } from '../shared/code-editor.tsx';
import { ModeTabs } from '../shared/controls.tsx';
import { Canvas, PromptBox } from '../shared/prompt-box.tsx';
import { Rate, usePrice } from '../shared/rate.tsx';
import { Result } from './result.tsx';
import { codeWords } from './strings.ts';
import { NO_TASK_WISH, orderOf, TASKS, TaskSettings } from './task-settings.tsx';
import { type Task, useCodeTask } from './use-code-task.ts';

const MAX_LETTERS = 20_000;

export function CodePage() {
  const environment = useEnvironment();
  return <Workbench key={environment} />;
}

function Workbench() {
  const [task, setTask] = useState<Task>('generate');
  const [prompt, setPrompt] = useState('');
  const [code, setCode] = useState('');
  const [wish, setWish] = useState(NO_TASK_WISH);
  const [cursor, setCursor] = useState<number | null>(null);
  const price = usePrice('code', wish.model);
  const { run, start, stop } = useCodeTask();
  const take = (result: string) => {
    setCode(result);
    if (task === 'generate') setTask('explain');
  };
  useAsk('code', (ask) => {
    setPrompt(ask.prompt);
    if (ask.isSent) void start({ task: 'generate', body: { prompt: ask.prompt } });
  });
  const isWriting = run.state === 'writing';
  const isReady = task === 'generate' ? prompt.trim() !== '' : code.trim() !== '';
  const begin = () => void start(orderOf(task, { prompt, code, cursor }, wish));
  return (
    <Workspace
      title={codeWords.title}
      choice={<ModeTabs label={codeWords.task} value={task} onChange={setTask} options={TASKS} />}
      actions={
        run.order && <CodeButton request={{ method: 'POST', path: `/code/${run.order.task}`, body: run.order.body }} />
      }
      settings={{
        label: codeWords.settings,
        content: (
          <TaskSettings task={task} wish={wish} onChange={(part) => setWish((before) => ({ ...before, ...part }))} />
        ),
      }}
      composer={
        isWriting ? (
          <div className="grid justify-items-center">
            <Button onClick={stop}>
              <Square aria-hidden className="size-3.5 fill-current" />
              {codeWords.stop}
            </Button>
          </div>
        ) : task === 'generate' ? (
          <PromptBox
            label={codeWords.prompt}
            placeholder={codeWords.promptExample}
            value={prompt}
            maxLength={MAX_LETTERS}
            send={codeWords.run.generate}
            isBusy={false}
            onChange={setPrompt}
            onSend={begin}
          >
            <Rate price={price} />
          </PromptBox>
        ) : (
          <div className="flex flex-wrap items-center justify-center gap-3">
            <Rate price={price} />
            <Button look="primary" disabled={!isReady} onClick={begin}>
              <Play aria-hidden className="size-4" />
              {codeWords.run[task]}
            </Button>
          </div>
        )
      }
    >
      <Canvas>
        {task !== 'generate' && (
          <>
            <CodeEditor
              label={codeWords.code}
              value={code}
              language={wish.language || 'python'}
              placeholder={codeWords.codeExample}
              onChange={setCode}
              onCursor={setCursor}
            />
            {task === 'complete' && code && (
              <p className="-mt-2 text-[0.8125rem] text-muted">{codeWords.cursor(...placeOf(code, cursor))}</p>
            )}
          </>
        )}
        <Result run={run} task={task} onUse={take} />
      </Canvas>
    </Workspace>
  );
}

function placeOf(code: string, cursor: number | null): [number, number] {
  const lines = code.slice(0, cursor ?? code.length).split('\n');
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1];
}
