// What lawyers ask the operator: where data is, how long it is kept, who else receives it; and a template of an agreement.
import { Download } from 'lucide-react';
import { liveClient, type Reply } from '../api/client.ts';
import { buttonClass } from '../parts/button.tsx';
import { formatCountry } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { locale } from '../words.ts';
import { dataProtection as words } from './data-strings.ts';
import { useOperatorQuery } from './operator-queries.ts';
import { operators } from './strings.ts';

type Data = Reply<'GET /operator/data-protection'>;

const muted = (text: string) => <span className="text-muted">{text}</span>;

const PROCESSORS: Column<Data['processors'][number]>[] = [
  { title: words.name, cell: ({ name, provider }) => (provider && provider !== name ? `${name} (${provider})` : name) },
  { title: words.host, cell: ({ host }) => host ?? muted(words.open) },
  {
    title: words.country,
    cell: ({ own, country }) => (own ? muted(words.own) : country ? formatCountry(country) : muted(words.open)),
  },
  { title: words.receives, cell: ({ receives }) => receives },
  {
    title: words.unstored,
    cell: ({ asked_not_to_store: asked }) => (asked === null ? operators.none : words.asked[asked]),
  },
];
const PLACES: Column<Data['places'][number]>[] = [
  { title: words.places, cell: ({ holds }) => words.holds[holds] },
  { title: words.host, cell: ({ host, region }) => [host ?? words.here, region].filter(Boolean).join(', ') },
];
const RETENTION: Column<Data['retention'][number]>[] = [
  { title: words.kind, cell: ({ kind }) => words.kinds[kind] },
  { title: words.kept, cell: ({ days }) => words.days({ days }) },
  {
    title: words.plans,
    cell: ({ plans }) => plans.map(({ plan, days }) => `${plan}: ${words.days({ days })}`).join(', ') || operators.none,
  },
];

export function DataProtectionPage() {
  const data = useOperatorQuery('GET /operator/data-protection', { query: { language: locale() } });
  return (
    <>
      <PageHead
        title={operators.pages.data}
        lead={words.lead}
        actions={
          <>
            <AgreementLink format="markdown" label={words.agreement} />
            <AgreementLink format="html" label={words.agreementHtml} />
          </>
        }
      />
      <Loaded query={data}>
        {({ seller, processors, places, retention }) => (
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
            <p className="max-w-3xl text-sm text-muted">
              {words.agreementHint} {seller ? '' : words.noSeller}
            </p>
            <Panel title={words.processors} lead={words.processorsLead}>
              <Table
                label={words.processors}
                rows={processors}
                keyOf={({ role, name, makes }) => `${role} ${name} ${makes}`}
                columns={PROCESSORS}
              />
            </Panel>
            <Panel title={words.places}>
              <Table label={words.places} rows={places} keyOf={({ holds }) => holds} columns={PLACES} />
            </Panel>
            <Panel title={words.retention}>
              <Table label={words.retention} rows={retention} keyOf={({ kind }) => kind} columns={RETENTION} />
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  );
}

function AgreementLink({ format, label }: { format: 'markdown' | 'html'; label: string }) {
  const query = { format, language: locale() };
  return (
    <a
      className={buttonClass('plain')}
      href={liveClient().addressOf('GET /operator/data-protection/agreement', { query })}
      download
    >
      <Download aria-hidden className="size-4" />
      {label}
    </a>
  );
}
