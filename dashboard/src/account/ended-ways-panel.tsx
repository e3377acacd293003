// Says what ended when the user verified the email address: somebody else may have set it up before.
import type { Security } from '../api/security.ts';
import { formatDay } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { account } from './strings.ts';

const { endedWays: words } = account;
const KINDS = Object.keys(words.kinds) as (keyof typeof words.kinds)[];

export function EndedWaysPanel({ ended }: { ended: NonNullable<Security['ended_ways']> }) {
  return (
    <Panel title={words.title} lead={words.lead(formatDay(ended.at))}>
      <ul className="list-disc pl-5 text-sm">
        {KINDS.filter((kind) => (ended.counts[kind] ?? 0) > 0).map((kind) => (
          <li key={kind}>{`${words.kinds[kind]}: ${ended.counts[kind]}`}</li>
        ))}
      </ul>
    </Panel>
  );
}
