// The form of a code task: the four tasks and their fields.
import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Input, Select, TextArea } from '../../parts/field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { CodeEditor } from '../shared/code-editor.tsx';
import { Choices } from '../shared/controls.tsx';
import { ModelSelect } from '../shared/model-select.tsx';
import { Rate, usePrice } from '../shared/rate.tsx';
import { playground } from '../strings.ts';
import { codeWords } from './strings.ts';
import type { CodeOrder, Task } from './use-code-task.ts';

export interface TaskFormProps {
  task: Task;
  code: string;
  isWriting: boolean;
  onTask(task: Task): void;
  onCode(code: string): void;
  onRun(order: CodeOrder): void;
  onStop(): void;
}

const TASKS: readonly Task[] = ['generate', 'explain', 'refactor', 'complete'];
type Detail = 'brief' | 'normal' | 'thorough';
const DETAILS: readonly Detail[] = ['brief', 'normal', 'thorough'];

export function TaskForm({ task, code, isWriting, onTask, onCode, onRun, onStop }: TaskFormProps) {
  const [prompt, setPrompt] = useState('');
  const [language, setLanguage] = useState('');
  const [goal, setGoal] = useState('');
  const [detail, setDetail] = useState<Detail>('normal');
  const [instruction, setInstruction] = useState('');
  const [model, setModel] = useState('');
  const [maxTokens, setMaxTokens] = useState('');
  const [cursor, setCursor] = useState<number | null>(null);
  const languages = useCall('GET /code/languages').data?.data ?? [];
  const models = useCall('GET /chat/models').data?.data ?? [];
  const price = usePrice('code', model);
  const isReady = task === 'generate' ? prompt.trim() !== '' : code.trim() !== '';

  const orderOf = (): CodeOrder => ({
    task,
    body: {
      ...(task === 'generate' ? { prompt: prompt.trim() } : { code }),
      ...(language ? { language } : {}),
      ...(task === 'refactor' && goal.trim() ? { goal: goal.trim() } : {}),
      ...(task === 'explain' ? { detail } : {}),
      ...(task === 'complete' && cursor !== null && cursor < code.length ? { cursor } : {}),
      ...(instruction.trim() ? { instruction: instruction.trim() } : {}),
      ...(model ? { model } : {}),
      ...(Number(maxTokens) > 0 ? { max_tokens: Number(maxTokens) } : {}),
    },
  });

  return (
    <Panel>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isWriting) onRun(orderOf());
        }}
      >
        <Choices
          label={codeWords.task}
          value={task}
          onChange={onTask}
          options={TASKS.map((value) => ({ value, label: codeWords.tasks[value] }))}
        />
        {task === 'generate' ? (
          <Field label={codeWords.prompt}>
            <TextArea
              value={prompt}
              placeholder={codeWords.promptExample}
              onChange={(event) => setPrompt(event.target.value)}
            />
          </Field>
        ) : (
          <CodeEditor
            label={codeWords.code}
            value={code}
            language={language || 'python'}
            placeholder={codeWords.codeExample}
            onChange={onCode}
            onCursor={setCursor}
          />
        )}
        {task === 'complete' && code && (
          <p className="-mt-2 text-[0.8125rem] text-muted">{codeWords.cursor(...placeOf(code, cursor))}</p>
        )}
        <Field label={codeWords.language}>
          <Select
            value={language}
            onChange={setLanguage}
            options={[
              { value: '', label: codeWords.detect },
              ...languages.map(({ id, name, checked }) => ({
                value: id,
                label: checked ? codeWords.checked(name) : name,
              })),
            ]}
          />
        </Field>
        {task === 'refactor' && (
          <Field label={codeWords.goal}>
            <TextArea
              value={goal}
              placeholder={codeWords.goalExample}
              onChange={(event) => setGoal(event.target.value)}
              className="min-h-16"
            />
          </Field>
        )}
        {task === 'explain' && (
          <Choices
            label={codeWords.detail}
            value={detail}
            onChange={(value) => setDetail(value)}
            options={DETAILS.map((value) => ({ value, label: codeWords.details[value] }))}
          />
        )}
        <details>
          <summary className="text-sm font-medium text-muted hover:text-ink">{playground.more}</summary>
          <div className="mt-3 grid gap-4">
            <ModelSelect models={models} value={model} onChange={setModel} hasDefault />
            <Field label={codeWords.instruction}>
              <Input value={instruction} onChange={(event) => setInstruction(event.target.value)} />
            </Field>
            <Field label={codeWords.maxTokens}>
              <Input
                type="number"
                min={1}
                inputMode="numeric"
                value={maxTokens}
                onChange={(event) => setMaxTokens(event.target.value)}
              />
            </Field>
          </div>
        </details>
        {isWriting ? (
          <Button onClick={onStop}>
            <Square aria-hidden className="size-3.5 fill-current" />
            {codeWords.stop}
          </Button>
        ) : (
          <Button type="submit" look="primary" disabled={!isReady}>
            <Play aria-hidden className="size-4" />
            {codeWords.run[task]}
          </Button>
        )}
        <Rate price={price} />
      </form>
    </Panel>
  );
}

function placeOf(code: string, cursor: number | null): [number, number] {
  const lines = code.slice(0, cursor ?? code.length).split('\n');
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1];
}
