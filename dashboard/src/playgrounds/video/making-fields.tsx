// The settings of a video: size, aspect ratio, pace, style, sound and file.
import { Field, Input, Select } from '../../parts/field.tsx';
import { Choices, Toggle } from '../shared/controls.tsx';
import { ModelSelect } from '../shared/model-select.tsx';
import { playground } from '../strings.ts';
import { type FilmFieldsProps, type FilmWish, useFilmModels } from './film-wish.ts';
import { videoWords } from './strings.ts';

const same = <T extends string>(values: readonly T[]) => values.map((value) => ({ value, label: value }));
const RESOLUTIONS = same<FilmWish['resolution']>(['720p', '1080p', '4k']);
const SHAPES = same<FilmWish['shape']>(['16:9', '9:16', '1:1', '4:3']);
const PACES = same<FilmWish['fps']>(['24', '30']);
const FORMATS: { value: FilmWish['format']; label: string }[] = [
  { value: 'mp4', label: 'MP4' },
  { value: 'webm', label: 'WebM' },
];
const STYLES = Object.entries(videoWords.styles).map(([value, label]) => ({ value, label }));

export function MakingFields({ wish, onChange }: FilmFieldsProps) {
  const models = useFilmModels(wish.type);
  return (
    <>
      <Choices
        label={videoWords.resolution}
        value={wish.resolution}
        onChange={(resolution) => onChange({ resolution })}
        options={RESOLUTIONS}
      />
      <Choices label={videoWords.shape} value={wish.shape} onChange={(shape) => onChange({ shape })} options={SHAPES} />
      <Choices label={videoWords.fps} value={wish.fps} onChange={(fps) => onChange({ fps })} options={PACES} />
      <Field label={videoWords.style}>
        <Select
          value={wish.style}
          onChange={(style) => onChange({ style: style as FilmWish['style'] })}
          options={STYLES}
        />
      </Field>
      <Choices
        label={videoWords.format}
        value={wish.format}
        onChange={(format) => onChange({ format })}
        options={FORMATS}
      />
      <Toggle label={videoWords.audio} isOn={wish.hasAudio} onChange={(hasAudio) => onChange({ hasAudio })} />
      <Field label={playground.seed} hint={playground.seedHint}>
        <Input
          type="number"
          min={0}
          max={2_147_483_647}
          inputMode="numeric"
          value={wish.seed}
          onChange={(event) => onChange({ seed: event.target.value })}
        />
      </Field>
      {models.length > 0 && (
        <ModelSelect models={models} value={wish.model} onChange={(model) => onChange({ model })} hasDefault />
      )}
    </>
  );
}
