// The first things to do, ticked off according to what the account has.
import { Link, type LinkProps } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useCall } from '../api/queries.ts';
import { join } from '../parts/class-names.ts';
import { Panel } from '../parts/panel.tsx';
import { home } from './strings.ts';

export function FirstSteps() {
  const keys = useCall('GET /account/keys').data;
  const songs = useCall('GET /music/library', { query: { limit: 1 } }).data;
  const endpoints = useCall('GET /webhooks').data;
  if (!keys || !songs || !endpoints) return null;
  const steps = [
    { ...home.steps.key, to: '/keys', isDone: keys.data.length > 0 },
    { ...home.steps.song, to: '/play/music', isDone: songs.data.length > 0 },
    { ...home.steps.webhook, to: '/webhooks', isDone: endpoints.data.length > 0 },
  ] as const;
  const done = steps.filter((step) => step.isDone).length;
  if (done === steps.length) return null;
  return (
    <Panel title={home.firstSteps} lead={home.stepsDone(done, steps.length)}>
      <ol className="grid gap-1">
        {steps.map((step, index) => (
          <Step key={step.to} number={index + 1} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  to: NonNullable<LinkProps['to']>;
  isDone: boolean;
}

function Step({ number, title, text, to, isDone }: StepProps) {
  return (
    <li>
      <Link to={to} className="-mx-2 flex items-start gap-3 rounded-lg px-2 py-2 hover:bg-sunken">
        <span
          className={join(
            'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
            isDone ? 'bg-accent text-on-accent' : 'border border-edge text-muted',
          )}
        >
          {isDone ? <Check role="img" aria-label={home.done} className="size-3.5" /> : number}
        </span>
        <span className="min-w-0 text-sm">
          <span className={join('block font-medium', isDone && 'text-muted line-through')}>{title}</span>
          <span className="text-muted">{text}</span>
        </span>
      </Link>
    </li>
  );
}
