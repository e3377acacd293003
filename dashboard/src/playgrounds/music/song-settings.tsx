// Everything that can be asked of a song besides its description.
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Range } from '../shared/controls.tsx';
import { formatSeconds, playground } from '../strings.ts';
import type { WishFieldsProps } from './song-wish.ts';
import { FinishFields, MusicalFields } from './sound-fields.tsx';
import { musicWords } from './strings.ts';
import { VocalFields } from './vocal-fields.tsx';

export function SongSettings({ wish, onChange }: WishFieldsProps) {
  return (
    <div className="grid gap-4">
      <GenreField wish={wish} onChange={onChange} />
      <Range
        label={musicWords.duration}
        value={wish.duration}
        min={30}
        max={240}
        step={5}
        shown={formatSeconds(wish.duration)}
        onChange={(duration) => onChange({ duration })}
      />
      <VocalFields wish={wish} onChange={onChange} />
      <details>
        <summary className="text-sm font-medium text-muted hover:text-ink">{playground.more}</summary>
        <div className="mt-4 grid gap-4">
          <MusicalFields wish={wish} onChange={onChange} />
          <FinishFields wish={wish} onChange={onChange} />
        </div>
      </details>
    </div>
  );
}

function GenreField({ wish, onChange }: WishFieldsProps) {
  const genres = useCall('GET /music/genres').data?.data ?? [];
  const chosen = genres.find(({ id }) => id === wish.genre);
  return (
    <div className="grid gap-1.5">
      <Field label={musicWords.genre} hint={chosen?.description}>
        <Select
          value={wish.genre}
          onChange={(genre) => onChange({ genre })}
          options={[
            { value: '', label: musicWords.anyGenre },
            ...genres.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      {chosen && (
        <Button
          size="small"
          look="quiet"
          className="justify-self-start"
          onClick={() => onChange({ prompt: chosen.example_prompt })}
        >
          {musicWords.useExample}
        </Button>
      )}
    </div>
  );
}
