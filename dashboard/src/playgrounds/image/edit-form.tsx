// Edits an image: by prompt, by an operation with its settings, or inside a painted mask.
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Cost } from '../shared/cost.tsx';
import type { Picture } from '../shared/pictures.ts';
import { usePrice } from '../shared/rate.tsx';
import { type EditBody, type EditChoice, editBodyOf, UNTOUCHED } from './edit-operations.ts';
import { maskOf, type Stroke } from './mask-strokes.ts';
import { OperationFields } from './operation-fields.tsx';
import { imageWords } from './strings.ts';

export interface EditOrder {
  body: EditBody;
  /** Sent separately, because it is long. */
  mask: string | null;
}

export interface EditFormProps {
  source: Picture | null;
  picker: ReactNode;
  isBusy: boolean;
  choice: EditChoice;
  strokes: readonly Stroke[];
  onChoice(choice: EditChoice): void;
  onMake(order: EditOrder): void;
}

const CHOICES = (Object.keys(imageWords.operations) as EditChoice[]).map((value) => ({
  value,
  label: imageWords.operations[value],
}));

export function EditForm({ source, picker, isBusy, choice, strokes, onChoice, onMake }: EditFormProps) {
  const [settings, setSettings] = useState(UNTOUCHED);
  const price = usePrice('image');
  const isPainting = choice === 'inpaint';
  const hasMask = strokes.some(({ isEraser }) => !isEraser);
  const make = () => {
    if (!source) return;
    const mask = isPainting ? maskOf(strokes, source.width, source.height).toDataURL('image/png') : null;
    onMake({ body: editBodyOf(source.url, choice, settings), mask });
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      {picker}
      <Field label={imageWords.operation}>
        <Select value={choice} onChange={(value) => onChoice(value as EditChoice)} options={CHOICES} />
      </Field>
      <OperationFields
        choice={choice}
        settings={settings}
        onChange={(change) => setSettings((before) => ({ ...before, ...change }))}
      />
      {isPainting && source && !hasMask && <p className="text-sm text-muted">{imageWords.maskEmpty}</p>}
      <Button type="submit" look="primary" isBusy={isBusy} disabled={!source || (isPainting && !hasMask)}>
        {imageWords.make.edit}
      </Button>
      <Cost price={price} images={1} />
    </form>
  );
}
