// What happens when credits run low: an automatic purchase, a mail, or nothing.
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { SwitchRow } from '../parts/switch-row.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { nameOfPackage } from './package-name.ts';
import { billing } from './strings.ts';

const { topUp: words } = billing;
const DEFAULT_BELOW = 100;

export function TopUpPanel() {
  return (
    <Panel title={words.title} lead={words.lead}>
      <Loaded query={useCall('GET /payments/settings')}>{(settings) => <TopUpForm settings={settings} />}</Loaded>
    </Panel>
  );
}

function TopUpForm({ settings }: { settings: Reply<'GET /payments/settings'> }) {
  const packages = useCall('GET /payments/prices').data?.packages ?? [];
  const [isAuto, setAuto] = useState(settings.auto_top_up !== null);
  const [isMail, setMail] = useState(settings.low_balance_mail !== null);
  const [chosen, setChosen] = useState(settings.auto_top_up?.package ?? '');
  const form = useForm(async ({ autoBelow, mailBelow }) => {
    const name = chosen || packages[0]?.id;
    await client().call('PATCH /payments/settings', {
      body: {
        auto_top_up: isAuto && name ? { package: name, below: Number(autoBelow) } : null,
        low_balance_mail: isMail ? { below: Number(mailBelow) } : null,
      },
    });
    tell(words.saved);
    await renew('GET /payments/settings');
  });
  return (
    <form onSubmit={form.onSubmit} className="grid gap-4">
      <SwitchRow label={words.auto} hint={words.autoHint} isOn={isAuto} onChange={setAuto} />
      {isAuto && settings.auto_top_up?.paused && (
        <p role="alert" className="text-sm text-danger">
          {words.paused(settings.auto_top_up.paused.reason)}
        </p>
      )}
      {isAuto && (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
          <Field label={words.package}>
            <Select
              options={packages.map((one) => ({ value: one.id, label: nameOfPackage(one) }))}
              value={chosen || packages[0]?.id}
              onChange={setChosen}
            />
          </Field>
          <Below name="autoBelow" value={settings.auto_top_up?.below} />
        </div>
      )}
      <SwitchRow label={words.mail} isOn={isMail} onChange={setMail} />
      {isMail && <Below name="mailBelow" value={settings.low_balance_mail?.below} />}
      <ErrorNote error={form.problem} />
      <Button type="submit" isBusy={form.isBusy} className="w-fit">
        {words.save}
      </Button>
    </form>
  );
}

function Below({ name, value }: { name: string; value: number | undefined }) {
  return (
    <Field label={words.below}>
      <Input name={name} type="number" min={0} step="any" required defaultValue={value ?? DEFAULT_BELOW} />
    </Field>
  );
}
