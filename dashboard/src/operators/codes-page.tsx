// Redeem codes: created in batches, shown once, listed with their uses, revoked.
import { TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { liveClient, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { downloadCsv } from '../parts/csv.ts';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { formatCredits, formatDay } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { shared } from '../strings.ts';
import { ActDialog } from './act-dialog.tsx';
import { act, type Row, useOperatorPages } from './operator-queries.ts';
import { operators, codes as words } from './strings.ts';

type Line = Row<'GET /operator/codes'>;
type Batch = Reply<'POST /operator/codes'>;

export function CodesPage() {
  const [isMaking, setMaking] = useState(false);
  const [batch, setBatch] = useState<Batch>();
  const [revoked, setRevoked] = useState<Line>();
  const columns = [...COLUMNS, revokeColumn(setRevoked)];
  return (
    <>
      <PageHead
        title={operators.pages.codes}
        lead={words.lead}
        actions={
          <Button look="primary" onClick={() => setMaking(true)}>
            {words.make}
          </Button>
        }
      />
      <Panel>
        <PagedTable
          label={words.table}
          pages={useOperatorPages('GET /operator/codes', {})}
          columns={columns}
          empty={{ icon: TicketPercent, title: words.none, hint: words.noneHint }}
        />
      </Panel>
      {isMaking && <MakeDialog onClose={() => setMaking(false)} onMade={setBatch} />}
      {batch && <BatchDialog batch={batch} onClose={() => setBatch(undefined)} />}
      {revoked && <RevokeDialog line={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

function MakeDialog({ onClose, onMade }: { onClose(): void; onMade(batch: Batch): void }) {
  const plans = useCall('GET /payments/prices').data?.plans ?? [];
  const [plan, setPlan] = useState('');
  return (
    <ActDialog
      title={words.make}
      lead={words.makeLead}
      confirmLabel={words.makeConfirm}
      onClose={onClose}
      onConfirm={async ({ count, credits, days, maxUses, reason = '' }) => {
        const body = {
          count: Number(count),
          max_uses: Number(maxUses),
          ...(Number(credits) > 0 ? { credits: Number(credits) } : {}),
          ...(plan ? { plan, days: Number(days) } : {}),
          reason: reason.trim(),
        };
        onMade(await liveClient().call('POST /operator/codes', { body }));
        await renew('GET /operator/codes');
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.count}>
          <Input name="count" type="number" min={1} max={1_000} step={1} required defaultValue={1} />
        </Field>
        <Field label={words.maxUses}>
          <Input name="maxUses" type="number" min={1} max={1_000_000} step={1} required defaultValue={1} />
        </Field>
        <Field label={words.credits}>
          <Input name="credits" type="number" min={0} step="any" required defaultValue={100} />
        </Field>
        <Field label={words.plan}>
          <Select
            value={plan}
            onChange={setPlan}
            options={[
              { value: '', label: operators.none },
              ...plans.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        {plan && (
          <Field label={words.days}>
            <Input name="days" type="number" min={1} max={3_660} step={1} required defaultValue={30} />
          </Field>
        )}
      </div>
    </ActDialog>
  );
}

function BatchDialog({ batch, onClose }: { batch: Batch; onClose(): void }) {
  const text = batch.codes.join('\n');
  const rows = batch.codes.map((code) => ({
    code,
    credits: batch.credits,
    plan: batch.plan ?? '',
    batch: batch.batch_id,
  }));
  return (
    <Dialog isOpen onClose={onClose} title={words.made(batch.codes.length)} description={words.madeLead}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-64 overflow-auto rounded-lg border border-line p-3 font-mono text-sm">
        {text}
      </pre>
      <DialogActions>
        <CopyButton text={text} />
        <Button look="quiet" onClick={() => downloadCsv(`${batch.batch_id}.csv`, rows)}>
          {words.download}
        </Button>
        <Button look="primary" onClick={onClose}>
          {shared.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function RevokeDialog({ line, onClose }: { line: Line; onClose(): void }) {
  return (
    <ActDialog
      title={words.revokeTitle(line.hint)}
      lead={words.revokeLead}
      confirmLabel={words.revoke}
      isDangerous
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act('POST /operator/codes/{id}/revoke', line.id, { reason: reason.trim() }, onceKey);
        await renew('GET /operator/codes');
      }}
    />
  );
}

const COLUMNS: Column<Line>[] = [
  { title: words.columns.code, cell: ({ hint }) => <code className="font-mono">…{hint}</code> },
  {
    title: words.columns.gives,
    cell: ({ credits, plan, days }) =>
      [credits > 0 && words.givesCredits(formatCredits(credits)), plan && words.givesPlan(plan, days ?? 0)]
        .filter(Boolean)
        .join(', '),
  },
  { title: words.columns.used, isNumber: true, cell: ({ used, max_uses: most }) => words.usedOf(used, most) },
  {
    title: words.columns.status,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'plain'}>{words.statuses[status]}</Badge>,
  },
  { title: words.columns.made, cell: ({ created_at: made }) => formatDay(made) },
];

function revokeColumn(choose: (line: Line) => void): Column<Line> {
  return {
    title: operators.acts,
    cell: (line) =>
      line.status === 'active' && (
        <Button size="small" look="quiet" onClick={() => choose(line)}>
          {words.revoke}
        </Button>
      ),
  };
}
