// One account: its balance and usage, the operator's past actions on it, and the possible ones.
import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatAgo, formatCount, formatCredits, formatDay } from '../parts/format.ts';
import { grants as terms } from '../parts/grant-strings.ts';
import { GrantsTable } from '../parts/grants-table.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { type AccountAct, AccountActDialog, type AccountView } from './account-acts.tsx';
import { AccountStatus } from './accounts-page.tsx';
import { acts } from './act-strings.ts';
import { AuditTable } from './audit-page.tsx';
import { Facts } from './facts.tsx';
import { useOperatorQuery } from './operator-queries.ts';
import { operators, account as words } from './strings.ts';

export function AccountPage({ id }: { id: string }) {
  const query = useOperatorQuery('GET /operator/accounts/{id}', { params: { id } });
  const [act, setAct] = useState<AccountAct | null>(null);
  return (
    <>
      <p className="mb-3 text-sm">
        <Link
          to="/operator/$"
          params={{ _splat: 'accounts' }}
          className="text-muted underline-offset-2 hover:underline"
        >
          ← {words.back}
        </Link>
      </p>
      <Loaded query={query}>
        {(account) => (
          <>
            <PageHead
              title={account.email}
              lead={
                <span className="flex flex-wrap items-center gap-2">
                  {account.name}
                  <Badge>{account.plan}</Badge>
                  <AccountStatus account={account} />
                </span>
              }
              actions={<ActButtons account={account} onAct={setAct} />}
            />
            <div className="grid gap-6 lg:grid-cols-2">
              <Money account={account} />
              <About account={account} />
              <Grants account={account} />
              <Usage account={account} />
              <Panel title={words.history} className="lg:col-span-2">
                <AuditTable filter={{ account_id: id }} empty={words.noHistory} />
              </Panel>
            </div>
            {act && <AccountActDialog act={act} account={account} onClose={() => setAct(null)} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function ActButtons({ account, onAct }: { account: AccountView; onAct(act: AccountAct): void }) {
  const suspension = account.status === 'suspended' ? 'unsuspend' : 'suspend';
  return (
    <>
      <Button onClick={() => onAct('credits')}>{acts.credits.button}</Button>
      <Button onClick={() => onAct('plan')}>{acts.plan.button}</Button>
      <Button onClick={() => onAct('priceFactor')}>{acts.priceFactor.button}</Button>
      <Button onClick={() => onAct('revertPriceFactor')}>{acts.revertPriceFactor.button}</Button>
      {!account.is_owner && (
        <Button look={suspension === 'suspend' ? 'danger' : 'plain'} onClick={() => onAct(suspension)}>
          {acts[suspension].button}
        </Button>
      )}
      <Button onClick={() => onAct('export')}>{acts.export.button}</Button>
      {!account.is_owner && (
        <>
          <Button onClick={() => onAct('keep')}>{acts.keep.button}</Button>
          <Button look="danger" onClick={() => onAct('delete')}>
            {acts.delete.button}
          </Button>
        </>
      )}
    </>
  );
}

function Money({ account }: { account: AccountView }) {
  return (
    <Panel title={words.money}>
      <div className="grid gap-5 sm:grid-cols-2">
        {(['live', 'test'] as const).map((environment) => {
          const { credits, held, available } = account.balances[environment];
          return (
            <div key={environment}>
              <h3 className="mb-1 text-sm font-medium text-muted">{words[environment]}</h3>
              <Facts
                facts={[
                  [words.balance, formatCredits(credits)],
                  [words.held, formatCredits(held)],
                  [words.available, formatCredits(available)],
                ]}
              />
            </div>
          );
        })}
      </div>
    </Panel>
  );
}

/** Only environments that have any. */
function Grants({ account: { grants, balances } }: { account: AccountView }) {
  const given = (['live', 'test'] as const).filter((environment) => grants[environment].length > 0);
  return given.map((environment) => (
    <Panel
      key={environment}
      title={`${terms.title} (${operators.environments[environment]})`}
      lead={terms.lead}
      className="lg:col-span-2"
    >
      <GrantsTable grants={grants[environment]} balance={balances[environment].credits} />
    </Panel>
  ));
}

function About({ account }: { account: AccountView }) {
  const { keys, jobs, subscription } = account;
  return (
    <Panel title={words.facts}>
      <Facts
        facts={[
          [
            words.id,
            <code className="font-mono text-xs break-all" key="id">
              {account.id}
            </code>,
          ],
          [words.keys, words.keysOf(formatCount(keys.live), formatCount(keys.test))],
          [words.lastUsed, keys.last_used_at ? formatAgo(keys.last_used_at) : operators.never],
          [words.jobs, words.jobsOf(formatCount(jobs.running), formatCount(jobs.waiting))],
          [words.givenPlan, account.given_plan ?? operators.none],
          [words.priceFactor, factorOf(account)],
          [words.attribution, words.attributions[account.attribution_setting]],
          [
            words.subscription,
            subscription
              ? words.subscriptionOf(subscription.plan, formatDay(subscription.current_period_end))
              : operators.none,
          ],
        ]}
      />
    </Panel>
  );
}

function factorOf({ price_factor_permille: permille }: AccountView): string {
  return permille === null ? words.planFactor : words.ofListPrice(String(permille / 10));
}

function Usage({ account }: { account: AccountView }) {
  const total = account.usage_30_days;
  return (
    <Panel
      title={words.usage}
      lead={words.usageTotal(formatCount(total.requests), formatCredits(total.credits))}
      className="lg:col-span-2"
    >
      {account.usage_by_module.length === 0 ? (
        <EmptyState icon={ChartNoAxesColumn} title={words.noUsage} />
      ) : (
        <Table
          label={words.usageTable}
          rows={account.usage_by_module}
          keyOf={(line) => line.module}
          columns={[
            { title: words.usageColumns.module, cell: (line) => line.module },
            { title: words.usageColumns.requests, isNumber: true, cell: (line) => formatCount(line.requests) },
            { title: words.usageColumns.errors, isNumber: true, cell: (line) => formatCount(line.errors) },
            { title: words.usageColumns.credits, isNumber: true, cell: (line) => formatCredits(line.credits) },
          ]}
        />
      )}
    </Panel>
  );
}
