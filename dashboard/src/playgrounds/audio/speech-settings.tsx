// How words are spoken: voice, model, speed and format; and what it costs.
import { useCall } from '../../api/queries.ts';
import { Field, Select } from '../../parts/field.tsx';
import { Range } from '../shared/controls.tsx';
import { ModelSelect } from '../shared/model-select.tsx';
import { Rate } from '../shared/rate.tsx';
import { VoicePicker } from '../shared/voice-picker.tsx';
import { playground } from '../strings.ts';
import { audioWords } from './strings.ts';
import type { SpeechBody } from './use-audio-work.ts';

/** Those that browsers play. */
const FORMATS = (['mp3', 'wav', 'flac', 'opus', 'aac'] as const).map((value) => ({
  value,
  label: value.toUpperCase(),
}));
export const MAX_CHARACTERS = 4096;

export interface SpeechWish {
  voice: string;
  model: string;
  speed: number;
  format: string;
}

export const NO_SPEECH_WISH: SpeechWish = { voice: '', model: '', speed: 1, format: 'mp3' };

export function speechOf(input: string, { voice, model, speed, format }: SpeechWish): SpeechBody {
  const response_format = FORMATS.find(({ value }) => value === format)?.value ?? 'mp3';
  return { input, response_format, speed, ...(voice ? { voice } : {}), ...(model ? { model } : {}) };
}

function useSpeakers() {
  return (useCall('GET /models').data?.data ?? []).filter(({ module }) => module === 'speech');
}

export function SpeechPrice({ input, model }: { input: string; model: string }) {
  const models = useSpeakers();
  const chosen = models.find(({ id }) => id === model) ?? models[0];
  const price = Number(chosen?.pricing.per_million_characters ?? 0);
  if (input === '') return <Rate price={chosen?.pricing} />;
  if (price === 0) return null;
  return (
    <p className="text-center text-[0.8125rem] text-muted">
      {playground.costs(playground.credits((input.length * price) / 1e6))}
    </p>
  );
}

export interface SpeechSettingsProps {
  wish: SpeechWish;
  onChange(change: Partial<SpeechWish>): void;
}

export function SpeechSettings({ wish: { voice, model, speed, format }, onChange }: SpeechSettingsProps) {
  const voices = useCall('GET /audio/voices').data?.data ?? [];
  const previewed = useCall('GET /music/voices').data?.data ?? [];
  const models = useSpeakers();
  return (
    <div className="grid gap-4">
      <VoicePicker
        label={audioWords.voice}
        none={audioWords.anyVoice}
        voices={voices}
        value={voice}
        heard={new Set(previewed.map(({ id }) => id))}
        onChange={(value) => onChange({ voice: value })}
      />
      <Range
        label={audioWords.speed}
        value={speed}
        min={0.5}
        max={2}
        step={0.1}
        shown={audioWords.times(speed)}
        onChange={(value) => onChange({ speed: value })}
      />
      <Field label={audioWords.format}>
        <Select value={format} onChange={(value) => onChange({ format: value })} options={FORMATS} />
      </Field>
      <ModelSelect models={models} value={model} onChange={(value) => onChange({ model: value })} hasDefault />
    </div>
  );
}
