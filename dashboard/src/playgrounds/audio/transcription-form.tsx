// The form for transcription: the recording, the model, and the original language or English.
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Input } from '../../parts/field.tsx';
import { Toggle } from '../shared/controls.tsx';
import { ModelSelect } from '../shared/model-select.tsx';
import { Rate } from '../shared/rate.tsx';
import { audioWords } from './strings.ts';
import type { RecordingOrder } from './use-audio-work.ts';

export function TranscriptionForm({ isBusy, onStart }: { isBusy: boolean; onStart(order: RecordingOrder): void }) {
  const [file, setFile] = useState<File | null>(null);
  const [model, setModel] = useState('');
  const [isTranslated, setTranslated] = useState(false);
  const models = (useCall('GET /models').data?.data ?? []).filter(({ module }) => module === 'transcription');
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) onStart({ file, model, isTranslated });
      }}
    >
      <Field label={audioWords.recording} hint={audioWords.recordingHint}>
        <Input
          type="file"
          accept="audio/*,video/webm,video/mp4"
          className="py-2"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </Field>
      <Toggle label={audioWords.english} isOn={isTranslated} onChange={setTranslated} />
      <ModelSelect models={models} value={model} onChange={setModel} hasDefault />
      <Button type="submit" look="primary" isBusy={isBusy} disabled={!file}>
        {audioWords.transcribe}
      </Button>
      <Rate price={(models.find(({ id }) => id === model) ?? models[0])?.pricing} />
    </form>
  );
}
