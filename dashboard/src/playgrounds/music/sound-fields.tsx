// How a song sounds: mood, tempo, key and mastering.
import { useCall } from '../../api/queries.ts';
import { Field, Input, Select } from '../../parts/field.tsx';
import { Choices } from '../shared/controls.tsx';
import { playground } from '../strings.ts';
import type { WishFieldsProps } from './song-wish.ts';
import { musicWords } from './strings.ts';

const NOTES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const KEYS = ['major', 'minor'].flatMap((mode) => NOTES.map((note) => `${note} ${mode}`));

/** An older song may be in a mode that the list lacks. */
function keysWith(key: string): readonly string[] {
  return key === '' || KEYS.includes(key) ? KEYS : [key, ...KEYS];
}

export function MusicalFields({ wish, onChange }: WishFieldsProps) {
  const genre = useCall('GET /music/genres').data?.data.find(({ id }) => id === wish.genre);
  const [low, high] = genre?.tempo_range ?? [];
  return (
    <>
      <Field label={musicWords.mood}>
        <Input
          list="moods"
          value={wish.mood}
          maxLength={60}
          placeholder={musicWords.moodExample}
          onChange={(event) => onChange({ mood: event.target.value })}
        />
      </Field>
      <datalist id="moods">
        {musicWords.moods.map((mood) => (
          <option key={mood} value={mood} />
        ))}
      </datalist>
      <Field
        label={musicWords.tempo}
        hint={low !== undefined && high !== undefined ? musicWords.tempoRange(low, high) : undefined}
      >
        <Input
          type="number"
          min={40}
          max={220}
          inputMode="numeric"
          value={wish.tempo}
          onChange={(event) => onChange({ tempo: event.target.value })}
        />
      </Field>
      <Field label={musicWords.key}>
        <Select
          value={wish.key}
          onChange={(key) => onChange({ key })}
          options={[
            { value: '', label: musicWords.anyKey },
            ...keysWith(wish.key).map((key) => ({ value: key, label: key })),
          ]}
        />
      </Field>
    </>
  );
}

export function FinishFields({ wish, onChange }: WishFieldsProps) {
  const { presets } = musicWords;
  return (
    <>
      <Choices
        label={musicWords.mastering}
        value={wish.preset}
        onChange={(preset) => onChange({ preset })}
        options={[
          { value: 'streaming', label: presets.streaming },
          { value: 'loud', label: presets.loud },
          { value: 'warm', label: presets.warm },
          { value: 'off', label: presets.off },
        ]}
      />
      {wish.preset !== 'off' && (
        <Field label={musicWords.loudness} hint={musicWords.loudnessHint}>
          <Input
            type="number"
            min={-30}
            max={-6}
            step={0.5}
            value={wish.targetLufs}
            onChange={(event) => onChange({ targetLufs: event.target.value })}
          />
        </Field>
      )}
      <Choices
        label={musicWords.format}
        value={wish.format}
        onChange={(format) => onChange({ format })}
        options={[
          { value: 'mp3', label: 'MP3' },
          { value: 'wav', label: 'WAV' },
          { value: 'flac', label: 'FLAC' },
        ]}
      />
      <Field label={musicWords.songTitle}>
        <Input value={wish.title} maxLength={120} onChange={(event) => onChange({ title: event.target.value })} />
      </Field>
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
    </>
  );
}
