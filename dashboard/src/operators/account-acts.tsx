// Dialogs for the operator's actions on an account.
import type { Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Field, Input, Select } from '../parts/field.tsx';
import { formatCredits } from '../parts/format.ts';
import { tell } from '../parts/toast.tsx';
import { ActDialog } from './act-dialog.tsx';
import { acts } from './act-strings.ts';
import { type DataAct, DataDialog } from './data-dialog.tsx';
import { act } from './operator-queries.ts';
import { operators } from './strings.ts';

export type AccountView = Reply<'GET /operator/accounts/{id}'>;
export type AccountAct = 'credits' | 'plan' | 'priceFactor' | 'revertPriceFactor' | 'suspend' | 'unsuspend' | DataAct;

interface Props {
  account: AccountView;
  onClose(): void;
}

export function AccountActDialog({ act: kind, ...props }: Props & { act: AccountAct }) {
  switch (kind) {
    case 'credits':
      return <CreditsDialog {...props} />;
    case 'plan':
      return <PlanDialog {...props} />;
    case 'priceFactor':
      return <PriceFactorDialog {...props} />;
    case 'revertPriceFactor':
      return <RevertPriceFactorDialog {...props} />;
    case 'delete':
    case 'keep':
    case 'export':
      return <DataDialog kind={kind} {...props} />;
    case 'suspend':
    case 'unsuspend':
      return <SuspensionDialog kind={kind} {...props} />;
  }
}

function CreditsDialog({ account, onClose }: Props) {
  const words = acts.credits;
  return (
    <ActDialog
      title={words.title(account.email)}
      lead={words.lead}
      confirmLabel={words.confirm}
      reasonHint={operators.creditsReasonHint}
      onClose={onClose}
      onConfirm={async ({ credits = '', environment, expires = '', promotional, reason = '' }, onceKey) => {
        const body = {
          credits: Number(credits),
          environment: environment === 'test' ? 'test' : 'live',
          ...(expires ? { expires_at: `${expires}T23:59:59Z` } : {}),
          ...(promotional ? { promotional: true } : {}),
          reason,
        } as const;
        const done = await act('POST /operator/accounts/{id}/credits', account.id, body, onceKey);
        tell(words.done(formatCredits(done.balance_after)));
        await renewAccounts();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field label={words.amount} hint={words.amountHint}>
          <Input name="credits" type="number" step="0.000001" inputMode="decimal" required />
        </Field>
        <Field label={words.environment}>
          <Select
            name="environment"
            onChange={() => undefined}
            options={[
              { value: 'live', label: operators.environments.live ?? '' },
              { value: 'test', label: operators.environments.test ?? '' },
            ]}
          />
        </Field>
      </div>
      <Field label={words.expires} hint={words.expiresHint}>
        <Input name="expires" type="date" />
      </Field>
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" name="promotional" value="yes" className="accent-accent" />
        {words.promotional}
      </label>
    </ActDialog>
  );
}

function PlanDialog({ account, onClose }: Props) {
  const words = acts.plan;
  const plans = useCall('GET /payments/prices').data?.plans ?? [];
  const others = plans.filter(({ id }) => id !== account.plan);
  return (
    <ActDialog
      title={words.title(account.email)}
      lead={words.lead}
      confirmLabel={words.confirm}
      onClose={onClose}
      onConfirm={async ({ plan = '', reason = '' }, onceKey) => {
        const done = await act('POST /operator/accounts/{id}/plan', account.id, { plan, reason }, onceKey);
        tell(words.done(done.plan));
        await renewAccounts();
      }}
    >
      <Field label={words.plan}>
        <Select
          name="plan"
          onChange={() => undefined}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
    </ActDialog>
  );
}

function PriceFactorDialog({ account, onClose }: Props) {
  const words = acts.priceFactor;
  const { price_factor_permille: permille } = account;
  return (
    <ActDialog
      title={words.title(account.email)}
      lead={words.lead}
      confirmLabel={words.confirm}
      onClose={onClose}
      onConfirm={async ({ percent = '', reason = '' }, onceKey) => {
        const body = { price_factor_permille: percent === '' ? null : Math.round(Number(percent) * 10), reason };
        await act('POST /operator/accounts/{id}/price-factor', account.id, body, onceKey);
        tell(words.done);
        await renewAccounts();
      }}
    >
      <Field label={words.percent} hint={words.percentHint}>
        <Input
          name="percent"
          type="number"
          min={0}
          max={1000}
          step="0.1"
          inputMode="decimal"
          defaultValue={permille === null ? '' : permille / 10}
        />
      </Field>
    </ActDialog>
  );
}

function RevertPriceFactorDialog({ account, onClose }: Props) {
  const words = acts.revertPriceFactor;
  return (
    <ActDialog
      title={words.title(account.email)}
      lead={words.lead}
      confirmLabel={words.confirm}
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act('POST /operator/accounts/{id}/price-factor/revert', account.id, { reason }, onceKey);
        tell(words.done);
        await renewAccounts();
      }}
    />
  );
}

function SuspensionDialog({ kind, account, onClose }: Props & { kind: 'suspend' | 'unsuspend' }) {
  const words = acts[kind];
  return (
    <ActDialog
      title={words.title(account.email)}
      lead={words.lead}
      confirmLabel={words.confirm}
      isDangerous={kind === 'suspend'}
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act(`POST /operator/accounts/{id}/${kind}`, account.id, { reason }, onceKey);
        tell(words.done);
        await renewAccounts();
      }}
    />
  );
}

function renewAccounts(): Promise<void> {
  return renew('GET /operator/accounts', 'GET /operator/accounts/{id}', 'GET /operator/audit');
}
