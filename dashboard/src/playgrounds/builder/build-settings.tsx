// What an application is built with besides its words: the framework, and who builds it.
import type { Body } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { Field, Select } from '../../parts/field.tsx';
import { Choices } from '../shared/controls.tsx';
import { playground } from '../strings.ts';
import { builderWords } from './strings.ts';

export type BuildBody = Body<'POST /builder/build'>;
type Framework = NonNullable<BuildBody['framework']>;

export interface BuildWish {
  framework: Framework;
  model: string;
}

export const NO_BUILD_WISH: BuildWish = { framework: 'react', model: '' };

const FRAMEWORKS = (Object.keys(builderWords.frameworks) as Framework[]).map((value) => ({
  value,
  label: builderWords.frameworks[value],
}));
const BLUEPRINT = 'blueprint-1';

export function buildBodyOf(prompt: string, { framework, model }: BuildWish): BuildBody {
  return { prompt: prompt.trim(), framework, ...(model ? { model } : {}) };
}

export interface BuildSettingsProps {
  wish: BuildWish;
  onChange(change: Partial<BuildWish>): void;
}

export function BuildSettings({ wish: { framework, model }, onChange }: BuildSettingsProps) {
  const models = (useCall('GET /chat/models').data?.data ?? []).filter(({ ready }) => ready);
  return (
    <div className="grid gap-4">
      <Choices
        label={builderWords.framework}
        value={framework}
        onChange={(value) => onChange({ framework: value })}
        options={FRAMEWORKS}
      />
      <Field label={builderWords.builder} hint={builderWords.builderHint}>
        <Select
          value={model}
          onChange={(value) => onChange({ model: value })}
          options={[
            { value: '', label: playground.defaultModel },
            { value: BLUEPRINT, label: BLUEPRINT },
            ...models.map(({ id }) => ({ value: id, label: id })),
          ]}
        />
      </Field>
    </div>
  );
}
