// What an image is made with besides its words: style, size, how many, and the finer settings.
import type { Body } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { Field, Input, Select } from '../../parts/field.tsx';
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

/** What is set beside the words. */
export interface ImageWish {
  style: Style;
  size: Size;
  width: string;
  height: string;
  count: string;
  format: Format;
  model: string;
  seed: string;
  steps: string;
  negative: string;
  background: string;
}

export const NO_WISH: ImageWish = {
  style: 'none',
  size: '1024x1024',
  width: '768',
  height: '512',
  count: '1',
  format: 'png',
  model: '',
  seed: '',
  steps: '',
  negative: '',
  background: '',
};

export function bodyOf(prompt: string, wish: ImageWish): GenerateBody {
  const { style, count, format, model, seed, steps, negative, background } = wish;
  return {
    prompt: prompt.trim(),
    ...sizeOf(wish),
    ...(style === 'none' ? {} : { style }),
    count: Number(count),
    ...(model ? { model } : {}),
    ...(seed ? { seed: Number(seed) } : {}),
    ...(steps ? { steps: Number(steps) } : {}),
    ...(negative.trim() ? { negative_prompt: negative.trim() } : {}),
    ...(background.trim() ? { background: background.trim() } : {}),
    format,
  };
}

const NAMED_SIZES = ['512x512', '1024x1024', '1536x1024'] as const;

/** Few sizes have a name in the API. */
function sizeOf({ size, width, height }: ImageWish): Pick<GenerateBody, 'size' | 'width' | 'height'> {
  const named = NAMED_SIZES.find((one) => one === size);
  if (named) return { size: named };
  const [wide = '', high = ''] = size === 'custom' ? [width, height] : size.split('x');
  return { width: Number(wide), height: Number(high) };
}

function useGenerators(): readonly Model[] {
  const all = (useCall('GET /image/models').data?.data ?? []) as Model[];
  return all.filter(({ capabilities }) => capabilities.includes('generate'));
}

export function GeneratePrice({ wish }: { wish: ImageWish }) {
  const models = useGenerators();
  const model = models.find(({ id }) => id === wish.model) ?? models.find(({ ready }) => ready);
  return <Cost model={model} images={Number(wish.count)} />;
}

export interface GenerateSettingsProps {
  wish: ImageWish;
  onChange(change: Partial<ImageWish>): void;
}

export function GenerateSettings({ wish, onChange }: GenerateSettingsProps) {
  const { style, size, width, height, count, format, model } = wish;
  const models = useGenerators();
  return (
    <div className="grid gap-4">
      <Field label={imageWords.style}>
        <Select value={style} onChange={(value) => onChange({ style: value as Style })} options={STYLES} />
      </Field>
      <Field label={imageWords.size}>
        <Select value={size} onChange={(value) => onChange({ size: value as Size })} options={SIZES} />
      </Field>
      {size === 'custom' && (
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label={imageWords.width}
            value={width}
            min={64}
            max={2048}
            onChange={(value) => onChange({ width: value })}
          />
          <NumberField
            label={imageWords.height}
            value={height}
            min={64}
            max={2048}
            onChange={(value) => onChange({ height: value })}
          />
        </div>
      )}
      <Choices
        label={imageWords.count}
        value={count}
        onChange={(value) => onChange({ count: value })}
        options={COUNTS}
      />
      <details>
        <summary className="text-sm font-medium text-muted hover:text-ink">{playground.more}</summary>
        <div className="mt-4 grid gap-4">
          <ModelSelect models={models} value={model} onChange={(value) => onChange({ model: value })} hasDefault />
          <NumberField
            label={playground.seed}
            hint={playground.seedHint}
            value={wish.seed}
            min={0}
            max={4_294_967_295}
            onChange={(seed) => onChange({ seed })}
          />
          <Field label={imageWords.negative}>
            <Input value={wish.negative} onChange={(event) => onChange({ negative: event.target.value })} />
          </Field>
          <Field label={imageWords.background} hint={imageWords.backgroundHint}>
            <Input
              value={wish.background}
              maxLength={100}
              onChange={(event) => onChange({ background: event.target.value })}
            />
          </Field>
          <NumberField
            label={imageWords.steps}
            hint={imageWords.stepsHint}
            value={wish.steps}
            min={1}
            max={150}
            onChange={(steps) => onChange({ steps })}
          />
          <Choices
            label={imageWords.format}
            value={format}
            onChange={(value) => onChange({ format: value })}
            options={FORMATS}
          />
          {format === 'svg' && <p className="text-sm text-muted">{imageWords.svgHint}</p>}
        </div>
      </details>
    </div>
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
