// Vocals: whether a song is sung, by which voice and how, and its lyrics.
import { useCall } from '../../api/queries.ts';
import { Field, Input } from '../../parts/field.tsx';
import { Choices } from '../shared/controls.tsx';
import { VoicePicker } from '../shared/voice-picker.tsx';
import { LyricsEditor } from './lyrics-editor.tsx';
import type { WishFieldsProps } from './song-wish.ts';
import { musicWords } from './strings.ts';

export function VocalFields({ wish, onChange }: WishFieldsProps) {
  const voices = useCall('GET /music/voices').data?.data ?? [];
  const fitting = voices.filter(({ gender }) => !['female', 'male'].includes(wish.gender) || gender === wish.gender);
  const { vocalChoices, genders } = musicWords;
  return (
    <>
      <Choices
        label={musicWords.vocals}
        value={wish.vocals}
        onChange={(vocals) => onChange({ vocals })}
        options={[
          { value: 'auto', label: vocalChoices.auto },
          { value: 'sung', label: vocalChoices.sung },
          { value: 'none', label: vocalChoices.none },
        ]}
      />
      {wish.vocals === 'sung' && (
        <>
          <Choices
            label={musicWords.gender}
            value={wish.gender}
            onChange={(gender) => onChange({ gender, voice: '', secondVoice: '' })}
            options={[
              { value: 'any', label: genders.any },
              { value: 'female', label: genders.female },
              { value: 'male', label: genders.male },
              { value: 'duet', label: genders.duet },
            ]}
          />
          <VoicePicker
            label={musicWords.voice}
            none={musicWords.anyVoice}
            voices={fitting}
            value={wish.voice}
            onChange={(voice) => onChange({ voice })}
          />
          {wish.voice && (
            <VoicePicker
              label={musicWords.secondVoice}
              none={musicWords.nobody}
              voices={voices.filter(({ id }) => id !== wish.voice)}
              value={wish.secondVoice}
              onChange={(secondVoice) => onChange({ secondVoice })}
            />
          )}
          <Field label={musicWords.style}>
            <Input
              value={wish.style}
              placeholder={musicWords.styleExample}
              onChange={(event) => onChange({ style: event.target.value })}
            />
          </Field>
        </>
      )}
      {wish.vocals !== 'none' && <LyricsEditor value={wish.lyrics} onChange={(lyrics) => onChange({ lyrics })} />}
    </>
  );
}
