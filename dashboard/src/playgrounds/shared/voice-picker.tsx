// Chooses a voice, with a button to preview it.
import { Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client, type Reply } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { tell } from '../../parts/toast.tsx';
import { voiceWords } from '../strings.ts';

export type Voice = Pick<Reply<'GET /music/voices'>['data'][number], 'id' | 'name' | 'gender' | 'accent'>;

export interface VoicePickerProps {
  label: string;
  none: string;
  voices: readonly Voice[];
  value: string;
  /** Ids of those with a preview; all of them if absent. */
  heard?: ReadonlySet<string>;
  onChange(id: string): void;
}

export function VoicePicker({ label, none, voices, value, heard, onChange }: VoicePickerProps) {
  const chosen = voices.find(({ id }) => id === value);
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 grow">
        <Select
          value={value}
          onChange={onChange}
          options={[
            { value: '', label: none },
            ...voices.map(({ id, name, gender, accent }) => ({
              value: id,
              label: voiceWords.label(name, gender, accent),
            })),
          ]}
        />
      </Field>
      {chosen && (heard?.has(chosen.id) ?? true) && <Listen key={chosen.id} voice={chosen} />}
    </div>
  );
}

function Listen({ voice }: { voice: Voice }) {
  const player = useRef<HTMLAudioElement | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => () => player.current?.pause(), []);
  const listen = async () => {
    player.current?.pause();
    if (isPlaying) return setPlaying(false);
    const sound = new Audio(client().addressOf('GET /music/voices/{id}/preview', { params: { id: voice.id } }));
    sound.onended = () => setPlaying(false);
    player.current = sound;
    setPlaying(true);
    try {
      await sound.play();
    } catch {
      setPlaying(false);
      tell(voiceWords.silent(voice.name), 'problem');
    }
  };
  const Icon = isPlaying ? Square : Volume2;
  return (
    <Button onClick={listen} aria-label={isPlaying ? voiceWords.stop : voiceWords.listen(voice.name)}>
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
