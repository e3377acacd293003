// What to film besides the words: the kind, a picture or a speaker, and how it is made; and what it will cost.
import type { ReactNode } from 'react';
import { useCall } from '../../api/queries.ts';
import { Field, TextArea } from '../../parts/field.tsx';
import { Choices, Range, Toggle } from '../shared/controls.tsx';
import { Cost } from '../shared/cost.tsx';
import { Rate } from '../shared/rate.tsx';
import { VoicePicker } from '../shared/voice-picker.tsx';
import { formatSeconds, playground } from '../strings.ts';
import { type FilmFieldsProps, type FilmType, type FilmWish, useFilmModels } from './film-wish.ts';
import { MakingFields } from './making-fields.tsx';
import { videoWords } from './strings.ts';

export interface FilmSettingsProps extends FilmFieldsProps {
  picker: ReactNode;
  hasPicture: boolean;
}

const TYPES = (Object.keys(videoWords.types) as FilmType[]).map((value) => ({ value, label: videoWords.types[value] }));

export function FilmPrice({ wish }: { wish: FilmWish }) {
  const models = useFilmModels(wish.type);
  const model = models.find(({ id }) => id === wish.model) ?? models[0];
  const isOpenEnded = wish.type === 'avatar' && wish.fitsWords;
  return isOpenEnded ? <Rate price={model?.pricing} /> : <Cost model={model} seconds={wish.duration} />;
}

export function FilmSettings({ wish, onChange, picker, hasPicture }: FilmSettingsProps) {
  const isAvatar = wish.type === 'avatar';
  const lacksPicture = wish.type === 'image-to-video' && !hasPicture;
  return (
    <div className="grid gap-4">
      <Choices
        label={videoWords.type}
        value={wish.type}
        onChange={(type) => onChange({ type, model: '' })}
        options={TYPES}
      />
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
    </div>
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
