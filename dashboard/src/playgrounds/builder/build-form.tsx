// The form for a build: prompt and framework.
import { Hammer } from 'lucide-react';
import { useState } from 'react';
import type { Body } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Select, TextArea } from '../../parts/field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Choices } from '../shared/controls.tsx';
import { Rate, usePrice } from '../shared/rate.tsx';
import { playground } from '../strings.ts';
import { builderWords } from './strings.ts';

export type BuildBody = Body<'POST /builder/build'>;
type Framework = NonNullable<BuildBody['framework']>;

const FRAMEWORKS = (Object.keys(builderWords.frameworks) as Framework[]).map((value) => ({
  value,
  label: builderWords.frameworks[value],
}));
const BLUEPRINT = 'blueprint-1';

export function BuildForm({ isBusy, onBuild }: { isBusy: boolean; onBuild(body: BuildBody): void }) {
  const [prompt, setPrompt] = useState('');
  const [framework, setFramework] = useState<Framework>('react');
  const [model, setModel] = useState('');
  const models = (useCall('GET /chat/models').data?.data ?? []).filter(({ ready }) => ready);
  const price = usePrice('builder', model);
  return (
    <Panel title={builderWords.newProject}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onBuild({ prompt: prompt.trim(), framework, ...(model ? { model } : {}) });
        }}
      >
        <Field label={builderWords.prompt}>
          <TextArea
            required
            maxLength={20_000}
            value={prompt}
            placeholder={builderWords.promptExample}
            onChange={(event) => setPrompt(event.target.value)}
          />
        </Field>
        <Choices
          label={builderWords.framework}
          value={framework}
          onChange={(value) => setFramework(value)}
          options={FRAMEWORKS}
        />
        <details>
          <summary className="text-sm font-medium text-muted hover:text-ink">{playground.more}</summary>
          <div className="mt-4">
            <Field label={builderWords.builder} hint={builderWords.builderHint}>
              <Select
                value={model}
                onChange={setModel}
                options={[
                  { value: '', label: playground.defaultModel },
                  { value: BLUEPRINT, label: BLUEPRINT },
                  ...models.map(({ id }) => ({ value: id, label: id })),
                ]}
              />
            </Field>
          </div>
        </details>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={prompt.trim() === ''}>
          {!isBusy && <Hammer aria-hidden className="size-4" />}
          {builderWords.build}
        </Button>
        <Rate price={price} />
      </form>
    </Panel>
  );
}
