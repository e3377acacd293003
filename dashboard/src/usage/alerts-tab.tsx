// The thresholds of caps, budgets and the balance at which the account is notified, and how: webhook, mail and chat.
import { Link } from '@tanstack/react-router';
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { budgets } from './budget-strings.ts';

const { alerts: words } = budgets;
const KINDS = Object.keys(words.kinds) as (keyof typeof words.kinds)[];
/** The API's maximum. */
const PLACES = [0, 1, 2, 3, 4];

export function AlertsTab() {
  return (
    <Loaded query={useCall('GET /account/alerts')}>
      {(settings) => <AlertsForm key={JSON.stringify(settings)} settings={settings} />}
    </Loaded>
  );
}

function AlertsForm({ settings }: { settings: Reply<'GET /account/alerts'> }) {
  const form = useForm(async (values) => {
    const numbers = (name: string) =>
      PLACES.flatMap((place) => (values[`${name}${place}`] ? [Number(values[`${name}${place}`])] : []));
    await client().call('PATCH /account/alerts', {
      body: {
        percents: numbers('percent'),
        balance: numbers('balance'),
        mail: KINDS.filter((kind) => values[`mail-${kind}`] === 'on'),
        slack_url: values.slack?.trim() || null,
      },
    });
    tell(words.saved);
    await renew('GET /account/alerts');
  });
  return (
    <form onSubmit={form.onSubmit} className="grid items-start gap-5 lg:grid-cols-2">
      <Panel title={words.whenTitle} lead={words.whenLead}>
        <div className="grid gap-5">
          <Numbers name="percent" title={words.percents} hint={words.percentsHint} values={settings.percents} />
          <Numbers name="balance" title={words.balance} hint={words.balanceHint} values={settings.balance} />
        </div>
      </Panel>
      <Panel title={words.howTitle} lead={words.howLead}>
        <div className="grid gap-5">
          <Webhooks />
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">{words.mail}</legend>
            <div className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
              {KINDS.map((kind) => (
                <label key={kind} className="flex items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    name={`mail-${kind}`}
                    defaultChecked={settings.mail.includes(kind)}
                    className="accent-accent"
                  />
                  {words.kinds[kind]}
                </label>
              ))}
            </div>
          </fieldset>
          <Field label={words.chat} hint={words.chatHint}>
            <Input
              name="slack"
              type="url"
              maxLength={2_048}
              autoComplete="off"
              placeholder="https://hooks.slack.com/services/…"
              defaultValue={settings.slack_url ?? ''}
            />
          </Field>
        </div>
      </Panel>
      <div className="grid gap-4 lg:col-span-2">
        <ErrorNote error={form.problem} />
        <Button type="submit" look="primary" isBusy={form.isBusy} className="w-fit">
          {words.save}
        </Button>
      </div>
    </form>
  );
}

interface NumbersProps {
  name: 'percent' | 'balance';
  title: string;
  hint: string;
  values: readonly number[];
}

function Numbers({ name, title, hint, values }: NumbersProps) {
  const isPercent = name === 'percent';
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {PLACES.map((place) => (
          <Input
            key={place}
            name={`${name}${place}`}
            type="number"
            aria-label={words.numberOf(title, place + 1)}
            min={isPercent ? 1 : 0}
            max={isPercent ? 100 : 1_000_000_000}
            step={isPercent ? 1 : 'any'}
            defaultValue={values[place] ?? ''}
            className="tabular-nums"
          />
        ))}
      </div>
      <p className="mt-1.5 text-[0.8125rem] text-muted">{hint}</p>
    </fieldset>
  );
}

/** Endpoints subscribe to the event themselves: shows how many do, and where. */
function Webhooks() {
  const endpoints = useCall('GET /webhooks').data?.data;
  const hearing = endpoints?.filter(
    ({ enabled, events }) => enabled && (events.includes('*') || events.includes('budget.threshold')),
  );
  return (
    <div className="text-sm">
      <p className="mb-1.5 font-medium">{words.webhook}</p>
      <p className="text-muted">
        {hearing && words.hearing(hearing.length)}{' '}
        <Link to="/webhooks" className="text-accent underline underline-offset-2">
          {hearing?.length ? words.toWebhooks : words.addWebhook}
        </Link>
      </p>
    </div>
  );
}
