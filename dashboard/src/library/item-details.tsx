// What is known of an item: its words, its facts, what it cost and its tags.
import { type FormEvent, type ReactNode, useState } from 'react';
import { client, type JobState } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Input } from '../parts/field.tsx';
import { formatCredits, formatTime } from '../parts/format.ts';
import { tell } from '../parts/toast.tsx';
import { locale } from '../words.ts';
import type { Item } from './item.ts';
import { library as words } from './strings.ts';

const MAX_TAG_LETTERS = 40;
/** Of a job's answer, in this order. */
const FACTS = ['genre', 'key', 'tempo', 'duration', 'resolution', 'style', 'model', 'seed'] as const;

export function ItemDetails({ item }: { item: Item }) {
  // A song and a video have the id of the job that made them; whatever else an item was made with was not kept.
  const isJob = item.kind === 'song' || item.kind === 'video';
  const job = useCall('GET /jobs/{id}', { params: { id: item.id } }, { enabled: isJob }).data;
  const facts = factsOf(item, job as JobState | undefined);
  return (
    <aside
      aria-label={words.details}
      className="grid min-h-0 content-start gap-6 overflow-y-auto border-line bg-surface p-5 max-lg:border-t lg:border-l"
    >
      {item.prompt && (
        <Part title={words.prompt} act={<CopyButton text={item.prompt} />}>
          <p className="text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">{item.prompt}</p>
        </Part>
      )}
      <Part title={words.facts}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={words.tags}>
        <Tags item={item} />
      </Part>
    </aside>
  );
}

function Part({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 className="text-sm font-medium text-muted">{title}</h2>
        {act}
      </div>
      {children}
    </section>
  );
}

function factsOf(item: Item, job: JobState | undefined): [string, string][] {
  const known = (job ?? {}) as Record<string, unknown>;
  const credits = job?.usage?.credits;
  return [
    [words.kind, words.names[item.kind] ?? item.kind],
    [words.made, formatTime(item.created_at)],
    ...FACTS.flatMap((fact): [string, string][] => {
      const value = known[fact];
      const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '');
      return isShown ? [[words.factNames[fact], words.factOf(fact, value)]] : [];
    }),
    ...(item.bytes === null ? [] : ([[words.size, sizeOf(item.bytes)]] as [string, string][])),
    ...(typeof credits === 'number'
      ? ([[words.cost, words.credits(formatCredits(credits))]] as [string, string][])
      : []),
    ...(item.shares > 0 ? ([[words.links, String(item.shares)]] as [string, string][]) : []),
  ];
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1e6;
  const unit = megabytes >= 1 ? 'megabyte' : 'kilobyte';
  const size = megabytes >= 1 ? megabytes : bytes / 1e3;
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
}

function Tags({ item }: { item: Item }) {
  const [tag, setTag] = useState('');
  const change = async (body: { add?: string[]; remove?: string[] }) => {
    try {
      await client().library.tag({ ids: [item.id], ...body });
      setTag('');
      await renew('GET /library', 'GET /library/{id}', 'GET /library/tags');
    } catch (error) {
      tell(wordsOf(error), 'problem');
    }
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (tag.trim()) void change({ add: [tag.trim()] });
  };
  return (
    <>
      <form onSubmit={add} className="max-w-60">
        <Input
          aria-label={words.addTag}
          placeholder={words.addTag}
          maxLength={MAX_TAG_LETTERS}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
      </form>
      {item.tags.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {item.tags.map((one) => (
            <li key={one} className="min-w-0">
              <Button
                size="small"
                className="max-w-full"
                aria-label={words.removeTagOf(one)}
                onClick={() => change({ remove: [one] })}
              >
                <span className="truncate">{one}</span> ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
