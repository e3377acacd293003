// Which models suit the service's machine, and why better ones do not.
import type { Reply } from '../api/client.ts';
import { formatCount } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { engines as words } from './engine-strings.ts';
import { useOperatorQuery } from './operator-queries.ts';

type Choice = Reply<'GET /operator/models/recommendation'>['data'][number];

export function RecommendationPanel() {
  const query = useOperatorQuery('GET /operator/models/recommendation');
  const lead = query.data ? words.recommendationLead(query.data.machine.described) : '';
  return (
    <Panel title={words.recommendation} lead={lead}>
      <Loaded query={query}>
        {({ data }) => (
          <Table label={words.recommendationTable} columns={COLUMNS} rows={data} keyOf={({ use }) => use} />
        )}
      </Loaded>
    </Panel>
  );
}

const { recommendationColumns: titles } = words;

const COLUMNS: Column<Choice>[] = [
  { title: titles.use, cell: ({ use }) => use },
  {
    title: titles.model,
    cell: ({ model }) => (model ? <code className="font-mono text-xs">{model}</code> : words.nothing),
  },
  {
    title: titles.why,
    cell: ({ reason, passed_over: passedOver }) => (
      <div className="max-w-prose min-w-64 whitespace-normal">
        {reason}
        {passedOver.length > 0 && (
          <details className="text-xs text-muted">
            <summary>{words.passedOver(formatCount(passedOver.length))}</summary>
            <ul>
              {passedOver.map(({ model, why }) => (
                <li key={model}>
                  <code className="font-mono">{model}</code>: {why}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    ),
  },
];
