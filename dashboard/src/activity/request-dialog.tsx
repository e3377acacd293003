// One request: its facts, its bodies if kept, the same call as code, and a way to run it again.
import type { ReactNode } from 'react';
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { guards as guardWords } from '../parts/guard-strings.ts';
import { Loaded } from '../parts/loaded.tsx';
import { SameCall } from '../parts/same-call.tsx';
import { RunAgain } from './run-again.tsx';
import { activity as words } from './strings.ts';

type Details = Reply<'GET /requests/{id}'>;

export function RequestDialog({ id, onClose }: { id: string; onClose(): void }) {
  const query = useCall('GET /requests/{id}', { params: { id } });
  const title = query.data ? `${query.data.method} ${query.data.route}` : words.details;
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Loaded query={query}>{(request) => <Shown request={request} />}</Loaded>
    </Dialog>
  );
}

function Shown({ request }: { request: Details }) {
  const body = parsed(request.request_body);
  const call = { method: request.method, path: request.route, ...(body === undefined ? {} : { body }) };
  return (
    <div className="grid min-w-0 gap-4">
      {request.error_message && (
        <p className="rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">{request.error_message}</p>
      )}
      <Facts request={request} />
      {request.bodies !== 'kept' && <p className="text-sm text-muted">{words.bodies[request.bodies]}</p>}
      {request.request_body && <CodeBlock label={words.input} text={pretty(request.request_body)} />}
      {request.response_body && <CodeBlock label={words.result} text={pretty(request.response_body)} />}
      {request.bodies_cut && <p className="text-sm text-muted">{words.bodies.cut}</p>}
      <SameCall request={call} />
      <RunAgain request={request} />
    </div>
  );
}

function Facts({ request }: { request: Details }) {
  const { facts } = words;
  const keys = useCall('GET /account/keys').data?.data ?? [];
  const rows: [string, ReactNode][] = [
    [
      facts.id,
      <span key="id" className="font-mono text-xs break-all">
        {request.id}
      </span>,
    ],
    [
      facts.key,
      request.key_id ? (keys.find(({ id }) => id === request.key_id)?.name ?? request.key_id) : facts.dashboard,
    ],
    ...(request.served_model ? [[facts.servedBy, request.served_model] as [string, string]] : []),
    ...(request.from_cache ? [[facts.cache, facts.hit] as [string, string]] : []),
    ...(request.prompt_tokens === null
      ? []
      : [[facts.tokens, facts.tokensOf(request.prompt_tokens, request.completion_tokens ?? 0)] as [string, string]]),
    [facts.sizes, facts.sizesOf(request.request_bytes, request.response_bytes)],
    ...(request.first_byte_ms === null
      ? []
      : [[facts.firstByte, words.milliseconds(request.first_byte_ms)] as [string, string]]),
    ...(request.guards ? [[facts.guards, guardsOf(request.guards)] as [string, string]] : []),
    ...(request.job_id ? [[facts.job, request.job_id] as [string, string]] : []),
  ];
  return (
    <dl className="grid gap-1.5 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pretty(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** `email 2, card 1` of each thing that was done. */
function guardsOf({ moderation, ...tallies }: NonNullable<Details['guards']>): string {
  const { actions } = guardWords;
  const labels = { masked: actions.mask, noted: actions.note, refused: actions.refuse };
  const done = (Object.keys(labels) as (keyof typeof labels)[]).flatMap((name) => {
    const counts = Object.entries(tallies[name] ?? {}).map(([kind, count]) => `${kind} ${count}`);
    return counts.length > 0 ? [`${labels[name]}: ${counts.join(', ')}`] : [];
  });
  return [...done, ...(moderation ? [moderation.join(', ')] : [])].join(' · ');
}
