// How a code task is done: language, goal, detail, model; and the call that it becomes.
import { useCall } from '../../api/queries.ts';
import { Field, Input, Select, TextArea } from '../../parts/field.tsx';
import { Choices } from '../shared/controls.tsx';
import { ModelSelect } from '../shared/model-select.tsx';
import { playground } from '../strings.ts';
import { codeWords } from './strings.ts';
import type { CodeOrder, Task } from './use-code-task.ts';

type Detail = 'brief' | 'normal' | 'thorough';
const DETAILS: readonly Detail[] = ['brief', 'normal', 'thorough'];
export const TASKS = (['generate', 'explain', 'refactor', 'complete'] as Task[]).map((value) => ({
  value,
  label: codeWords.tasks[value],
}));

export interface TaskWish {
  language: string;
  goal: string;
  detail: Detail;
  instruction: string;
  model: string;
  maxTokens: string;
}

export const NO_TASK_WISH: TaskWish = {
  language: '',
  goal: '',
  detail: 'normal',
  instruction: '',
  model: '',
  maxTokens: '',
};

/** `cursor`: where code is to be completed. */
export function orderOf(
  task: Task,
  { prompt, code, cursor }: { prompt: string; code: string; cursor: number | null },
  { language, goal, detail, instruction, model, maxTokens }: TaskWish,
): CodeOrder {
  return {
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
  };
}

export interface TaskSettingsProps {
  task: Task;
  wish: TaskWish;
  onChange(change: Partial<TaskWish>): void;
}

export function TaskSettings({ task, wish, onChange }: TaskSettingsProps) {
  const { language, goal, detail, instruction, model, maxTokens } = wish;
  const languages = useCall('GET /code/languages').data?.data ?? [];
  const models = useCall('GET /chat/models').data?.data ?? [];
  return (
    <div className="grid gap-4">
      <Field label={codeWords.language}>
        <Select
          value={language}
          onChange={(value) => onChange({ language: value })}
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
            onChange={(event) => onChange({ goal: event.target.value })}
            className="min-h-16"
          />
        </Field>
      )}
      {task === 'explain' && (
        <Choices
          label={codeWords.detail}
          value={detail}
          onChange={(value) => onChange({ detail: value })}
          options={DETAILS.map((value) => ({ value, label: codeWords.details[value] }))}
        />
      )}
      <details>
        <summary className="text-sm font-medium text-muted hover:text-ink">{playground.more}</summary>
        <div className="mt-3 grid gap-4">
          <ModelSelect models={models} value={model} onChange={(value) => onChange({ model: value })} hasDefault />
          <Field label={codeWords.instruction}>
            <Input value={instruction} onChange={(event) => onChange({ instruction: event.target.value })} />
          </Field>
          <Field label={codeWords.maxTokens}>
            <Input
              type="number"
              min={1}
              inputMode="numeric"
              value={maxTokens}
              onChange={(event) => onChange({ maxTokens: event.target.value })}
            />
          </Field>
        </div>
      </details>
    </div>
  );
}
