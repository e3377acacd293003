// All settings of a song; only the description is required.
import { Music } from 'lucide-react';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Select, TextArea } from '../../parts/field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Range } from '../shared/controls.tsx';
import { Cost } from '../shared/cost.tsx';
import { usePrice } from '../shared/rate.tsx';
import { formatSeconds, playground } from '../strings.ts';
import type { WishFieldsProps } from './song-wish.ts';
import { FinishFields, MusicalFields } from './sound-fields.tsx';
import { musicWords } from './strings.ts';
import { VocalFields } from './vocal-fields.tsx';

export interface SongFormProps extends WishFieldsProps {
  isBusy: boolean;
  onMake(): void;
}

export function SongForm({ wish, isBusy, onChange, onMake }: SongFormProps) {
  const price = usePrice('music');
  return (
    <Panel title={musicWords.newSong}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onMake();
        }}
      >
        <Field label={musicWords.prompt}>
          <TextArea
            required
            maxLength={4_000}
            value={wish.prompt}
            placeholder={musicWords.promptExample}
            onChange={(event) => onChange({ prompt: event.target.value })}
          />
        </Field>
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
        <Button type="submit" look="primary" isBusy={isBusy} disabled={wish.prompt.trim() === ''}>
          {!isBusy && <Music aria-hidden className="size-4" />}
          {musicWords.make}
        </Button>
        <Cost price={price} seconds={wish.duration} />
      </form>
    </Panel>
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
