// Coupons: create, list with their uses, disable.
import { TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { liveClient } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { formatDay } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { ActDialog } from './act-dialog.tsx';
import { act, type Row, useOperatorPages } from './operator-queries.ts';
import { operators, coupons as words } from './strings.ts';

type Line = Row<'GET /operator/coupons'>;

export function CouponsPage() {
  const [isMaking, setMaking] = useState(false);
  const [disabled, setDisabled] = useState<Line>();
  return (
    <>
      <PageHead
        title={operators.pages.coupons}
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
          pages={useOperatorPages('GET /operator/coupons', {})}
          columns={[...COLUMNS, disableColumn(setDisabled)]}
          empty={{ icon: TicketPercent, title: words.none, hint: words.noneHint }}
        />
      </Panel>
      {isMaking && <MakeDialog onClose={() => setMaking(false)} />}
      {disabled && <DisableDialog line={disabled} onClose={() => setDisabled(undefined)} />}
    </>
  );
}

function MakeDialog({ onClose }: { onClose(): void }) {
  const [kind, setKind] = useState('percent_off');
  return (
    <ActDialog
      title={words.make}
      lead={words.makeLead}
      confirmLabel={words.makeConfirm}
      onClose={onClose}
      onConfirm={async ({ code = '', off, maxUses = '', reason = '' }) => {
        const value = Number(off);
        const body = {
          ...(code.trim() ? { code: code.trim() } : {}),
          ...(kind === 'percent_off' ? { percent_off: value } : { amount_off: Math.round(value * 100) }),
          ...(maxUses ? { max_uses: Number(maxUses) } : {}),
          reason: reason.trim(),
        };
        await liveClient().call('POST /operator/coupons', { body });
        await renew('GET /operator/coupons');
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.code} hint={words.codeHint}>
          <Input name="code" pattern="[A-Za-z0-9\-]{3,40}" maxLength={40} />
        </Field>
        <Field label={words.maxUses} hint={words.maxUsesHint}>
          <Input name="maxUses" type="number" min={1} max={1_000_000} step={1} />
        </Field>
        <Field label={words.kind}>
          <Select value={kind} onChange={setKind} options={words.kinds} />
        </Field>
        <Field label={words.off}>
          <Input name="off" type="number" min={0.01} step="any" required defaultValue={10} />
        </Field>
      </div>
    </ActDialog>
  );
}

function DisableDialog({ line, onClose }: { line: Line; onClose(): void }) {
  return (
    <ActDialog
      title={words.disableTitle(line.code)}
      lead={words.disableLead}
      confirmLabel={words.disable}
      isDangerous
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act('POST /operator/coupons/{id}/disable', line.id, { reason: reason.trim() }, onceKey);
        await renew('GET /operator/coupons');
      }}
    />
  );
}

const COLUMNS: Column<Line>[] = [
  { title: words.columns.code, cell: ({ code }) => <code className="font-mono">{code}</code> },
  {
    title: words.columns.off,
    cell: ({ percent_off: percent, amount_off: amount }) =>
      percent === null ? ((amount ?? 0) / 100).toFixed(2) : `${percent} %`,
  },
  { title: words.columns.used, isNumber: true, cell: ({ used, max_uses: most }) => words.usedOf(used, most) },
  {
    title: words.columns.status,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'plain'}>{words.statuses[status]}</Badge>,
  },
  { title: words.columns.made, cell: ({ created_at: made }) => formatDay(made) },
];

function disableColumn(choose: (line: Line) => void): Column<Line> {
  return {
    title: operators.acts,
    cell: (line) =>
      line.status === 'active' && (
        <Button size="small" look="quiet" onClick={() => choose(line)}>
          {words.disable}
        </Button>
      ),
  };
}
