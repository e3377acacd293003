// A model selector; models that are not ready show their progress.
import type { Reply } from '../../api/client.ts';
import { Field, Select } from '../../parts/field.tsx';
import { playground } from '../strings.ts';
import { Warnings } from './warnings.tsx';

export type Model = Reply<'GET /models'>['data'][number];

export interface ModelSelectProps {
  models: readonly Model[];
  value: string;
  onChange(id: string): void;
  /** Offers the service's own choice. */
  hasDefault?: boolean;
}

export function ModelSelect({ models, value, onChange, hasDefault = false }: ModelSelectProps) {
  const chosen = models.find((model) => model.id === value);
  const options = models.map((model) => ({ value: model.id, label: labelOf(model) }));
  return (
    <div className="grid min-w-0 gap-3">
      <Field label={playground.model} hint={chosen?.note}>
        <Select
          value={value}
          onChange={onChange}
          options={hasDefault ? [{ value: '', label: playground.defaultModel }, ...options] : options}
        />
      </Field>
      <Warnings warnings={chosen?.warnings ?? []} />
    </div>
  );
}

function labelOf({ id, ready, progress }: Model): string {
  if (ready) return id;
  return progress === undefined
    ? playground.modelMissing(id)
    : playground.modelOnItsWay(id, Math.round(progress * 100));
}
