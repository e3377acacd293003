// The settings of the chosen edit.
import { Field, Input, Select, TextArea } from '../../parts/field.tsx';
import { Choices, Range, Toggle } from '../shared/controls.tsx';
import { ADJUSTMENTS, type EditChoice, type EditSettings, LOOKS, RATIOS, SIDES } from './edit-operations.ts';
import { NumberField } from './generate-settings.tsx';
import { imageWords } from './strings.ts';

export interface OperationFieldsProps {
  choice: EditChoice;
  settings: EditSettings;
  onChange(change: Partial<EditSettings>): void;
}

export function OperationFields({ choice, settings, onChange }: OperationFieldsProps) {
  switch (choice) {
    case 'words':
      return (
        <Field label={imageWords.words}>
          <TextArea
            required
            value={settings.words}
            placeholder={imageWords.wordsExample}
            onChange={(event) => onChange({ words: event.target.value })}
          />
        </Field>
      );
    case 'replace-background':
      return (
        <Field label={imageWords.backdrop} hint={imageWords.backdropHint}>
          <Input
            required
            value={settings.background}
            onChange={(event) => onChange({ background: event.target.value })}
          />
        </Field>
      );
    case 'style':
      return (
        <Field label={imageWords.lookLabel}>
          <Select
            value={settings.look}
            onChange={(look) => onChange({ look: look as EditSettings['look'] })}
            options={LOOKS.map((value) => ({ value, label: imageWords.looks[value] }))}
          />
        </Field>
      );
    case 'enhance':
      return (
        <Toggle label={imageWords.denoise} isOn={settings.denoise} onChange={(denoise) => onChange({ denoise })} />
      );
    case 'outpaint':
      return (
        <div className="grid grid-cols-2 gap-3">
          {SIDES.map((side) => (
            <NumberField
              key={side}
              label={imageWords.sides[side]}
              value={settings.sides[side]}
              min={0}
              max={2048}
              onChange={(value) => onChange({ sides: { ...settings.sides, [side]: value } })}
            />
          ))}
        </div>
      );
    case 'crop':
      return (
        <Choices
          label={imageWords.ratio}
          value={settings.ratio}
          onChange={(ratio) => onChange({ ratio })}
          options={RATIOS.map((value) => ({ value, label: value }))}
        />
      );
    case 'adjust':
      return <AdjustFields settings={settings} onChange={onChange} />;
    default:
      return null;
  }
}

type Turn = EditSettings['rotate'];
type Flip = EditSettings['flip'];
const TURNS = (['none', '90', '180', '270'] as Turn[]).map((value) => ({ value, label: imageWords.turns[value] }));
const FLIPS = (['none', 'horizontal', 'vertical'] as Flip[]).map((value) => ({
  value,
  label: imageWords.flips[value],
}));

function AdjustFields({ settings, onChange }: Omit<OperationFieldsProps, 'choice'>) {
  const { adjustments } = settings;
  return (
    <div className="grid gap-3">
      {ADJUSTMENTS.map((name) => (
        <Range
          key={name}
          label={imageWords.adjustments[name]}
          value={adjustments[name]}
          min={name === 'blur' ? 0 : -1}
          max={1}
          step={0.05}
          shown={adjustments[name].toFixed(2)}
          onChange={(value) => onChange({ adjustments: { ...adjustments, [name]: value } })}
        />
      ))}
      <Choices
        label={imageWords.turn}
        value={settings.rotate}
        onChange={(rotate) => onChange({ rotate })}
        options={TURNS}
      />
      <Choices label={imageWords.flip} value={settings.flip} onChange={(flip) => onChange({ flip })} options={FLIPS} />
      <Toggle
        label={imageWords.grayscale}
        isOn={settings.grayscale}
        onChange={(grayscale) => onChange({ grayscale })}
      />
    </div>
  );
}
