// Home: what would you like to make, what is being made, and what was made last.
import { useCall } from '../api/queries.ts';
import { useTitle } from '../parts/use-title.ts';
import { shell } from '../strings.ts';
import { Composer } from './composer.tsx';
import { LowBalance } from './low-balance.tsx';
import { RecentWork } from './recent-work.tsx';
import { RunningJobs } from './running-jobs.tsx';
import { home } from './strings.ts';

export function HomePage() {
  useTitle(shell.pages.home);
  const account = useCall('GET /account').data;
  // Members see what their role may use.
  const role = account?.member?.role ?? 'owner';
  const mayMake = role !== 'viewer' && role !== 'billing';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <LowBalance mayBuy={role !== 'viewer' && role !== 'developer'} />
      <section className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 pt-2 sm:pt-8">
        <h1 className="text-center font-serif text-3xl tracking-tight sm:text-4xl">
          <span className="mb-1 block font-sans text-sm font-normal tracking-normal text-muted">
            {home.hello(firstNameOf(account?.name ?? ''))}
          </span>{' '}
          {mayMake ? home.ask : home.madeHere}
        </h1>
        {mayMake && <Composer />}
      </section>
      {role !== 'billing' && <RunningJobs />}
      {role !== 'billing' && <RecentWork />}
    </div>
  );
}

function firstNameOf(name: string): string {
  return name.includes('@') ? '' : (name.split(' ')[0] ?? '');
}
