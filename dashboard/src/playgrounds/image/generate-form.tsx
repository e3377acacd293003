// The form for a new image: prompt, style, size, number, and advanced settings.
import { useState } from 'react';
import type { Body } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Input, Select, TextArea } from '../../parts/field.tsx';
import { Choices } from '../shared/controls.tsx';
import { Cost } from '../shared/cost.tsx';
import { type Model, ModelSelect } from '../shared/model-select.tsx';
import { playground } from '../strings.ts';
import { imageWords } from './strings.ts';

export type GenerateBody = Body<'POST /image/generate'>;

type Size = keyof typeof imageWords.sizes;
type Style = keyof typeof imageWords.styles;
type Format = NonNullable<GenerateBody['format']>;

const SIZES = Object.entries(imageWords.sizes).map(([value, label]) => ({ value, label }));
const STYLES = (Object.keys(imageWords.styles) as Style[]).map((value) => ({ value, label: imageWords.styles[value] }));
const COUNTS = ['1', '2', '3', '4'].map((value) => ({ value, label: value }));
const FORMATS: { value: Format; label: string }[] = [
  { value: 'png', label: 'PNG' },
  { value: 'webp', label: 'WebP' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'svg', label: 'SVG' },
];

export function GenerateForm({ isBusy, onMake }: { isBusy: boolean; onMake(body: GenerateBody): void }) {
  const [prompt, setPrompt] = useState('');
  const [style, setStyle] = useState<Style>('none');
  const [size, setSize] = useState<Size>('1024x1024');
  const [width, setWidth] = useState('768');
  const [height, setHeight] = useState('512');
  const [count, setCount] = useState('1');
  const [format, setFormat] = useState<Format>('png');
  const [model, setModel] = useState('');
  const [more, setMore] = useState({ seed: '', steps: '', negative: '', background: '' });
  const all = (useCall('GET /image/models').data?.data ?? []) as Model[];
  const models = all.filter(({ capabilities }) => capabilities.includes('generate'));

  const bodyOf = (): GenerateBody => ({
    prompt: prompt.trim(),
    ...(size === 'custom' ? { width: Number(width), height: Number(height) } : { size }),
    ...(style === 'none' ? {} : { style }),
    count: Number(count),
    ...(model ? { model } : {}),
    ...(more.seed ? { seed: Number(more.seed) } : {}),
    ...(more.steps ? { steps: Number(more.steps) } : {}),
    ...(more.negative.trim() ? { negative_prompt: more.negative.trim() } : {}),
    ...(more.background.trim() ? { background: more.background.trim() } : {}),
    format,
  });

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onMake(bodyOf());
      }}
    >
      <Field label={imageWords.prompt}>
        <TextArea
          required
          maxLength={4_000}
          value={prompt}
          placeholder={imageWords.promptExample}
          onChange={(event) => setPrompt(event.target.value)}
        />
      </Field>
      <Field label={imageWords.style}>
        <Select value={style} onChange={(value) => setStyle(value as Style)} options={STYLES} />
      </Field>
      <Field label={imageWords.size}>
        <Select value={size} onChange={(value) => setSize(value as Size)} options={SIZES} />
      </Field>
      {size === 'custom' && (
        <div className="grid grid-cols-2 gap-3">
          <NumberField label={imageWords.width} value={width} min={64} max={2048} onChange={setWidth} />
          <NumberField label={imageWords.height} value={height} min={64} max={2048} onChange={setHeight} />
        </div>
      )}
      <Choices label={imageWords.count} value={count} onChange={setCount} options={COUNTS} />
      <details>
        <summary className="text-sm font-medium text-muted hover:text-ink">{playground.more}</summary>
        <div className="mt-4 grid gap-4">
          <ModelSelect models={models} value={model} onChange={setModel} hasDefault />
          <NumberField
            label={playground.seed}
            hint={playground.seedHint}
            value={more.seed}
            min={0}
            max={4_294_967_295}
            onChange={(seed) => setMore({ ...more, seed })}
          />
          <Field label={imageWords.negative}>
            <Input value={more.negative} onChange={(event) => setMore({ ...more, negative: event.target.value })} />
          </Field>
          <Field label={imageWords.background} hint={imageWords.backgroundHint}>
            <Input
              value={more.background}
              maxLength={100}
              onChange={(event) => setMore({ ...more, background: event.target.value })}
            />
          </Field>
          <NumberField
            label={imageWords.steps}
            hint={imageWords.stepsHint}
            value={more.steps}
            min={1}
            max={150}
            onChange={(steps) => setMore({ ...more, steps })}
          />
          <Choices label={imageWords.format} value={format} onChange={setFormat} options={FORMATS} />
          {format === 'svg' && <p className="text-sm text-muted">{imageWords.svgHint}</p>}
        </div>
      </details>
      <Button type="submit" look="primary" isBusy={isBusy} disabled={prompt.trim() === ''}>
        {imageWords.make.generate}
      </Button>
      <Cost model={models.find(({ id }) => id === model) ?? models.find(({ ready }) => ready)} images={Number(count)} />
    </form>
  );
}

interface NumberFieldProps {
  label: string;
  hint?: string;
  value: string;
  min: number;
  max: number;
  onChange(value: string): void;
}

export function NumberField({ label, hint, value, min, max, onChange }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <Input
        type="number"
        min={min}
        max={max}
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
