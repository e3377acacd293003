// The price list and the settings of the service, as set live and as in effect; values from files and the environment
// are marked.
import { useState } from 'react';
import { liveClient, type Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Field, TextArea } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { ActDialog } from './act-dialog.tsx';
import { renewLive } from './live.ts';
import { useOperatorQuery } from './operator-queries.ts';
import { SellerDialog } from './seller-dialog.tsx';
import { upstreams as words } from './upstream-strings.ts';

type Name = 'prices' | 'service' | 'seller';
type Settings = Reply<'GET /operator/settings'>;

export function SettingsPanel() {
  const query = useOperatorQuery('GET /operator/settings');
  const [changed, setChanged] = useState<Name>();
  return (
    <Panel title={words.settingsTitle} lead={words.settingsLead}>
      <Loaded query={query}>
        {(settings) => (
          <div className="grid gap-4">
            {(['prices', 'service', 'seller'] as const).map((name) => (
              <Section key={name} name={name} settings={settings} onChange={() => setChanged(name)} />
            ))}
            {changed === 'seller' ? (
              <SellerDialog live={settings.seller.live} onClose={() => setChanged(undefined)} />
            ) : (
              changed && <SettingsDialog name={changed} settings={settings} onClose={() => setChanged(undefined)} />
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function Section({ name, settings, onChange }: { name: Name; settings: Settings; onChange(): void }) {
  const { effective, fixed } = settings[name];
  return (
    <section aria-label={words.sections[name]} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{words.sections[name]}</h3>
        <Button size="small" onClick={onChange}>
          {words.changeSection[name]}
        </Button>
      </div>
      <details className="text-xs">
        <summary>{words.inEffect(settings.version)}</summary>
        <pre className="max-h-80 overflow-auto font-mono">{JSON.stringify(effective, null, 2)}</pre>
      </details>
      {fixed.length > 0 && <p className="text-sm text-muted">{words.fixed(fixed.join(', '))}</p>}
    </section>
  );
}

function SettingsDialog({
  name,
  settings,
  onClose,
}: {
  name: Exclude<Name, 'seller'>;
  settings: Settings;
  onClose(): void;
}) {
  return (
    <ActDialog
      title={words.changeSection[name]}
      lead={words.sectionLead[name]}
      confirmLabel={words.change}
      onClose={onClose}
      onConfirm={async ({ value = '{}', reason = '' }) => {
        const body = { value: JSON.parse(value), reason: reason.trim() };
        await liveClient().call('PUT /operator/settings/{id}', { params: { id: name }, body });
        await Promise.all([renewLive(), renew('GET /payments/prices')]);
      }}
    >
      <Field label={words.value}>
        <TextArea
          name="value"
          required
          rows={14}
          className="font-mono text-xs"
          defaultValue={JSON.stringify(settings[name].live, null, 2)}
        />
      </Field>
    </ActDialog>
  );
}
