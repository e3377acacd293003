// Enlarges an image: the factor and the network.
import { type ReactNode, useState } from 'react';
import type { Body } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../shared/controls.tsx';
import { Cost } from '../shared/cost.tsx';
import { type Model, ModelSelect } from '../shared/model-select.tsx';
import type { Picture } from '../shared/pictures.ts';
import { imageWords } from './strings.ts';

export type UpscaleBody = Body<'POST /image/upscale'>;

export interface UpscaleFormProps {
  source: Picture | null;
  picker: ReactNode;
  isBusy: boolean;
  onMake(body: UpscaleBody): void;
}

const SCALES = (['2', '4'] as const).map((value) => ({ value, label: imageWords.scales[value] }));

export function UpscaleForm({ source, picker, isBusy, onMake }: UpscaleFormProps) {
  const [scale, setScale] = useState<'2' | '4'>('2');
  const [model, setModel] = useState('');
  const all = (useCall('GET /image/models').data?.data ?? []) as Model[];
  const models = all.filter(({ capabilities }) => capabilities.includes(`upscale:${scale}`));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (source) onMake({ image: source.url, scale: scale === '2' ? 2 : 4, ...(model ? { model } : {}) });
      }}
    >
      {picker}
      <Choices label={imageWords.scale} value={scale} onChange={(value) => setScale(value)} options={SCALES} />
      <ModelSelect models={models} value={model} onChange={setModel} hasDefault />
      <Button type="submit" look="primary" isBusy={isBusy} disabled={!source}>
        {imageWords.make.upscale}
      </Button>
      <Cost model={models.find(({ id }) => id === model) ?? models[0]} images={1} />
    </form>
  );
}
