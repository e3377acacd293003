// Shows what the request log keeps, and lets members with the right role change it.
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { activity } from './strings.ts';

const words = activity.log;
type Settings = Reply<'GET /requests/settings'>;
type Level = Settings['effective_level'];

export function LogSettings() {
  return (
    <Panel title={words.title}>
      <Loaded query={useCall('GET /requests/settings')}>{(settings) => <Level settings={settings} />}</Loaded>
    </Panel>
  );
}

function Level({ settings }: { settings: Settings }) {
  const [isBusy, setBusy] = useState(false);
  const { level, default_level, effective_level, may_change, days, body_days } = settings;
  const change = async (wanted: string) => {
    setBusy(true);
    try {
      await client().requests.updateSettings({ level: wanted === '' ? null : (wanted as Level) });
      await renew('GET /requests/settings', 'GET /requests');
      tell(words.saved);
    } catch (error) {
      tell(wordsOf(error), 'problem');
    }
    setBusy(false);
  };
  const options = [
    { value: '', label: words.asService(words.levels[default_level]) },
    ...Object.entries(words.levels).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-start">
      <div className="grid gap-1 text-sm">
        <p>{words[effective_level]}</p>
        {effective_level === 'off' && may_change && (
          <Button look="primary" className="mt-2 w-fit" isBusy={isBusy} onClick={() => void change('metadata')}>
            {words.turnOn}
          </Button>
        )}
        <p className="text-muted">{effective_level === 'off' ? null : words.kept(days, body_days)}</p>
      </div>
      {may_change ? (
        <Field label={words.level}>
          <Select options={options} value={level ?? ''} disabled={isBusy} onChange={(value) => void change(value)} />
        </Field>
      ) : (
        <p className="text-sm text-muted">{words.notYours}</p>
      )}
    </div>
  );
}
