// The form for speech: text, voice, model, speed and format.
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Select, TextArea } from '../../parts/field.tsx';
import { Range } from '../shared/controls.tsx';
import { ModelSelect } from '../shared/model-select.tsx';
import { Rate } from '../shared/rate.tsx';
import { playground, voiceWords } from '../strings.ts';
import { audioWords } from './strings.ts';
import type { SpeechBody } from './use-audio-work.ts';

/** Formats that browsers play. */
const FORMATS = (['mp3', 'wav', 'flac', 'opus', 'aac'] as const).map((value) => ({
  value,
  label: value.toUpperCase(),
}));
const MAX_CHARACTERS = 4096;

export function SpeechForm({ isBusy, onSpeak }: { isBusy: boolean; onSpeak(body: SpeechBody): void }) {
  const [input, setInput] = useState('');
  const [voice, setVoice] = useState('');
  const [model, setModel] = useState('');
  const [speed, setSpeed] = useState(1);
  const [format, setFormat] = useState('mp3');
  const voices = useCall('GET /audio/voices').data?.data ?? [];
  const models = (useCall('GET /models').data?.data ?? []).filter(({ module }) => module === 'speech');
  const chosen = models.find(({ id }) => id === model) ?? models[0];
  const price = Number(chosen?.pricing.per_million_characters ?? 0);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const response_format = FORMATS.find(({ value }) => value === format)?.value ?? 'mp3';
        onSpeak({ input, response_format, speed, ...(voice ? { voice } : {}), ...(model ? { model } : {}) });
      }}
    >
      <Field label={audioWords.text} hint={audioWords.textHint}>
        <TextArea
          value={input}
          maxLength={MAX_CHARACTERS}
          placeholder={audioWords.textExample}
          onChange={(event) => setInput(event.target.value)}
        />
      </Field>
      <Field label={audioWords.voice}>
        <Select
          value={voice}
          onChange={setVoice}
          options={[
            { value: '', label: audioWords.anyVoice },
            ...voices.map(({ id, name, gender, accent }) => ({
              value: id,
              label: voiceWords.label(name, gender, accent),
            })),
          ]}
        />
      </Field>
      <Range
        label={audioWords.speed}
        value={speed}
        min={0.5}
        max={2}
        step={0.1}
        shown={audioWords.times(speed)}
        onChange={setSpeed}
      />
      <Field label={audioWords.format}>
        <Select value={format} onChange={setFormat} options={FORMATS} />
      </Field>
      <ModelSelect models={models} value={model} onChange={setModel} hasDefault />
      <Button type="submit" look="primary" isBusy={isBusy} disabled={input.trim() === ''}>
        {audioWords.speak}
      </Button>
      {input === '' && <Rate price={chosen?.pricing} />}
      {price > 0 && input !== '' && (
        <p className="text-center text-[0.8125rem] text-muted">
          {playground.costs(playground.credits((input.length * price) / 1e6))}
        </p>
      )}
    </form>
  );
}
