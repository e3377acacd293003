// The video form: type, prompt, image or avatar, and settings.
import { Clapperboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, TextArea } from '../../parts/field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Choices, Range, Toggle } from '../shared/controls.tsx';
import { Cost } from '../shared/cost.tsx';
import { Rate } from '../shared/rate.tsx';
import { VoicePicker } from '../shared/voice-picker.tsx';
import { formatSeconds, playground } from '../strings.ts';
import { type FilmFieldsProps, type FilmType, useFilmModels } from './film-wish.ts';
import { MakingFields } from './making-fields.tsx';
import { videoWords } from './strings.ts';

export interface FilmFormProps extends FilmFieldsProps {
  picker: ReactNode;
  hasPicture: boolean;
  isBusy: boolean;
  onMake(): void;
}

const TYPES = (Object.keys(videoWords.types) as FilmType[]).map((value) => ({ value, label: videoWords.types[value] }));

export function FilmForm({ wish, onChange, picker, hasPicture, isBusy, onMake }: FilmFormProps) {
  const isAvatar = wish.type === 'avatar';
  const models = useFilmModels(wish.type);
  const model = models.find(({ id }) => id === wish.model) ?? models[0];
  const lacksPicture = wish.type === 'image-to-video' && !hasPicture;
  return (
    <Panel title={videoWords.newFilm}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onMake();
        }}
      >
        <Choices
          label={videoWords.type}
          value={wish.type}
          onChange={(type) => onChange({ type, model: '' })}
          options={TYPES}
        />
        <Field label={videoWords.prompt}>
          <TextArea
            required
            maxLength={4_000}
            value={wish.prompt}
            placeholder={videoWords.promptExamples[wish.type]}
            onChange={(event) => onChange({ prompt: event.target.value })}
          />
        </Field>
        {wish.type !== 'text-to-video' && picker}
        {lacksPicture && <p className="text-sm text-muted">{videoWords.needsPicture}</p>}
        {isAvatar && !hasPicture && <p className="text-sm text-muted">{videoWords.face}</p>}
        {isAvatar && <SpeechFields wish={wish} onChange={onChange} />}
        {!(isAvatar && wish.fitsWords) && (
          <Range
            label={videoWords.duration}
            value={wish.duration}
            min={5}
            max={60}
            shown={formatSeconds(wish.duration)}
            onChange={(duration) => onChange({ duration })}
          />
        )}
        <details>
          <summary className="text-sm font-medium text-muted hover:text-ink">{playground.more}</summary>
          <div className="mt-4 grid gap-4">
            <MakingFields wish={wish} onChange={onChange} />
          </div>
        </details>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={wish.prompt.trim() === '' || lacksPicture}>
          {!isBusy && <Clapperboard aria-hidden className="size-4" />}
          {videoWords.make}
        </Button>
        {isAvatar && wish.fitsWords ? <Rate price={model?.pricing} /> : <Cost model={model} seconds={wish.duration} />}
      </form>
    </Panel>
  );
}

function SpeechFields({ wish, onChange }: FilmFieldsProps) {
  const voices = useCall('GET /music/voices').data?.data ?? [];
  return (
    <>
      <Field label={videoWords.script}>
        <TextArea
          maxLength={2_000}
          value={wish.script}
          placeholder={videoWords.scriptExample}
          onChange={(event) => onChange({ script: event.target.value })}
        />
      </Field>
      <VoicePicker
        label={videoWords.voice}
        none={videoWords.anyVoice}
        voices={voices}
        value={wish.voice}
        onChange={(voice) => onChange({ voice })}
      />
      <Toggle label={videoWords.fitWords} isOn={wish.fitsWords} onChange={(fitsWords) => onChange({ fitsWords })} />
      <Toggle
        label={videoWords.subtitles}
        isOn={wish.burnsSubtitles}
        onChange={(burnsSubtitles) => onChange({ burnsSubtitles })}
      />
    </>
  );
}
